"""`underfelt games`: the catalogue."""

import json

import click

from config.catalogue import game_ids, load_header
from config.document import DocumentError
from config.game import Game, GameHeader
from controller.cli.failure import BadInputError
from controller.cli.files import open_game


@click.command(
    "games",
    short_help="The catalogue of games.",
    epilog="\b\nExamples:\n  underfelt games\n"
    "  underfelt games lucky-derby/ez-baccarat-panda-8\n  underfelt games --json",
)
@click.argument("game", required=False)
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def games_command(game: str | None, as_json: bool) -> None:
    """List the games, or show one with its steps, wagers and readings."""
    if game is not None:
        found = open_game(game)
        click.echo(found.model_dump_json(indent=2) if as_json else _sheet(found))
        return
    headers = [_header(game_id) for game_id in game_ids()]
    click.echo(json.dumps([_row(h) for h in headers], indent=2) if as_json else _list(headers))


def _header(game_id: str) -> GameHeader:
    try:
        return load_header(game_id)
    except DocumentError as error:
        raise BadInputError(str(error.problems[0])) from None


def _row(header: GameHeader) -> dict[str, object]:
    return {
        "id": header.id,
        "name": header.name,
        "room": header.room,
        "family": header.family,
        "equipment": list(header.equipment),
        "readings": [reading.name for reading in header.readings],
        "missing": [item.key for item in header.missing],
    }


def _list(headers: list[GameHeader]) -> str:
    wide = max(len(header.id) for header in headers)
    lines = [f"{'game':<{wide}}  {'family':<17} {'readings':>8} {'missing':>7}  equipment"]
    for h in headers:
        counts = f"{len(h.readings):>8} {len(h.missing):>7}"
        lines.append(f"{h.id:<{wide}}  {h.family:<17} {counts}  {', '.join(h.equipment)}")
    return "\n".join(lines)


def _button(game: Game) -> str:
    rule = game.button
    if rule is None:
        return f"none; settlement starts {game.settlement.start}"
    when = "" if rule.used == "always" else ", only when the bank does not cover all wagers"
    return f"by {rule.decided_by}, counted from {rule.first}{when}"


def _sheet(game: Game) -> str:
    steps = ", then ".join(" and ".join(group) for group in game.deal.steps)
    seats = " or ".join(map(str, game.seats.allowed))
    lines = [
        f"{game.name}, {game.room} ({game.regulator_id})",
        f"  seats      {seats}, the bank included; {game.bank.turns} hands a bank",
        f"  equipment  {', '.join(game.equipment)}",
        f"  round      {steps}",
        f"  button     {_button(game)}",
        "  wagers",
    ]
    for wager in game.wagers:
        pays = wager.odds or ", ".join(f"{k} {v}" for k, v in (wager.table or wager.fixed).items())
        lines.append(f"    {wager.title:<14} {pays}  [{wager.source}]")
    lines.append("  readings (ours, until the room confirms them)")
    lines += [f"    {reading.name}: {reading.text}" for reading in game.readings]
    return "\n".join(lines)
