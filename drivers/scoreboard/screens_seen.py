"""Which screens draw, and what the table should know of it: pure, told the time."""

from dataclasses import dataclass
from typing import Annotated, Final, Literal, NamedTuple

from pydantic import Field

from config.table import SCOREBOARD
from config.words.reasons import in_english
from controller.facts.fact import Fact, Name
from controller.facts.phrase import Reason, phrase

DEVICE: Final = SCOREBOARD
WALL: Final = "kiosk"
MOST_SCREENS: Final = 32


class ScreenTimes(NamedTuple):
    """When a page gets its view again, and when a silent or an old screen counts as lost."""

    # A frozen page keeps its connection: only an answer to a view proves that it still draws.
    again_s: float = 5.0
    silent_s: float = 15.0
    behind_s: float = 10.0


USUAL_TIMES: Final = ScreenTimes()


class Drawn(Fact):
    """A page says that a view is on its screen; `paint_ms` is what drawing it took."""

    kind: Literal["drawn"] = "drawn"
    screen: Name
    number: Annotated[int, Field(ge=0, lt=2**63)]
    page: Annotated[str, Field(max_length=64)]
    paint_ms: Annotated[float, Field(ge=0, allow_inf_nan=False)]


class ScreenHealth(Fact):
    """What is known of one screen."""

    number: int
    page: str
    paint_ms: float
    drawn_ms_ago: int
    trouble: str


@dataclass(slots=True)
class _Screen:
    last: Drawn
    at: float
    behind_since: float | None = None
    closed_at: float | None = None
    trouble: Reason = ""


class ScreensSeen:
    """Remembers what every screen drew last, and says what is wrong with them."""

    def __init__(self, now: float, times: ScreenTimes = USUAL_TIMES) -> None:
        self.times = times
        self._screens: dict[str, _Screen] = {}
        self._newest = -1
        self._began = now

    def changed(self, number: int, now: float) -> None:
        """The picture differs since this number: whoever shows an older one is behind."""
        if number < self._newest:
            # A new record begins its numbers anew.
            self._forget_numbers()
        self._newest = number
        for screen in self._screens.values():
            if screen.behind_since is None and screen.last.number < number:
                screen.behind_since = now

    def drew(self, report: Drawn, now: float) -> None:
        """A page of this screen drew; the screen is as good as the best of its pages."""
        screen = self._screens.get(report.screen)
        if screen is None:
            if len(self._screens) < MOST_SCREENS:
                self._screens[report.screen] = _Screen(report, now)
            return
        screen.closed_at = None
        if report.number >= self._newest:
            screen.behind_since = None
        if report.number >= min(screen.last.number, self._newest):
            screen.last, screen.at = report, now

    def closed(self, name: str, now: float) -> None:
        """The last page of a screen said goodbye."""
        if name in self._screens:
            self._screens[name].closed_at = now

    def trouble(self, now: float) -> Reason | None:
        """Why the scoreboard is not to be seen, "" when it is, None while it is too early."""
        for name in list(self._screens):
            self._look_at(name, self._screens[name], now)
        for name in sorted(self._screens):
            if self._screens[name].trouble:
                return self._screens[name].trouble
        if self._screens:
            return ""
        if now - self._began < self.times.silent_s:
            return None
        return phrase("lost-screens-none")

    def health(self, now: float) -> dict[str, ScreenHealth]:
        """Every screen, by name."""
        return {name: _health(screen, now) for name, screen in self._screens.items()}

    def _look_at(self, name: str, screen: _Screen, now: float) -> None:
        trouble = _trouble(screen, now, self.times)
        is_current = screen.last.number >= self._newest
        if trouble or is_current:
            screen.trouble = trouble
        if trouble and screen.closed_at is not None and name != WALL:
            # Only the wall must always show something; another page may be closed for good.
            del self._screens[name]

    def _forget_numbers(self) -> None:
        for screen in self._screens.values():
            screen.last = screen.last.model_copy(update={"number": 0})
            screen.behind_since = None


def _trouble(screen: _Screen, now: float, times: ScreenTimes) -> Reason:
    name = screen.last.screen
    if now - screen.at > times.silent_s:
        if screen.closed_at is not None:
            return phrase("lost-screen-closed", screen=name)
        return phrase("lost-screen-blank", screen=name, seconds=round(times.silent_s))
    if screen.behind_since is not None and now - screen.behind_since > times.behind_s:
        return phrase("lost-screen-old", screen=name, seconds=round(times.behind_s))
    return ""


def _health(screen: _Screen, now: float) -> ScreenHealth:
    return ScreenHealth(
        number=screen.last.number,
        page=screen.last.page,
        paint_ms=screen.last.paint_ms,
        drawn_ms_ago=round((now - screen.at) * 1000),
        trouble=in_english(screen.trouble),
    )
