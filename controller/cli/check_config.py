"""`underfelt check-config`: every problem of a table or game file at once."""

import json
from pathlib import Path

import click

from config.document import Document, DocumentError, Problem, read_document
from config.table import theme_problems
from config.theme import BUILT_IN
from controller.families.catalogue import build_game, check_own
from controller.families.tables import load_table


@click.command(
    "check-config",
    epilog="\b\nExamples:\n  underfelt check-config /etc/underfelt/table.toml\n"
    "  underfelt check-config config/games/lucky-derby/ez-baccarat-panda-8.toml",
)
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def check_config_command(file: Path, as_json: bool) -> int:
    """Check a table file, or a game file, without any hardware.

    Says every problem with file, line and key, the readings the room has not confirmed, and the
    values its rule book misses. Exit 2 when the file cannot be used.
    """
    problems, readings = _check(file)
    if as_json:
        shown = [p._asdict() | {"file": str(p.file)} for p in problems]
        click.echo(json.dumps({"problems": shown, "readings": readings}, indent=2))
    else:
        for problem in problems:
            click.echo(f"error: {problem}", err=True)
        _say(file, problems, readings)
    return 2 if problems else 0


def _check(file: Path) -> tuple[list[Problem], dict[str, str]]:
    try:
        document = read_document(file)
        if "family" in document.content:
            return [], _game_readings(document)
    except DocumentError as error:
        return list(error.problems), {}
    themes = theme_problems(file, _theme(document))
    try:
        loaded = load_table(file)
    except DocumentError as error:
        return [*error.problems, *themes], {}
    texts = {reading.name: reading.text for reading in loaded.game.readings}
    return themes, {name: texts[name] for name in loaded.open_readings}


def _theme(document: Document) -> str:
    """The theme a table file names, though the file itself may be faulty."""
    place = document.content.get("scoreboard")
    name = place.get("theme") if isinstance(place, dict) else None
    is_file = isinstance(name, str) and name.endswith(".toml")
    return str(name) if is_file else BUILT_IN[0]


def _game_readings(document: Document) -> dict[str, str]:
    place = f"{document.file.resolve().parent.name}/{document.file.stem}"
    game = build_game(document, {}, place)
    check_own(document.file, place)
    return {reading.name: reading.text for reading in game.readings}


def _say(file: Path, problems: list[Problem], readings: dict[str, str]) -> None:
    if not problems:
        click.echo(f"{file}: no problems")
    if readings:
        many = "1 reading runs" if len(readings) == 1 else f"{len(readings)} readings run"
        click.echo(f"{many} without the room's confirmation:")
    for name, text in readings.items():
        click.echo(f"  {name}: {text}")
