"""Opening a record that may be damaged: what is proved goes on, the whole file is set aside."""

from collections.abc import Callable
from datetime import UTC, datetime
from itertools import takewhile
from pathlib import Path
from typing import NamedTuple

from controller.record.archive import finish_closing
from controller.record.beginning import FIRST, Beginning
from controller.record.connection import Connect, connected
from controller.record.journal import Journal
from controller.record.log import lost_commits, read_log
from controller.record.notes import NoteFile
from controller.record.row import JournalDamagedError, JournalError
from controller.record.shelf import closed_files, next_beginning

# What SQLite keeps beside a file belongs to it.
LOG = "-wal"
BESIDE = ("", LOG, "-shm")


class Damage(NamedTuple):
    """The first row that is not proved, and the name under which the damaged file is kept."""

    row: int
    file: str


def open_proved(
    path: Path,
    version: str,
    connect: Connect = connected,
    log_of: Callable[[Path], bytes | None] = read_log,
) -> tuple[Journal, Damage | None]:
    """Open a record for appending; from the first row that does not fit, it is set aside."""
    finish_closing(path)
    log = log_of(path)
    try:
        journal = Journal.open(path, connect)
    except JournalDamagedError:
        return _rescued(path, 0, None, connect)
    try:
        misfit = first_unproved(journal, version, log)
    except BaseException:
        journal.close()
        raise
    if misfit is None:
        return journal, None
    journal.close()
    return _rescued(path, misfit, log, connect)


def first_unproved(journal: Journal, version: str, log: bytes | None) -> int | None:
    """The first row that is not proved, or that was in a log which is gone."""
    try:
        saved = journal.latest_checkpoint(version)
        misfit = journal.first_misfit(saved[0] if saved else 0)
    except JournalDamagedError:
        return 0
    try:
        journal.try_out()
    except JournalDamagedError:
        return misfit or journal.last_number + 1
    except JournalError:
        # A full disk: the table opens, and says so with the first event.
        pass
    if misfit is None and journal.opened.was_open:
        lost = log is None or lost_commits(log, journal.opened.frames)
        return journal.last_number + 1 if lost else None
    return misfit


def _rescued(
    path: Path, misfit: int, log: bytes | None, connect: Connect
) -> tuple[Journal, Damage]:
    aside = _set_aside(path)
    journal = Journal.open(path, connect, _beginning(aside, connect))
    try:
        with Journal.open_for_reading(aside, connect) as damaged:
            journal.take_over(takewhile(lambda row: row.number < misfit, damaged.rows()))
    except JournalError:
        # Nothing more can be read; what was read until then is in the new record.
        pass
    if log is not None:
        # SQLite took what it believed of the log and let go of the rest.
        aside.with_name(aside.name + LOG).write_bytes(log)
    return journal, Damage(journal.last_number + 1, aside.name)


def _beginning(aside: Path, connect: Connect) -> Beginning:
    """Where the damaged file began, by itself or by the file that was closed before it."""
    try:
        with Journal.open_for_reading(aside, connect) as damaged:
            return damaged.beginning
    except JournalError:
        pass
    for file in closed_files(aside.parent)[-1:]:
        with Journal.open_for_reading(file, connect) as closed:
            return next_beginning(closed)
    return FIRST


def _set_aside(path: Path) -> Path:
    """Give a damaged file another name, with everything that belongs to it."""
    stamp = datetime.now(UTC).strftime("%Y%m%dT%H%M%S")
    aside = path.with_name(f"{path.stem}-damaged-{stamp}{path.suffix}")
    for ending in BESIDE:
        part = path.with_name(path.name + ending)
        if part.exists():
            part.rename(aside.with_name(aside.name + ending))
    notes = NoteFile.beside(path).path
    if notes.exists():
        notes.rename(NoteFile.beside(aside).path)
    return aside
