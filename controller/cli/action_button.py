"""`underfelt action-button`: who is counted, who gets the first hand, who is settled first."""

import json

import click

from config.game import Button, Game
from controller.cli.game_choice import open_game, value_option
from controller.facts.cards import parse_card
from controller.facts.failure import OperatorError
from controller.settlement.button import TEN, Placement, card_count, place_button
from controller.table.shoe import copies_in_deck


@click.command(
    "action-button",
    epilog="\b\nExamples:\n"
    "  underfelt action-button lucky-derby/three-card-poker-6-card-bonus"
    " --seats 8 --bank 3 --card Jh\n"
    "  underfelt action-button lucky-derby/fortune-pai-gow-poker --seats 7 --bank 5 --dice 2,3,3",
)
@click.argument("game")
@click.option("--seats", type=int, required=True, help="Positions at the table, bank included.")
@click.option("--bank", type=int, required=True, help="The bank's seat.")
@click.option("--card", help="The deciding card, as Td or As.")
@click.option("--dice", help="The dice, as 3,4,5.")
@click.option("--wagers", default="", help="Seats that bet, as 1,4,7; default: not known.")
@value_option
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def action_button_command(
    game: str,
    seats: int,
    bank: int,
    card: str | None,
    dice: str | None,
    wagers: str,
    values: tuple[str, ...],
    as_json: bool,
) -> None:
    """Place the action button of GAME."""
    found = open_game(game, values)
    _check_geometry(found, seats, bank)
    rule = _rule(found)
    code = _rank_code(found, rule, card, dice)
    count = sum(_dice(found, dice)) if code is None else card_count(rule, code)
    placement = place_button(rule, seats, bank, count, _seats(wagers, seats, "--wagers"))
    report = _report(found, placement, code == "T")
    click.echo(json.dumps(report) if as_json else _sentence(report, bank))


def _check_geometry(game: Game, seats: int, bank: int) -> None:
    if seats not in game.seats.allowed:
        allowed = " or ".join(map(str, game.seats.allowed))
        raise OperatorError(f"--seats {seats}: {game.name} is played on {allowed} seats; use that")
    if not 1 <= bank <= seats:
        raise OperatorError(f"--bank {bank}: no such seat; use 1 to {seats}")


def _rule(game: Game) -> Button:
    if game.button is None:
        raise OperatorError(
            f"{game.name} of {game.room} has no action button; settlement starts"
            f" {game.settlement.start}"
        )
    if game.button.decided_by == "rotation":
        raise OperatorError(f"the button of {game.name} moves one seat each round; nothing decides")
    return game.button


def _rank_code(game: Game, rule: Button, card: str | None, dice: str | None) -> str | None:
    wanted, other = ("card", dice) if rule.decided_by == "card" else ("dice", card)
    if other is not None or (card if wanted == "card" else dice) is None:
        raise OperatorError(f"the button of {game.name} is decided by {wanted}; give --{wanted}")
    if card is None:
        return None
    try:
        named = parse_card(card)
    except ValueError as error:
        raise OperatorError(f"--card {error}") from None
    if not copies_in_deck(game.cards)[named.place]:
        raise OperatorError(f"--card {card}: {game.name} is played without it; name another card")
    return named.rank_code


def _dice(game: Game, dice: str | None) -> tuple[int, ...]:
    values = _numbers(dice or "", "--dice")
    needed = game.dice.count if game.dice else 0
    if len(values) != needed or not all(1 <= value <= 6 for value in values):
        raise OperatorError(
            f"--dice {dice}: not {needed} dice; give {needed} values from 1 to 6, as 3,4,5"
        )
    return values


def _seats(text: str, seats: int, option: str) -> frozenset[int]:
    values = _numbers(text, option)
    if not all(1 <= value <= seats for value in values):
        raise OperatorError(f"{option} {text}: no such seat; use 1 to {seats}")
    return frozenset(values)


def _numbers(text: str, option: str) -> tuple[int, ...]:
    try:
        return tuple(int(part) for part in text.split(",")) if text else ()
    except ValueError:
        raise OperatorError(
            f"{option} {text}: no numbers; write numbers with commas, as 1,4,7"
        ) from None


def _report(game: Game, placement: Placement, by_ten: bool) -> dict[str, object]:
    declared = {reading.name for reading in game.readings}
    readings = ((TEN,) if by_ten else ()) + placement.readings
    return {
        "game": game.id,
        "count": placement.counted,
        "counted_seat": placement.counted_seat,
        "first_hand": placement.first_hand,
        "button": placement.button,
        "lap": list(placement.lap),
        "readings": [name for name in readings if name in declared],
    }


def _sentence(report: dict[str, object], bank: int) -> str:
    if report["button"] is None:
        return f"count {report['count']}: names no seat, no button is placed"
    lines = [f"count {report['count']} leads to seat {report['counted_seat']} (bank: seat {bank})"]
    if report["first_hand"] is not None:
        lines.append(f"first hand  seat {report['first_hand']}")
    lines.append(f"button      seat {report['button']}")
    readings = report["readings"]
    if isinstance(readings, list) and readings:
        lines.append(f"readings    {', '.join(readings)}")
    return "\n".join(lines)
