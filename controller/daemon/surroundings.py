"""What is around the record: its disk and its clock, looked at now and then."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final

from controller.daemon.disk import DiskWatch, Room
from controller.daemon.provenance import ClockWatch, is_synchronised
from controller.facts.events import Event

CLOCK_LOOKED_AT_EVERY_S: Final = 30.0
# Between two looks further apart than this the process was held up: they are no moment.
MOMENT_S: Final = 0.05
MOST_LOOKS: Final = 20


def one_moment(wall_ms: Callable[[], int], steady_s: Callable[[], float]) -> tuple[int, float]:
    """Both clocks at once: what lies between two looks would be taken for a clock that was set."""
    for _ in range(MOST_LOOKS):
        before, wall, after = steady_s(), wall_ms(), steady_s()
        if after - before <= MOMENT_S:
            break
    return wall, after


class Surroundings:
    """Tells of a disk that runs short and a clock that was set; knows how both are."""

    def __init__(
        self,
        folder: Path,
        wall_ms: int,
        steady_s: float,
        is_synchronised: Callable[[], bool] = is_synchronised,
        room: Callable[[Path], Room] | None = None,
    ) -> None:
        self._disk = DiskWatch(folder, room)
        self._clock = ClockWatch(wall_ms, int(steady_s * 1000), is_synchronised)
        self._ask_clock = is_synchronised
        self._clock_due = 0.0
        self.is_synchronised = True

    @property
    def disk_percent(self) -> int:
        """How full the disk was at the last look."""
        return self._disk.percent

    def look(self, wall_ms: int, steady_s: float) -> Iterator[Event]:
        """The events of what has just changed."""
        if steady_s >= self._clock_due:
            self._clock_due = steady_s + CLOCK_LOOKED_AT_EVERY_S
            self.is_synchronised = self._ask_clock()
        step = self._clock.step(wall_ms, int(steady_s * 1000))
        for event in (step, self._disk.look(steady_s)):
            if event is not None:
                yield event
