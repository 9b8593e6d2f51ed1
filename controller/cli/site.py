"""Which table a command speaks of: the one that is named, or the one that runs here."""

from pathlib import Path
from typing import Final, NamedTuple

import click

from config.table import DEFAULT_TABLE
from controller.cli.files import TABLE_FILE
from controller.facts.failure import CheckFailedError, OperatorError
from controller.families.tables import load_table
from controller.process.paths import run_directory, state_directory
from controller.process.running import RunningTable, answers, running_tables, table_at

SERVICE_TABLE: Final = Path("/etc/underfelt/table.toml")
SERVICE_RECORDS: Final = Path("/var/lib/underfelt")

here_option = click.option(
    "--table",
    "table_file",
    type=TABLE_FILE,
    show_default="the table that runs here",
    metavar="FILE",
    help="The table file, or the name of a shipped one.",
)


class NoTableError(CheckFailedError):
    """No table answers."""


class Site(NamedTuple):
    """Where a table's file, sockets and record are."""

    table_file: Path
    sockets: Path
    record: Path


def site_of(
    table_file: Path | None, run_dir: Path | None = None, state_dir: Path | None = None
) -> Site:
    """The table meant: by its file, by its sockets, the one that runs, or the one set up here."""
    if table_file is not None:
        return _of_file(table_file, run_dir, state_dir)
    if run_dir is not None:
        return _of_running(table_at(run_dir), state_dir)
    found = running_tables()
    if len(found.tables) == 1:
        return _of_running(found.tables[0], state_dir)
    if found.tables:
        names = ", ".join(table.name for table in found.tables)
        files = " or ".join(str(table.table_file or table.sockets) for table in found.tables)
        raise OperatorError(f"several tables run here: {names}; choose one by --table {files}")
    if found.closed:
        raise OperatorError(
            f"{found.closed[0]} is closed to you;"
            " join the table's group and log in again, or use sudo"
        )
    file = SERVICE_TABLE if SERVICE_TABLE.exists() else DEFAULT_TABLE
    return _of_file(file, None, state_dir)


def running_site(table_file: Path | None, run_dir: Path | None = None) -> Site:
    """The table meant, which must run."""
    site = site_of(table_file, run_dir)
    if answers(site.sockets):
        return site
    which = (
        "no table runs here" if table_file is None else f"the table of {table_file} does not run"
    )
    raise NoTableError(f"{which}; start it by underfelt run, or systemctl start underfelt.target")


def _of_file(file: Path, run_dir: Path | None, state_dir: Path | None) -> Site:
    name = load_table(file).table.id
    running = [table for table in running_tables().tables if table.name == name]
    if running and run_dir is None and state_dir is None:
        return _of_running(running[0], None)._replace(table_file=file)
    return Site(file, run_directory(name, run_dir), _record(file, name, state_dir))


def _record(file: Path, name: str, state_dir: Path | None) -> Path:
    if state_dir is None and file == SERVICE_TABLE:
        return SERVICE_RECORDS / name
    return state_directory(name, state_dir)


def _of_running(table: RunningTable, state_dir: Path | None) -> Site:
    if table.table_file is None:
        raise OperatorError(f"{table.sockets} says nothing of a table; name its file by --table")
    record = state_dir or table.record or state_directory(table.name)
    return Site(table.table_file, table.sockets, record)
