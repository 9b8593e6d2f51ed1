"""Opening a record that may be damaged: what is proved goes on, the whole file is set aside."""

from datetime import UTC, datetime
from itertools import takewhile
from pathlib import Path
from typing import NamedTuple

from controller.record.journal import Journal
from controller.record.row import JournalDamagedError, JournalError

# What SQLite keeps beside a file belongs to it.
BESIDE = ("", "-wal", "-shm")


class Damage(NamedTuple):
    """The first row that is not proved, and the name under which the damaged file is kept."""

    row: int
    file: str


def open_proved(path: Path, version: str) -> tuple[Journal, Damage | None]:
    """Open a record for appending; from the first row that does not fit, it is set aside."""
    try:
        journal = Journal.open(path)
    except JournalDamagedError:
        return _rescued(path, 0)
    saved = journal.latest_checkpoint(version)
    misfit = journal.first_misfit(saved[0] if saved else 0)
    if misfit is None:
        return journal, None
    journal.close()
    return _rescued(path, misfit)


def _rescued(path: Path, misfit: int) -> tuple[Journal, Damage]:
    aside = _set_aside(path)
    journal = Journal.open(path)
    try:
        with Journal.open_for_reading(aside) as damaged:
            journal.take_over(takewhile(lambda row: row.number < misfit, damaged.rows()))
    except JournalError:
        # Nothing more can be read; what was read until then is in the new record.
        pass
    return journal, Damage(journal.last_number + 1, aside.name)


def _set_aside(path: Path) -> Path:
    """Give a damaged file another name, with everything that belongs to it."""
    stamp = datetime.now(UTC).strftime("%Y%m%dT%H%M%S")
    aside = path.with_name(f"{path.stem}-damaged-{stamp}{path.suffix}")
    for ending in BESIDE:
        part = path.with_name(path.name + ending)
        if part.exists():
            part.rename(aside.with_name(aside.name + ending))
    return aside
