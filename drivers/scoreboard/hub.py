"""The newest view and how old it is; whoever shows it is rung when it changes."""

import asyncio
import logging
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Literal

from controller.bus.messages import Beat
from controller.facts.board import Board
from controller.facts.fact import Fact
from controller.facts.phrase import Reason
from controller.roads.layout import Tail
from controller.roads.roads import RoadsError
from drivers.scoreboard.road_view import ShoeRoads
from drivers.scoreboard.round_shelf import RoundsView
from drivers.scoreboard.screens_seen import (
    USUAL_TIMES,
    Drawn,
    ScreenHealth,
    ScreensSeen,
    ScreenTimes,
)
from drivers.scoreboard.view import View, public_view

log = logging.getLogger(__name__)


class ViewMessage(Fact):
    """The whole view; `page` names the edition of the page files the server hands out."""

    kind: Literal["view"] = "view"
    page: str
    view: View
    age_ms: int
    timer_left_ms: int | None


class AgeMessage(Fact):
    """Nothing new; `age_ms` is the time since the table was last heard."""

    kind: Literal["age"] = "age"
    page: str
    number: int | None
    age_ms: int


class Health(Fact):
    """Whether the scoreboard works: its last board and how old it is, its pages, its screens."""

    number: int | None
    age_ms: int
    clients: int
    screens: dict[str, ScreenHealth]


class Hub:
    """Takes what the table sends and keeps only the newest picture of it."""

    def __init__(
        self,
        page: str = "",
        clock: Callable[[], float] = time.monotonic,
        tail: Tail = Tail.STAY,
        times: ScreenTimes = USUAL_TIMES,
    ) -> None:
        self._page = page
        self._clock = clock
        self._roads = ShoeRoads(tail)
        self._heard = clock()
        self._legible = True
        self._closes: float | None = None
        self._bells: set[asyncio.Event] = set()
        self._history: RoundsView | None = None
        self.view: View | None = None
        # Set whenever the table came to another round or another stage of it.
        self.moved_on = asyncio.Event()
        self.screens = ScreensSeen(clock(), times)

    @property
    def clients(self) -> int:
        """How many pages follow."""
        return len(self._bells)

    @property
    def age_ms(self) -> int:
        """Time since the table was last heard, or since the start if it never was."""
        return round((self._clock() - self._heard) * 1000)

    def take(self, item: Board | Beat) -> None:
        """Learn a new board, or that the table lives."""
        if isinstance(item, Board):
            self._take_board(item)
        elif self._legible and self._is_current(item):
            self._heard = self._clock()

    def _is_current(self, beat: Beat) -> bool:
        """A heartbeat must not vouch for a picture that the table has left behind.

        Nor while the record cannot be written: the table goes on, and the picture does not.
        """
        return self.view is not None and beat.number == self.view.number and not beat.trouble

    def screen_drew(self, report: Drawn) -> None:
        """A page has this view on its screen."""
        self.screens.drew(report, self._clock())

    def screen_closed(self, screen: str) -> None:
        """The last page of a screen said goodbye."""
        self.screens.closed(screen, self._clock())

    def screen_trouble(self) -> Reason | None:
        """What is wrong with the screens by now, "" if nothing is, None while it is too early."""
        return self.screens.trouble(self._clock())

    def health(self) -> Health:
        """Whether the scoreboard works, for those who watch it."""
        return Health(
            number=self.view.number if self.view else None,
            age_ms=self.age_ms,
            clients=self.clients,
            screens=self.screens.health(self._clock()),
        )

    def message(self, shown: View | None) -> ViewMessage | AgeMessage:
        """What to send to a page that already shows `shown`."""
        if self.view is None or self.view is shown:
            number = self.view.number if self.view else None
            return AgeMessage(page=self._page, number=number, age_ms=self.age_ms)
        left = self._timer_left_ms(self.view)
        return ViewMessage(page=self._page, view=self.view, age_ms=self.age_ms, timer_left_ms=left)

    @contextmanager
    def bell(self) -> Iterator[asyncio.Event]:
        """An event that is set at each change, for as long as the caller listens."""
        bell = asyncio.Event()
        self._bells.add(bell)
        try:
            yield bell
        finally:
            self._bells.discard(bell)

    def _take_board(self, board: Board) -> None:
        try:
            view = public_view(board, self._roads, self._history)
        except RoadsError as error:
            # Heartbeats must not vouch for a picture that is known to be out of date.
            self._legible = False
            log.error("board %d not shown: %s", board.number, error)
            return
        self._note_timer(board)
        self._legible, self._heard = True, self._clock()
        self._show(view)

    def learn(self, history: RoundsView) -> None:
        """Take in what the record tells of the rounds before."""
        self._history = history
        if self.view is not None:
            self._show(self.view.model_copy(update={"history": history}))

    def _show(self, view: View) -> None:
        self._compare(view)
        if view == self.view:
            return
        if self.view is None or (self.view.round, self.view.state) != (view.round, view.state):
            self.moved_on.set()
        self.view = view
        for bell in self._bells:
            bell.set()

    def _compare(self, view: View) -> None:
        """Tell the screens' watch of a changed picture; a new number alone changes none."""
        if not _looks_alike(self.view, view):
            self.screens.changed(view.number, self._clock())

    def _note_timer(self, board: Board) -> None:
        left = board.timer_left_ms
        self._closes = None if left is None else self._clock() + left / 1000

    def _timer_left_ms(self, view: View) -> int | None:
        if view.timer_s is None or self._closes is None:
            return None
        return max(0, round((self._closes - self._clock()) * 1000))


def _looks_alike(before: View | None, after: View) -> bool:
    if before is None or after.number < before.number:
        return False
    return after.model_copy(update={"number": before.number}) == before
