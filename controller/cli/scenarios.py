"""`underfelt scenarios`: rounds as told in a file, played and compared."""

import json
from pathlib import Path

import click

from config.document import DocumentError
from controller.scenarios import Told, play_file, read_scenarios, scenario_file

MOST_SEEN = 12


@click.command(
    "scenarios",
    short_help="Rounds as told in a file, played and compared.",
    epilog="\b\nExamples:\n  underfelt scenarios lucky-derby/ez-baccarat-panda-8\n"
    "  underfelt scenarios my-room/quick-baccarat my-rounds.toml --json",
)
@click.argument("game")
@click.argument("file", type=click.Path(path_type=Path), required=False)
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def scenarios_command(game: str, file: Path | None, as_json: bool) -> int:
    """Play the scenarios of GAME: those of FILE, or of the folder beside the game's file.

    Says of every scenario whether its decisions came; of one that failed, what was expected, in
    which line, and what was seen instead. Exit 1 when one failed, 2 when the file cannot be used.
    """
    place = file or scenario_file(game)
    scenarios = read_scenarios(place)
    if scenarios.content.game != game:
        text = f"tells of {scenarios.content.game!r}, not of {game!r}; name that game"
        raise DocumentError([scenarios.document.problem(("game",), text)])
    played = list(play_file(scenarios))
    failed = sum(bool(each.failures) for each in played)
    click.echo(_report(game, place, played) if as_json else _lines(place, played))
    return 1 if failed else 0


def _report(game: str, place: Path, played: list[Told]) -> str:
    told = [
        {
            "name": each.name,
            "line": each.line,
            "passed": not each.failures,
            "failures": [failure._asdict() for failure in each.failures],
        }
        for each in played
    ]
    return json.dumps({"game": game, "file": str(place), "scenarios": told}, indent=2)


def _lines(place: Path, played: list[Told]) -> str:
    lines = []
    for each in played:
        lines.append(f"{'FAILED' if each.failures else 'passed'}  {each.name}")
        for failure in each.failures:
            lines.append(f"  {place}:{failure.line}: expected {failure.expected}")
            lines += [f"    seen {seen}" for seen in failure.seen[:MOST_SEEN] or ("nothing",)]
            left = len(failure.seen) - MOST_SEEN
            lines += [f"    and {left} more"] if left > 0 else []
    failed = sum(bool(each.failures) for each in played)
    lines.append(f"{len(played) - failed} passed, {failed} failed")
    return "\n".join(lines)
