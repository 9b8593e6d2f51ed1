"""The room's days: when the file of one is over, and its copy in the archive."""

import logging
from collections.abc import Callable
from datetime import date, datetime, time, timedelta
from pathlib import Path
from threading import Thread
from typing import Final

from controller.daemon.keeper import TableKeeper
from controller.facts.events import DeviceConnected, DeviceLost, Event
from controller.facts.phrase import phrase
from controller.record.archive import RETENTION_YEARS, close_file, copied, expired
from controller.record.journal import Journal
from controller.record.row import JournalError
from controller.record.shelf import closed_files
from controller.table.missing import is_midway
from controller.table.state import TableState

# A new file opens the table anew, with another shoe and the bank at the first seat: nobody may be
# playing. So long nothing was recorded.
EMPTY_TABLE_S: Final = 600.0
AWAY: Final = phrase("lost-before")

_log = logging.getLogger(__name__)


def day_of(at_ms: int, ends: time) -> date:
    """The room's day of a moment: it begins when the one before ends."""
    offset = timedelta(hours=ends.hour, minutes=ends.minute)
    return (datetime.fromtimestamp(at_ms / 1000) - offset).date()


class DayWatch:
    """Tells when the day of a file is over and nobody would notice that it is closed."""

    def __init__(self, journal: Journal, ends: time | None) -> None:
        self._ends = ends
        first = next(journal.rows(limit=1), None)
        self._begun_ms = None if first is None else first.at_ms
        self._number = -1
        self._still_since = 0.0

    def is_over(self, keeper: TableKeeper, now: float) -> bool:
        """Whether the file should be closed now; never in play, in mid-round or in a hold."""
        if self._ends is None or self._begun_ms is None:
            return False
        if keeper.number != self._number:
            self._number, self._still_since = keeper.number, now
        if now - self._still_since < EMPTY_TABLE_S:
            return False
        is_late = day_of(self._begun_ms, self._ends) < day_of(keeper.now_ms(), self._ends)
        return is_late and keeper.state.hold is None and not is_midway(keeper.state)


def still_there(state: TableState) -> list[Event]:
    """What the file of a new day must know of the devices: they go on, and say no hello."""
    found: list[Event] = []
    for entry in state.devices:
        kind = state.rules.devices[entry.device]
        if entry.state == "ready":
            found.append(DeviceConnected(device=entry.device, device_kind=kind, boot=entry.boot))
        else:
            found.append(DeviceLost(device=entry.device, reason=entry.reason or AWAY))
    return found


def close_day(path: Path, table: str, close: Callable[[Path, str], Path] = close_file) -> None:
    """Seal the file of a day; one that cannot be closed goes on, and is tried again."""
    try:
        _log.info("the day is closed: %s", close(path, table).name)
    except (JournalError, OSError) as error:
        _log.error("the day could not be closed, its file goes on: %s", error)


class Archive:
    """Copies closed files to another folder and proves the copies, beside the table's play."""

    def __init__(self, folder: Path, keep: str) -> None:
        self._folder = folder
        self._years = RETENTION_YEARS[keep]

    def begin(self, state: Path, now_ms: int) -> Thread:
        """Copy what is not there yet, and name what need not be kept any longer."""
        thread = Thread(target=self.fill, args=(state, now_ms), name="archive", daemon=True)
        thread.start()
        return thread

    def fill(self, state: Path, now_ms: int) -> None:
        """The work of the thread; what fails is told, and tried again at the next start."""
        try:
            for file in closed_files(state):
                if not (self._folder / file.name).exists():
                    self._copy(file)
            for file in expired(self._folder, self._years, now_ms):
                _log.warning("%s: need not be kept any longer; remove it when you may", file)
        except (JournalError, OSError) as error:
            _log.error("archive %s: %s; closed files stay where they are", self._folder, error)

    def _copy(self, file: Path) -> None:
        copy = copied(file, self._folder)
        if not copy.problems:
            _log.info("%s: rows %d to %d copied and checked", copy.file, copy.first, copy.last)
            return
        # A copy that is not proved is none: it is made again.
        copy.file.unlink()
        for problem in copy.problems:
            _log.error("%s: %s; the copy is made again", copy.file, problem.text)
