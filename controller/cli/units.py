"""`underfelt units`: what systemd has to run for a table file."""

import json
from pathlib import Path
from typing import Final

import click

from config.table import Table
from controller.cli.files import table_option
from controller.families.tables import load_table

EVERYWHERE: Final = ("0.0.0.0", "::")


@click.command(
    "units",
    short_help="What systemd runs for a table.",
    epilog="\b\nExamples:\n  underfelt units --table /etc/underfelt/table.toml",
)
@table_option
@click.option("--json", "as_json", is_flag=True, help="Print JSON, with the pages' addresses.")
def units_command(table_file: Path, as_json: bool) -> None:
    """Name the units of a table: one for each driver and camera, and the courier to its witnesses.

    Emulated devices have none: `underfelt run` plays a table of them.
    """
    table = load_table(table_file).table
    if as_json:
        told = {"units": table.units, "pages": page_addresses(table)}
        click.echo(json.dumps(told | {"folders": table.record.folders}))
        return
    for unit in table.units:
        click.echo(unit)


def page_addresses(table: Table) -> dict[str, str]:
    """Where a client on this machine finds scoreboard and desk."""
    scheme = "https" if table.desk.certificate else "http"
    board, desk = _near(table.scoreboard.host), _near(table.desk.host)
    key = f"?key={table.scoreboard.key}" if table.scoreboard.key else ""
    return {
        "scoreboard": f"http://{board}:{table.scoreboard.port}/{key}",
        "desk": f"{scheme}://{desk}:{table.desk_port}/",
    }


def _near(host: str) -> str:
    return "127.0.0.1" if host in EVERYWHERE else host
