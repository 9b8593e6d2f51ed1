"""How many messages a page may send: a few at once, then so many a second. Pure, told the time."""

from typing import Final

AT_ONCE: Final = 60.0
EACH_SECOND: Final = 20.0


class Allowance:
    """Fills with time and empties with messages."""

    def __init__(
        self, now: float, at_once: float = AT_ONCE, each_second: float = EACH_SECOND
    ) -> None:
        self._most, self._rate = at_once, each_second
        self._left, self._at = at_once, now

    def spend(self, now: float) -> bool:
        """Take one message; False when there were too many."""
        self._left = min(self._most, self._left + (now - self._at) * self._rate)
        self._at = now
        if self._left < 1:
            return False
        self._left -= 1
        return True
