"""`underfelt scorecard`: the card of one shoe as a PDF, printed by the table's own page."""

import json
from pathlib import Path
from typing import Final
from urllib.error import URLError
from urllib.parse import urlencode
from urllib.request import urlopen

import click

from config.words import languages
from controller.cli.files import table_option
from controller.cli.printing import found_browser, print_page
from controller.facts.failure import OperatorError
from controller.families.tables import load_table

ANSWER_S: Final = 10


@click.command(
    "scorecard",
    short_help="The card of one shoe as a PDF.",
    epilog="\b\nExamples:\n  underfelt scorecard --pdf shoe.pdf\n"
    "  underfelt scorecard --shoe 3 --lang zh --pdf shoe-3.pdf",
)
@table_option
@click.option("--shoe", type=click.IntRange(1), help="Its number; default is the shoe in play.")
@click.option("--lang", type=click.Choice(languages()), help="Instead of the table's language.")
@click.option("--paper", type=click.Choice(["a4", "letter"]), default="letter", show_default=True)
@click.option(
    "--pdf",
    "target",
    type=click.Path(path_type=Path, dir_okay=False),
    required=True,
    metavar="FILE",
    help="Where to write it.",
)
def scorecard_command(
    table_file: Path, shoe: int | None, lang: str | None, paper: str, target: Path
) -> None:
    """Print the scorecard of a shoe of a running table."""
    place = load_table(table_file).table.scoreboard
    address = f"http://{place.host}:{place.port}"
    browser = found_browser()
    number = _known_shoe(address, shoe)
    chosen = {"shoe": str(number), "paper": paper, "still": "1"} | ({"lang": lang} if lang else {})
    print_page(browser, f"{address}/scorecard?{urlencode(chosen)}", target)
    click.echo(f"shoe {number}: {target}")


def _known_shoe(address: str, shoe: int | None) -> int:
    """The shoe asked for, or the one in play, or the last one."""
    current, numbers = _shoes(address)
    if not numbers:
        raise OperatorError("this table has no shoe yet; play a hand first")
    wanted = shoe or current or numbers[-1]
    if wanted not in numbers:
        known = ", ".join(map(str, numbers))
        raise OperatorError(f"shoe {wanted} is not known; there is {known}")
    return wanted


def _shoes(address: str) -> tuple[int | None, list[int]]:
    try:
        with urlopen(f"{address}/shoes.json", timeout=ANSWER_S) as answer:
            listed = json.load(answer)
        return listed["current"], [int(entry["number"]) for entry in listed["shoes"]]
    except (URLError, TimeoutError, ConnectionError) as error:
        reason = getattr(error, "reason", error)
        raise OperatorError(
            f"the scoreboard at {address} does not answer ({reason}); start the table first"
        ) from None
    except (ValueError, KeyError, TypeError):
        raise OperatorError(
            f"{address} is no scoreboard of this version; look at the port in the table file"
        ) from None
