"""Closing a file of the record, and copies of it that are proved before anybody relies on them."""

import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Final, NamedTuple

from controller.record.audit import Problem
from controller.record.journal import Journal
from controller.record.keys import TABLE_KEY
from controller.record.notes import ENDING
from controller.record.proving import problems_of
from controller.record.row import JournalError
from controller.record.sealing import WITNESSES, Seal
from controller.record.shelf import closed_files, closed_name, next_beginning

# Left beside the record by a backup, so that its age can be told.
BACKUP_STAMP: Final = "last-backup"
NEXT: Final = ".next"
YEAR_MS: Final = 366 * 86_400_000
# How long a record is kept: Title 4 CCR 12003(b), and 12312(a) for financial records.
RETENTION_YEARS: Final = {"five-years": 5, "seven-years": 7}
BESIDE: Final = (Path(TABLE_KEY).with_suffix(".pub").name, WITNESSES)


class Proved(NamedTuple):
    """A file of a record, its rows, and what is wrong with it."""

    file: Path
    first: int
    last: int
    problems: list[Problem]


def close_file(path: Path, table: str) -> Path:
    """Close the file a table wrote: signed, whole, named by its rows; a new one continues it."""
    following = path.with_name(path.name + NEXT)
    with Journal.open(path) as journal:
        if journal.last_number == journal.beginning.number:
            raise JournalError(f"record: {path} holds no row yet; there is nothing to close")
        seal = Seal.of(journal, table)
        seal.sign()
        beginning = next_beginning(journal)
        closed = path.with_name(closed_name(journal.beginning.number + 1, journal.last_number))
        following.unlink(missing_ok=True)
        Journal.open(following, beginning=beginning).close()
        notes = seal.notes.path
    notes.rename(closed.with_suffix(ENDING))
    path.rename(closed)
    closed.chmod(0o444)
    finish_closing(path)
    return closed


def finish_closing(path: Path) -> None:
    """Put the new file in the old one's place, also when the power went between the two."""
    following = path.with_name(path.name + NEXT)
    if following.exists() and not path.exists():
        following.rename(path)
        following.with_name(following.name + ".lock").unlink(missing_ok=True)


def copied(file: Path, folder: Path) -> Proved:
    """Copy a closed file with its notes and public keys, and prove the copy."""
    folder.mkdir(parents=True, exist_ok=True)
    beside = [file.with_suffix(ENDING), *(file.with_name(name) for name in BESIDE)]
    for part in (file, *beside):
        if part.exists():
            shutil.copy2(part, folder)
    return proved(folder / file.name)


def backed_up(path: Path, folder: Path) -> Proved:
    """A whole copy of the file that is being written, beside what proves it."""
    folder.mkdir(parents=True, exist_ok=True)
    with Journal.open_for_reading(path) as journal:
        journal.copy_to(folder / path.name)
    shutil.copymode(path, folder / path.name)
    for part in (path.with_suffix(ENDING), *(path.with_name(name) for name in BESIDE)):
        if part.exists():
            shutil.copy2(part, folder)
    return proved(folder / path.name)


def proved(file: Path) -> Proved:
    """One file of a record, every row and note of it checked."""
    with Journal.open_for_reading(file) as journal:
        return Proved(file, journal.beginning.number + 1, journal.last_number, problems_of(journal))


def breaks(path: Path) -> Iterator[Problem]:
    """Where the files of a record do not continue one another."""
    before = None
    for file in [*closed_files(path.parent), *([path] if path.exists() else [])]:
        with Journal.open_for_reading(file) as journal:
            begun = journal.begun_at()
            if before is not None and begun != before:
                text = f"{file.name}: begins after row {begun[0]}, the file before ends with"
                yield Problem(begun[0] + 1, "removed", f"{text} row {before[0]}")
            before = journal.head()


def expired(folder: Path, years: int, now_ms: int) -> list[Path]:
    """The closed files whose last row is older than the rule keeps."""
    found = []
    for file in closed_files(folder):
        with Journal.open_for_reading(file) as journal:
            last = next(journal.rows(journal.last_number - 1), None)
        if last is not None and last.at_ms < now_ms - years * YEAR_MS:
            found.append(file)
    return found
