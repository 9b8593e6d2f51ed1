"""`underfelt kiosk`: the browser of one screen, watched and started again."""

import asyncio
import logging
import os
import shlex
import signal
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

import click

from controller.cli.files import table_option
from controller.desk.pages import staff_pages
from controller.facts.failure import OperatorError
from controller.families.tables import load_table

if TYPE_CHECKING:
    from drivers.scoreboard.kiosk_browser import BrowserPlan

SCREENS = ("kiosk", "payout", "sign", "tower", "idle")


@click.command(
    "kiosk",
    short_help="Show a screen, and keep it alight.",
    epilog="\b\nExamples:\n  underfelt kiosk\n"
    "  underfelt kiosk --screen payout --query theme=bright\n"
    "  underfelt kiosk --url http://127.0.0.1:8090",
)
@table_option
@click.option(
    "--url", envvar="SCOREBOARD_URL", help="The server's address instead of the table file's."
)
@click.option(
    "--screen",
    type=click.Choice((*SCREENS, *staff_pages())),
    default="kiosk",
    show_default=True,
    envvar="KIOSK_SCREEN",
    help="What to show.",
)
@click.option(
    "--query",
    envvar="KIOSK_QUERY",
    default="",
    metavar="KEY=VALUE&…",
    help="For the page: lang=zh, theme=bright.",
)
@click.option("--headless", is_flag=True, help="Without a display, as for a trial.")
@click.option("--flags", envvar="KIOSK_FLAGS", default="", help="More flags for the browser.")
@click.option("-v", "--verbose", is_flag=True, help="Log every change of state.")
def kiosk_command(
    table_file: Path,
    url: str | None,
    screen: str,
    query: str,
    headless: bool,
    flags: str,
    verbose: bool,
) -> None:
    """Show one screen of the scoreboard or the desk in a browser, and keep it drawing.

    Without a desktop the compositor cage carries the browser. A browser that ends, or draws nothing
    for 20 s while the scoreboard has a picture, is started again, for ever.
    """
    from drivers.scoreboard.kiosk_browser import BrowserPlan

    level = logging.INFO if verbose else logging.WARNING
    logging.basicConfig(
        level=level, format="%(levelname)s %(name)s: %(message)s", stream=sys.stderr
    )
    server = _server(url, table_file, screen)
    page = f"{server}/{'' if screen == 'kiosk' else screen}{'?' if query else ''}{query}"
    with tempfile.TemporaryDirectory(
        prefix="kiosk-", dir=_place(), ignore_cleanup_errors=True
    ) as folder:
        plan = BrowserPlan(page, Path(folder) / "profile", headless, tuple(shlex.split(flags)))
        asyncio.run(_show(server, plan, screen))


def _server(url: str | None, table_file: Path, screen: str) -> str:
    if url is None:
        table = load_table(table_file).table
        if screen in staff_pages():
            return table.desk_address.rstrip("/")
        return f"http://{table.scoreboard.host}:{table.scoreboard.port}"
    parts = urlsplit(url)
    if parts.scheme not in ("http", "https") or not parts.netloc:
        raise OperatorError(f"--url {url}: not an address; write it as http://127.0.0.1:8300")
    return f"{parts.scheme}://{parts.netloc}"


def _place() -> str | None:
    """Where the profile goes: the unit's own directory in memory when there is one."""
    return os.environ.get("RUNTIME_DIRECTORY")


async def _show(server: str, plan: "BrowserPlan", screen: str) -> None:
    from drivers.scoreboard.kiosk import Kiosk
    from drivers.scoreboard.kiosk_watch import Watch

    stop = asyncio.Event()
    for number in (signal.SIGTERM, signal.SIGINT):
        asyncio.get_running_loop().add_signal_handler(number, stop.set)
    await Kiosk(server, plan, Watch(screen), stop).run()
