"""`underfelt journal archive`, `backup` and `expired`: the files of a record and their copies."""

import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import click

from controller.cli.journal import JOURNAL_NAME, journal_at, journal_group
from controller.cli.note_lines import grouped
from controller.facts.failure import CheckFailedError, OperatorError
from controller.record.archive import (
    BACKUP_STAMP,
    RETENTION_YEARS,
    Proved,
    backed_up,
    close_file,
    copied,
    expired,
)
from controller.record.shelf import closed_files

_state = click.argument("state", type=click.Path(path_type=Path))
_folder = click.option(
    "--to",
    "folder",
    type=click.Path(path_type=Path),
    metavar="DIR",
    required=True,
    help="Where to.",
)


@journal_group.command()
@_state
@_folder
@click.option("--table", "table", required=True, help="The table's id, as in its table file.")
def archive(state: Path, folder: Path, table: str) -> None:
    """Close the day of a stopped table: seal its file, begin a new one, copy all that are closed.

    The next start opens the table anew. What is copied is checked row by row.
    """
    path = _journal(state)
    close_file(path, table)
    for file in closed_files(path.parent):
        if not (folder / file.name).exists():
            with _told_where(folder):
                copy = copied(file, folder)
            _tell(copy)


@journal_group.command()
@click.argument("state", type=click.Path(path_type=Path), required=False)
@_folder
def backup(state: Path | None, folder: Path) -> None:
    """Copy the record whole, also while the table runs, and check the copy.

    Without STATE, the record of the table that runs here.
    """
    path = journal_at(None) if state is None else _journal(state)
    with _told_where(folder):
        copy = backed_up(path, folder)
    _tell(copy)
    # The doctor tells by it how old the last copy is; a reader's shell may not write there.
    with suppress(OSError):
        path.with_name(BACKUP_STAMP).touch()


@journal_group.command("expired")
@click.argument("folder", type=click.Path(path_type=Path))
@click.option("--rule", type=click.Choice(list(RETENTION_YEARS)), required=True)
def expired_command(folder: Path, rule: str) -> None:
    """List the closed files in FOLDER that the rule no longer asks to keep."""
    for file in expired(folder, RETENTION_YEARS[rule], int(time.time() * 1000)):
        click.echo(file)


@contextmanager
def _told_where(folder: Path) -> Iterator[None]:
    """A folder that cannot be written, or a stick that is full, is the operator's to mend."""
    try:
        yield
    except OSError as error:
        raise OperatorError(
            f"cannot copy to {folder}: {error.strerror}; choose another folder with --to"
        ) from None


def _journal(state: Path) -> Path:
    path = state / JOURNAL_NAME
    if not path.exists():
        raise OperatorError(f"{state}: has no {JOURNAL_NAME}; name a table's state directory")
    return path


def _tell(copy: Proved) -> None:
    if copy.problems:
        texts = (f"{copy.file}: {problem.text}; copy it again" for problem in copy.problems)
        raise CheckFailedError(*texts)
    rows = f"rows {grouped(copy.first)} to {grouped(copy.last)}"
    click.echo(f"{copy.file}: {rows}, copied and checked")
