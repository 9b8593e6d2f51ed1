"""Opens a port again and again, with doubling delay, and at once when its path comes back."""

import logging
from collections.abc import Callable
from pathlib import Path
from typing import Final

from config.words.reasons import in_english
from controller.facts.phrase import Reason
from drivers.runtime.place import OpenPort, PortPlace, place_of
from drivers.runtime.port import Port, PortError

FIRST_DELAY_S: Final = 0.05
LAST_DELAY_S: Final = 2.0
GLANCE_S: Final = 0.05
# Devices and drivers often start together; a port may take this long without a word.
GRACE_S: Final = 2.0

_log = logging.getLogger(__name__)


class PortOpener:
    """Knows when to try next and what was wrong last; logs only a change of reason."""

    def __init__(
        self,
        device: str,
        port: Path | PortPlace,
        baud: int,
        open_port: Callable[[Path, int], OpenPort] = Port,
    ) -> None:
        self.problem: Reason = ""
        self._device = device
        self._place = place_of(port)
        self._baud = baud
        self._open_port = open_port
        self._delay_s = FIRST_DELAY_S
        self._has_answered = False
        self._due = 0.0
        self._seen = self._place.glance()
        self._grace_ends: float | None = None
        self._cause = ""
        self._logged: Reason = ""

    def try_open(self, now: float) -> OpenPort | None:
        """Open the port if it is time to; None when it is not, or when it failed."""
        seen = self._place.glance()
        if now < self._due and seen == self._seen:
            self._log_problem(now)
            return None
        self._seen = seen
        self._due = now + self._delay_s
        self._delay_s = min(self._delay_s * 2, LAST_DELAY_S)
        try:
            return self._open_port(self._place.find(), self._baud)
        except PortError as error:
            self.problem, self._cause = error.reason, error.cause
            self._log_problem(now)
            return None

    def settle(self) -> None:
        """The device behind the port answered: the next loss starts with short delays."""
        self.problem = self._logged = ""
        self._delay_s = FIRST_DELAY_S
        self._has_answered = True

    def end_grace(self) -> Reason:
        """Time for a first complaint, if there is one; returns what is wrong."""
        self._grace_ends = float("-inf")
        self._log_problem(0.0)
        return self.problem

    def next_due(self, now: float) -> float:
        """When `try_open` should be called next; often, for a glance at the path is cheap."""
        return min(self._due, now + GLANCE_S)

    def _log_problem(self, now: float) -> None:
        if self._grace_ends is None:
            self._grace_ends = now + GRACE_S
        if self.problem == self._logged or not self.problem:
            return
        if self._cause == "missing" and now < self._grace_ends:
            return
        self._logged = self.problem
        # The loss of a device that has answered is logged where it is noticed.
        if not (self._cause == "missing" and self._has_answered):
            _log.warning("%s: %s", self._device, in_english(self.problem))
