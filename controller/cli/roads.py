"""The `roads` command: outcomes of shoes in, the five roads out."""

import json
import os
import sys
from pathlib import Path
from typing import Final

import click

from controller.facts.failure import OperatorError
from controller.roads.layout import Tail
from controller.roads.picture import shoe_picture
from controller.roads.report import ShoeRoads, parse_shoes, roads_of_shoes
from controller.roads.roads import RoadsError

_EXAMPLE: Final = """\b
Example:
  echo '[["B", "Pn", "T", "Pb", "B+dragon-7"]]' | underfelt roads --tail drop
"""


@click.command("roads", short_help="The roads of shoes, as JSON or a picture.", epilog=_EXAMPLE)
@click.option(
    "--tail",
    type=click.Choice([tail.value for tail in Tail]),
    default=Tail.STAY.value,
    show_default=True,
    help="A dragon tail keeps its row, or drops where the cell below is free.",
)
@click.option("--json", "as_json", is_flag=True, help="Print JSON instead of a picture.")
@click.argument("file", default="-", metavar="[FILE|-]")
def roads_command(tail: str, as_json: bool, file: str) -> None:
    """Draw bead plate, big road and the three derived roads of every shoe in FILE.

    FILE (or standard input) is a JSON array of shoes; a shoe is an array of P, B or T with flags
    n natural, p player pair, b banker pair, and named marks after a plus sign.
    """
    try:
        shoes = parse_shoes(_read(file))
    except RoadsError as error:
        place = "" if file == "-" else f"{click.format_filename(file)}: "
        raise OperatorError(f"{place}{error}") from None
    reports = roads_of_shoes(shoes, Tail(tail))
    if as_json:
        click.echo(json.dumps(reports))
    else:
        _draw(reports)


def _draw(reports: list[ShoeRoads]) -> None:
    colour = sys.stdout.isatty() and "NO_COLOR" not in os.environ
    pictures = [shoe_picture(number, shoe, colour) for number, shoe in enumerate(reports, start=1)]
    try:
        click.echo("\n".join(pictures), nl=False)
    except UnicodeEncodeError:
        raise OperatorError(
            "this terminal cannot show the picture's circles; use a UTF-8 locale or --json"
        ) from None


def _read(file: str) -> str:
    try:
        raw = sys.stdin.buffer.read() if file == "-" else Path(file).read_bytes()
        return raw.decode("utf-8-sig")
    except OSError as error:
        reason = error.strerror or "unreadable"
        raise RoadsError(f"cannot be read ({reason}); name a readable file or -") from None
    except UnicodeDecodeError as error:
        raise RoadsError(f"byte {error.start} is not UTF-8; save the shoes as UTF-8") from None
