"""The newest view and how old it is; whoever shows it is rung when it changes."""

import asyncio
import logging
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Literal

from controller.bus.messages import Beat
from controller.core.board import Board
from controller.core.fact import Fact
from controller.core.roads import RoadsError
from drivers.scoreboard.road_view import ShoeRoads
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


class Hub:
    """Takes what the table sends and keeps only the newest picture of it."""

    def __init__(self, page: str = "", clock: Callable[[], float] = time.monotonic) -> None:
        self._page = page
        self._clock = clock
        self._roads = ShoeRoads()
        self._heard = clock()
        self._legible = True
        self._opened_round: int | None = None
        self._opened: float | None = None
        self._bells: set[asyncio.Event] = set()
        self.view: View | None = None

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
        elif self._legible and self.view is not None:
            self._heard = self._clock()

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
            view = public_view(board, self._roads)
        except RoadsError as error:
            # Heartbeats must not vouch for a picture that is known to be out of date.
            self._legible = False
            log.error("board %d not shown: %s", board.number, error)
            return
        self._note_opening(board)
        self._legible, self._heard = True, self._clock()
        if view != self.view:
            self.view = view
            for bell in self._bells:
                bell.set()

    def _note_opening(self, board: Board) -> None:
        if board.bets_open and board.round != self._opened_round:
            # Bets that were open before the first board opened at a time nobody told us.
            self._opened = self._clock() if self.view is not None else None
            self._opened_round = board.round

    def _timer_left_ms(self, view: View) -> int | None:
        if view.timer_s is None or self._opened is None:
            return None
        return max(0, round((view.timer_s - (self._clock() - self._opened)) * 1000))
