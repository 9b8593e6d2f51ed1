"""The newest board and how old it is; every open page is rung when there is news."""

import time
from collections.abc import Callable

from config.words import words
from controller.bus.client import FeedClient
from controller.bus.messages import Beat
from controller.desk.alarm_strip import strip_of
from controller.desk.page import PageForStaff, Sight, StaffPage
from controller.desk.page_messages import Picture
from controller.desk.visit import Visit
from controller.facts.board import Board
from controller.web.bells import Bells
from drivers.scoreboard.hub import Health
from drivers.scoreboard.screens_seen import Drawn, ScreensSeen


class TableWatch(Bells):
    """Follows the table for all pages together."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        super().__init__()
        self._clock = clock
        self._heard = clock()
        self.board: Board | None = None
        self.has_trouble = False
        self.screens = ScreensSeen(clock())

    @property
    def age_ms(self) -> int:
        """Time since the table last vouched for what the pages show."""
        return round((self._clock() - self._heard) * 1000)

    async def follow(self, feed: FeedClient) -> None:
        """Follow until cancelled."""
        async for item in feed.boards():
            self.take(item)

    def take(self, item: Board | Beat) -> None:
        """Learn a new board, or that the table lives and is what the pages show."""
        if isinstance(item, Board):
            self.board = item
            self._heard = self._clock()
            self.screens.changed(item.number, self._clock())
        else:
            self.has_trouble = bool(item.trouble)
            # A heartbeat vouches for the newest board only, and not while nothing can be recorded.
            if self.board is not None and item.number == self.board.number and not item.trouble:
                self._heard = self._clock()
        self.ring()

    async def picture(self, page: PageForStaff, visit: Visit, language: str) -> Picture | None:
        """What a page shows a person of the newest board."""
        board = self.board
        if board is None or not isinstance(page, StaffPage):
            return None
        shown = await page.show(visit, Sight(board, language))
        alarms = strip_of(board.alarms, words(language))
        return Picture(number=board.number, alarms=alarms, shown=shown)

    def drew(self, drawn: Drawn) -> None:
        """A page has a picture on its screen."""
        self.screens.drew(drawn, self._clock())

    def health(self) -> Health:
        """Whether the desk works, for those who watch its screens."""
        return Health(
            number=self.board.number if self.board else None,
            age_ms=self.age_ms,
            clients=len(self._bells),
            screens=self.screens.health(self._clock()),
        )
