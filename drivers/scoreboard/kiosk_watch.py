"""When the browser of a screen must be started again: pure, told the time."""

from typing import Final, NamedTuple

from drivers.scoreboard.hub import Health

QUIET_S: Final = 20.0
# A small computer takes its time from a cold start to the first picture.
FIRST_DRAW_S: Final = 60.0
FIRST_WAIT_S: Final = 1.0
LONGEST_WAIT_S: Final = 60.0
PROVEN_S: Final = 60.0


class Patience(NamedTuple):
    """How long a screen may draw nothing: at its start, and later."""

    first_s: float = FIRST_DRAW_S
    later_s: float = QUIET_S


class Watch:
    """Follows one browser from start to start; each failure lengthens the wait before the next."""

    def __init__(self, screen: str, patience: Patience | None = None) -> None:
        self._screen = screen
        self._patience = patience or Patience()
        self._started = 0.0
        self._excused = 0.0
        self._drawn: float | None = None
        self._wait_s = FIRST_WAIT_S

    @property
    def has_drawn(self) -> bool:
        """Whether this browser has put a picture on its screen."""
        return self._drawn is not None

    def begin(self, now: float) -> None:
        """A browser was started."""
        self._started = self._excused = now
        self._drawn = None

    def fault(self, health: Health | None, is_lit: bool, now: float) -> str:
        """Why the browser must be started again, or ""."""
        if health is None or health.number is None or not is_lit:
            # Nothing to draw, or nothing to draw on: silence proves nothing.
            self._excused = now
            return ""
        self._note_draw(health, now)
        quiet_s = now - max(self._excused, self._drawn or self._started)
        limit_s = self._patience.first_s if self._drawn is None else self._patience.later_s
        return f"has drawn nothing for {quiet_s:.0f} s" if quiet_s > limit_s else ""

    def wait_s(self) -> float:
        """How long to wait before the next start; short again after a browser that did well."""
        if self._drawn is not None and self._drawn - self._started > PROVEN_S:
            self._wait_s = FIRST_WAIT_S
        wait_s = self._wait_s
        self._wait_s = min(wait_s * 2, LONGEST_WAIT_S)
        return wait_s

    def _note_draw(self, health: Health, now: float) -> None:
        seen = health.screens.get(self._screen)
        if seen is not None and now - seen.drawn_ms_ago / 1000 > self._started:
            self._drawn = now - seen.drawn_ms_ago / 1000
