"""Opens a port again and again, with doubling delay, and at once when its path comes back."""

import logging
from pathlib import Path
from typing import Final

from drivers.link.port import Port, PortError

FIRST_DELAY_S: Final = 0.05
LAST_DELAY_S: Final = 2.0
GLANCE_S: Final = 0.05

_log = logging.getLogger(__name__)


class PortOpener:
    """Knows when to try next and what was wrong last; logs only a change of reason."""

    def __init__(self, device: str, path: Path, baud: int) -> None:
        self.problem = ""
        self._device = device
        self._path = path
        self._baud = baud
        self._delay_s = FIRST_DELAY_S
        self._has_answered = False
        self._due = 0.0
        self._seen = _node(path)

    def try_open(self, now: float) -> Port | None:
        """Open the port if it is time to; None when it is not, or when it failed."""
        node = _node(self._path)
        if now < self._due and node == self._seen:
            return None
        self._seen = node
        self._due = now + self._delay_s
        self._delay_s = min(self._delay_s * 2, LAST_DELAY_S)
        try:
            return Port(self._path, self._baud)
        except PortError as error:
            self._note(error)
            return None

    def settle(self) -> None:
        """The device behind the port answered: the next loss starts with short delays."""
        self.problem = ""
        self._delay_s = FIRST_DELAY_S
        self._has_answered = True

    def next_due(self, now: float) -> float:
        """When `try_open` should be called next; often, for a glance at the path is cheap."""
        return min(self._due, now + GLANCE_S)

    def _note(self, error: PortError) -> None:
        if str(error) == self.problem:
            return
        self.problem = str(error)
        # The loss of a device that has answered is logged where it is noticed.
        if not (error.cause == "missing" and self._has_answered):
            _log.warning("%s: %s", self._device, error)


def _node(path: Path) -> tuple[int, int] | None:
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_rdev, found.st_ino
