"""`underfelt floor-bridge`: sends the rows of a table to the floor of its room."""

import asyncio
from pathlib import Path

import click

from controller.cli.files import run_option, state_option, table_option
from controller.cli.process_start import start_process, supervised_option, verbose_option
from controller.facts.failure import OperatorError
from controller.families.tables import load_table
from controller.process.paths import run_directory, state_directory


@click.command(
    "floor-bridge",
    short_help="Send the rows of a table to the floor of its room.",
    epilog="\b\nExample:\n  underfelt floor-bridge --table /etc/underfelt/table.toml",
)
@table_option
@state_option
@run_option
@supervised_option
@verbose_option
def floor_bridge_command(
    table_file: Path, state_dir: Path | None, run_dir: Path | None, supervised: bool, verbose: bool
) -> None:
    """Follow the record of a table, read-only, and send it to the floor that [floor] names.

    The table never waits for it. After any outage it goes on where the floor's database ends.
    """
    start_process(supervised, verbose)
    loaded = load_table(table_file)
    link = loaded.table.floor
    if link is None:
        raise OperatorError(
            f"{table_file}: has no [floor], so there is nowhere to send to; see docs/floor.md"
        )
    try:
        from controller.floor.bridge.running import Bridged, run_bridge
    except ImportError:
        raise OperatorError("nats-py is not installed; pip install 'underfelt[floor]'") from None

    name = loaded.table.id
    journal = state_directory(name, state_dir) / "journal.sqlite"
    game = loaded.game.name
    sockets = run_directory(name, run_dir)
    folder = table_file.resolve().parent
    bridged = Bridged(f"{link.room}/{name}", game, journal, sockets, link, folder)
    asyncio.run(run_bridge(bridged))
