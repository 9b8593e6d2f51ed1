"""The disk under the record: said in time, and once, when it runs short."""

import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Final, NamedTuple

from controller.facts.events import DiskRanLow

LOOK_EVERY_S: Final = 30.0
# At 0.6 MB of record an hour and a few MB of pictures this is days, not minutes.
LOW_BYTES: Final = 500_000_000


class Room(NamedTuple):
    """Bytes that are free, and all there are."""

    free: int
    total: int


def _room(folder: Path) -> Room:
    usage = shutil.disk_usage(folder)
    return Room(usage.free, usage.free + usage.used)


class DiskWatch:
    """Looks at the free space now and then."""

    def __init__(self, folder: Path, room: Callable[[Path], Room] | None = None) -> None:
        self._folder = folder
        self._room = room or _room
        self._due = 0.0
        self._is_low = False
        # How full it was at the last look.
        self.percent = 0

    def look(self, now: float) -> DiskRanLow | None:
        """The event of a disk that has just run short; twice the space must be free to end it."""
        if now < self._due:
            return None
        self._due = now + LOOK_EVERY_S
        free, total = self._room(self._folder)
        self.percent = 100 - 100 * free // max(1, total)
        was_low, self._is_low = self._is_low, free < LOW_BYTES * (2 if self._is_low else 1)
        if was_low or not self._is_low:
            return None
        return DiskRanLow(free_mb=free // 1_000_000)
