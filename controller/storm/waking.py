"""Waking at a time or before: one sleeper that is never woken twice for one reason."""

from collections.abc import Callable

from controller.storm.timeline import Timeline


class Sleeper:
    """Calls its work at the earliest time it was asked for."""

    def __init__(self, timeline: Timeline, work: Callable[[], None]) -> None:
        self._timeline = timeline
        self._work = work
        self._due = float("inf")
        self._is_urgent = False

    def wake_at(self, due: float) -> None:
        """Work at this time, unless it works before; until then the table does not stand still."""
        if not self._is_urgent:
            self._is_urgent = True
            self._timeline.urgent += 1
        self._ring_at(due)

    def sleep_until(self, due: float) -> None:
        """Work when a timer that ends then is served, unless it works before."""
        self._ring_at(self._timeline.leisurely(due))

    def wake(self) -> None:
        """Work at once."""
        self.wake_at(self._timeline.now)

    def _ring_at(self, due: float) -> None:
        if due < self._due:
            self._due = due
            self._timeline.ring_at(due, self._ring)

    def _ring(self) -> None:
        if self._timeline.now >= self._due:
            self._due = float("inf")
            if self._is_urgent:
                self._is_urgent = False
                self._timeline.urgent -= 1
            self._work()
