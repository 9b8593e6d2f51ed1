"""`underfelt games`: the catalogue."""

import json
from pathlib import Path

import click

from config.game import Game, GameHeader
from controller.cli.fee_table import fee_table
from controller.cli.game_choice import open_game, value_option
from controller.diagram import draw_game
from controller.facts.failure import OperatorError
from controller.families.catalogue import game_file, game_ids, load_header, sign_ids


@click.command(
    "games",
    short_help="The catalogue of games.",
    epilog="\b\nExamples:\n  underfelt games\n"
    "  underfelt games lucky-derby/ez-baccarat-panda-8\n"
    "  underfelt games lucky-derby/ez-baccarat-panda-8 --fees\n"
    "  underfelt games oaks/pai-gow-tiles --diagram tiles.svg\n  underfelt games --json",
)
@click.argument("game", required=False)
@click.option("--fees", is_flag=True, help="Show the collection schedules of the game.")
@click.option("--toml", "as_toml", is_flag=True, help="Print the game's file, to start your own.")
@click.option(
    "--diagram",
    is_flag=False,
    flag_value="-",
    metavar="[FILE.svg]",
    help="Draw the table and the deal as SVG, to a file or to standard output.",
)
@click.option("--seats", type=int, metavar="N", help="Seats of the table in the diagram.")
@value_option
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def games_command(
    game: str | None,
    fees: bool,
    as_toml: bool,
    diagram: str | None,
    seats: int | None,
    values: tuple[str, ...],
    as_json: bool,
) -> None:
    """List the games, or show one with its steps, wagers and readings."""
    if game is None:
        if fees or as_toml or diagram is not None:
            raise OperatorError("no game named; write it first, as `games ROOM/GAME --fees`")
        _show_all(as_json)
    elif fees:
        _show_fees(load_header(game), as_json)
    elif as_toml:
        load_header(game)
        click.echo(game_file(game).read_text(encoding="utf-8"), nl=False)
    elif diagram is not None:
        _draw(open_game(game, values), seats, diagram)
    else:
        found = open_game(game, values)
        click.echo(found.model_dump_json(indent=2) if as_json else _sheet(found))


def _show_all(as_json: bool) -> None:
    headers = [load_header(game_id) for game_id in (*game_ids(), *sign_ids())]
    click.echo(json.dumps([_row(h) for h in headers], indent=2) if as_json else _list(headers))


def _show_fees(header: GameHeader, as_json: bool) -> None:
    chosen = header.model_dump(mode="json", include={"id", "name", "room", "fees"})
    chosen["dropped"] = header.deal.dropped
    click.echo(json.dumps(chosen, indent=2) if as_json else fee_table(header))


def _draw(game: Game, seats: int | None, file: str) -> None:
    chosen = seats or max(game.seats.allowed)
    if chosen not in game.seats.allowed:
        allowed = " or ".join(map(str, game.seats.allowed))
        raise OperatorError(f"--seats {chosen}: {game.name} is played on {allowed} seats")
    picture = draw_game(game, chosen)
    if file == "-":
        click.echo(picture)
        return
    try:
        Path(file).write_text(picture + "\n", encoding="utf-8")
    except OSError as error:
        raise OperatorError(f"{file}: cannot be written: {error.strerror}; name another") from None


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
        rows = (*wager.table.items(), *wager.fixed.items())
        pays = ", ".join(filter(None, (wager.odds, *(f"{name} {odds}" for name, odds in rows))))
        lines.append(f"    {wager.title:<14} {pays or 'not printed'}  [{wager.source}]")
    lines.append("  readings (ours, until the room confirms them)")
    lines += [f"    {reading.name}: {reading.text}" for reading in game.readings]
    return "\n".join(lines)
