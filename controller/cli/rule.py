"""`underfelt rule`: a supervisor ends a hold, under a name."""

from pathlib import Path

import click
from pydantic import ValidationError

from controller.bus.client import DeskClient, DeskError
from controller.bus.endpoints import SocketDirectoryError
from controller.cli.failure import BadInputError, CheckFailedError
from controller.cli.files import open_table, run_option, table_option
from controller.core.cards import Card, parse_card
from controller.core.events import RulingGiven
from controller.paths import run_directory

RULINGS = ("resume", "accept", "use-card", "use-dice", "void-round")


@click.command(
    "rule",
    epilog='\b\nExamples:\n  underfelt rule resume --by "Ann Lee"\n'
    '  underfelt rule use-card --card 7h --by "Ann Lee" --note "read from the camera"',
)
@click.argument("ruling", type=click.Choice(RULINGS))
@click.option("--by", required=True, help="Who rules; the record keeps the name.")
@click.option("--card", help="With use-card: its face.")
@click.option("--dice", help="With use-dice: the values, as 3,4,5.")
@click.option("--note", default="", help="Why, for the record.")
@table_option
@run_option
def rule_command(
    ruling: str,
    by: str,
    card: str | None,
    dice: str | None,
    note: str,
    table_file: Path,
    run_dir: Path | None,
) -> None:
    """Give a RULING to a table that is on hold.

    resume: the irregular event does not count. accept: it counts as it is. use-card, use-dice:
    this is what could not be read. void-round: a misdeal, every wager goes back.
    """
    event = _ruling(ruling, by, card, dice, note)
    desk = DeskClient(run_directory(open_table(table_file).table.id, run_dir))
    try:
        number = desk.submit(event, by)
        hold = desk.board().hold
    except DeskError as error:
        raise CheckFailedError(str(error)) from None
    except SocketDirectoryError as error:
        raise BadInputError(str(error)) from None
    click.echo(
        f"recorded as row {number}; "
        + (f"still on hold: {hold.name}" if hold else "the table goes on")
    )


def _ruling(ruling: str, by: str, card: str | None, dice: str | None, note: str) -> RulingGiven:
    try:
        face: Card | None = parse_card(card) if card else None
        values = _values(dice) if dice else None
        return RulingGiven.model_validate(
            {"by": by, "ruling": ruling, "card": face, "dice": values, "note": note}
        )
    except ValidationError as error:
        fault = error.errors()[0]
        raise BadInputError(f"--{fault['loc'][0]}: {fault['msg'].lower()}; correct it") from None
    except ValueError as error:
        raise BadInputError(str(error)) from None


def _values(dice: str) -> tuple[int, ...]:
    try:
        return tuple(int(part) for part in dice.split(","))
    except ValueError:
        raise BadInputError(f"--dice {dice}: no numbers; write the values as 3,4,5") from None
