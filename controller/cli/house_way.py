"""`underfelt house-way`: the house's setting or decision, and the row that made it."""

import json

import click

from config.game import Game
from controller.cli.game_choice import open_game, value_option
from controller.facts.cards import Card, parse_card
from controller.facts.failure import OperatorError
from controller.facts.tiles import Tile
from controller.families import family_of
from controller.settlement.house_decision import HouseDecision


@click.command(
    "house-way",
    short_help="The house setting, or hit or stand.",
    epilog="\b\nExamples:\n  underfelt house-way capitol/ez-baccarat 3d 2c\n"
    "  underfelt house-way lucky-derby/fortune-pai-gow-poker As Kd Qh 9c 9d 4s 2h",
)
@click.argument("game")
@click.argument("cards", nargs=-1, required=True, metavar="CARD...")
@value_option
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def house_way_command(
    game: str, cards: tuple[str, ...], values: tuple[str, ...], as_json: bool
) -> None:
    """Say what the house way of GAME does with these cards, and which row decided."""
    found = open_game(game, values)
    decided = _decide(found, _parsed(found, cards))
    if as_json:
        report = {"game": found.id, "cards": list(cards), **decided._asdict()}
        click.echo(json.dumps(report))
    else:
        click.echo(f"{decided.decision}\n  row {decided.row}: {decided.text}")


def _decide(game: Game, cards: tuple[Card, ...] | tuple[Tile, ...]) -> HouseDecision:
    house_way = family_of(game).house_way
    if house_way is None:
        raise OperatorError(f"{game.name} has no house way; it is played by the players alone")
    return house_way(game, cards)


def _parsed(game: Game, codes: tuple[str, ...]) -> tuple[Card, ...] | tuple[Tile, ...]:
    try:
        if game.family == "pai-gow-tiles":
            return tuple(_tile(code) for code in codes)
        return tuple(parse_card(code) for code in codes)
    except ValueError as error:
        raise OperatorError(str(error)) from None


def _tile(code: str) -> Tile:
    try:
        return Tile("".join(sorted(code.strip(), reverse=True)))
    except ValueError:
        raise ValueError(f"{code!r} is not a tile; write its pips, as 53 or 66") from None
