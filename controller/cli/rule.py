"""`underfelt rule`: a supervisor ends a hold or corrects a hand, under a name."""

from pathlib import Path
from typing import get_args

import click
from pydantic import ValidationError

from config.words import words
from controller.bus.desk_client import DeskClient
from controller.cli.files import run_option
from controller.cli.log_in import by_option, desk_at, emergency_option, log_in, pin_option
from controller.cli.site import here_option
from controller.facts.cards import Card, parse_card
from controller.facts.decisions import RulingRefused
from controller.facts.events import RulingGiven
from controller.facts.failure import CheckFailedError, OperatorError
from controller.facts.kinds import Ruling

RULINGS = get_args(Ruling)
# An event and its decisions are written together; no ruling decides more than this.
MOST_DECISIONS = 50


@click.command(
    "rule",
    epilog='\b\nExamples:\n  underfelt rule resume --by "Ann Lee"\n'
    '  underfelt rule use-card --card 7h --by "Ann Lee" --note "read from the camera"\n'
    '  underfelt rule correct-hand --hand 12 --to Bn --by "Ann Lee"\n'
    '  underfelt rule correct-hand --hand 12 --to B --bonus dragon-7 --by "Ann Lee"\n'
    '  underfelt rule undo-hand --by "Ann Lee" --note "entered twice"\n'
    '  underfelt rule insert-hand --hand 12 --by "Ann Lee" --note "taken back by mistake"',
)
@click.argument("ruling", type=click.Choice(RULINGS))
@by_option
@pin_option
@emergency_option
@click.option("--card", help="With use-card: its face.")
@click.option("--dice", help="With use-dice: the values, as 3,4,5.")
@click.option("--hand", type=click.IntRange(1), help="Its number in this shoe, from 1.")
@click.option("--to", help="What the hand was: P, B or T, then n natural, p, b for the pairs.")
@click.option("--bonus", multiple=True, help="A bonus the hand also is.")
@click.option("--note", default="", help="Why, for the record.")
@here_option
@run_option
def rule_command(
    ruling: str,
    by: str,
    pin_fd: int | None,
    emergency: bool,
    card: str | None,
    dice: str | None,
    hand: int | None,
    to: str | None,
    bonus: tuple[str, ...],
    note: str,
    table_file: Path | None,
    run_dir: Path | None,
) -> None:
    """Give a RULING: on a hold, or on a hand of the shoe in play.

    resume: the irregular event does not count. accept: it counts as it is. use-card, use-dice:
    this is what could not be read. void-round: a misdeal, every wager goes back. lose-maximum,
    win-minimum: a wager taken away early loses the table's most or wins its least, where a book
    prints it.

    correct-hand, undo-hand: a hand on the road was another, or none; without --hand undo-hand
    means the last. insert-hand: one that was taken back comes back to its place, or, with --to, one
    that is missing is put in as number --hand. free-hand: the next cards, or the one held for, are
    a hand nobody bet on.

    You must be on the table's staff as floor; see underfelt staff.
    """
    event = _ruling(
        {
            "by": by,
            "ruling": ruling,
            "card": card,
            "dice": dice,
            "hand": hand,
            "to": to,
            "bonuses": bonus,
            "note": note,
        }
    )
    desk = desk_at(table_file, run_dir)
    log_in(desk, by, pin_fd, emergency)
    click.echo(give(desk, event))


def give(desk: DeskClient, ruling: RulingGiven) -> str:
    """Give a ruling at the desk; returns what became of it."""
    number = desk.submit(ruling)
    _check_taken(desk, number)
    hold = desk.board().hold
    went = f"still on hold: {hold.name}" if hold else "the table goes on"
    return f"recorded as row {number}; {went}"


def _check_taken(desk: DeskClient, number: int) -> None:
    """Say why the table refused the ruling, if it did."""
    for entry in desk.history(number, MOST_DECISIONS):
        if entry.event is not None:
            return
        if isinstance(entry.decision, RulingRefused):
            why = words().say(entry.decision.reason)
            raise CheckFailedError(f"row {number}: ruling refused: {why}")


def _ruling(given: dict[str, object]) -> RulingGiven:
    card, dice = given["card"], given["dice"]
    try:
        face: Card | None = parse_card(str(card)) if card else None
        values = _values(str(dice)) if dice else None
        return RulingGiven.model_validate(given | {"card": face, "dice": values})
    except ValidationError as error:
        fault = error.errors()[0]
        raise OperatorError(f"--{fault['loc'][0]}: {fault['msg'].lower()}; correct it") from None
    except ValueError as error:
        raise OperatorError(str(error)) from None


def _values(dice: str) -> tuple[int, ...]:
    try:
        return tuple(int(part) for part in dice.split(","))
    except ValueError:
        raise OperatorError(f"--dice {dice}: no numbers; write the values as 3,4,5") from None
