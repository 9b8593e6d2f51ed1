"""`underfelt scorecard`: the card of one shoe as a PDF, printed by the table's own page."""

import json
import os
import shutil
import subprocess
import tempfile
from pathlib import Path
from typing import Final
from urllib.error import URLError
from urllib.parse import urlencode
from urllib.request import urlopen

import click

from config.words import languages
from controller.cli.files import table_option
from controller.facts.failure import CheckFailedError, OperatorError
from controller.families.tables import load_table

BROWSERS: Final = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
ANSWER_S: Final = 10
PRINT_S: Final = 90
# Time the page may take by its own clock, which stands still while an answer is awaited.
PAGE_MS: Final = 20_000
FLAGS: Final = (
    "--headless=new",
    "--disable-gpu",
    "--no-first-run",
    "--disable-sync",
    "--disable-background-networking",
    "--disable-component-update",
    "--no-pdf-header-footer",
)
PDF_START: Final = b"%PDF-"


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
    browser = _browser()
    number = _known_shoe(address, shoe)
    chosen = {"shoe": str(number), "paper": paper, "still": "1"} | ({"lang": lang} if lang else {})
    _print(browser, f"{address}/scorecard?{urlencode(chosen)}", target)
    click.echo(f"shoe {number}: {target}")


def _browser() -> str:
    found = next(filter(None, map(shutil.which, BROWSERS)), None)
    if found is None:
        raise OperatorError(f"no {' or '.join(BROWSERS[:2])} here; install one of them")
    return found


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


def _print(browser: str, address: str, target: Path) -> None:
    with tempfile.TemporaryDirectory(prefix="underfelt-scorecard-") as folder:
        made = Path(folder) / "card.pdf"
        words = _run(browser, address, made, Path(folder) / "profile")
        if not made.is_file() or not made.read_bytes().startswith(PDF_START):
            raise CheckFailedError(
                f"{browser} printed nothing ({words}); try it by hand: {address}"
            )
        _keep(made, target)


def _run(browser: str, address: str, made: Path, profile: Path) -> str:
    command = [
        browser,
        *FLAGS,
        *_sandbox(),
        f"--user-data-dir={profile}",
        f"--virtual-time-budget={PAGE_MS}",
        f"--print-to-pdf={made}",
        address,
    ]
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=PRINT_S, check=False)
    except subprocess.TimeoutExpired:
        return f"not within {PRINT_S} s"
    return (done.stderr.strip().splitlines() or [f"exit {done.returncode}"])[-1]


def _sandbox() -> tuple[str, ...]:
    """Chromium refuses root with its sandbox on; the page it opens is the table's own."""
    return ("--no-sandbox",) if os.geteuid() == 0 else ()


def _keep(made: Path, target: Path) -> None:
    try:
        shutil.copyfile(made, target)
    except OSError as error:
        raise OperatorError(
            f"cannot write {target}: {error.strerror}; choose another place with --pdf"
        ) from None
