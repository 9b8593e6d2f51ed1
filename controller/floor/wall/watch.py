"""The floor as the wall follows it: the store is read now and then, and every page is rung."""

import asyncio
import logging
import time
from collections.abc import Callable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Final, TypeVar

from config.words import words
from controller.daemon.keeper import wall_clock_ms
from controller.desk.alarm_strip import AlarmLine, AlarmStrip
from controller.desk.page import PageForStaff
from controller.desk.page_messages import Picture
from controller.desk.visit import Visit
from controller.facts.alarms import Priority
from controller.floor.rounds import PlayedRound
from controller.floor.store.alarms import StoredAlarm
from controller.floor.store.database import StoreError
from controller.floor.store.rounds import RoundSearch
from controller.floor.store.store import FloorStore
from controller.floor.wall.figures import HOUR_MS
from controller.floor.wall.page import Floor, WallPage
from controller.floor.wall.tiles import alarm_tile
from controller.process.quiet_log import Quiet
from controller.web.bells import Bells
from drivers.scoreboard.hub import Health
from drivers.scoreboard.screens_seen import Drawn, ScreensSeen

READ_EVERY_S: Final = 1.0
# The pace of the last hour changes slowly, and is read for all tables at once.
ROUNDS_EVERY_S: Final = 10.0
MOST_ROUNDS: Final = 50_000
PATIENCE_S: Final = 5.0
# The strip on top has the most urgent ones; all of them have a list of their own.
MOST_LINES: Final = 3
URGENT: Final[Sequence[Priority]] = ("high", "medium", "low")
Found = TypeVar("Found")

_log = logging.getLogger(__name__)


class FloorWatch(Bells):
    """Reads the store in a thread of its own, for all pages together."""

    def __init__(
        self,
        url: str,
        clock: Callable[[], float] = time.monotonic,
        wall_ms: Callable[[], int] = wall_clock_ms,
    ) -> None:
        super().__init__()
        self._url = url
        self._clock = clock
        self._wall_ms = wall_ms
        self._pool = ThreadPoolExecutor(1, "store")
        self._store: FloorStore | None = None
        self._heard = clock()
        self._rounds_due = 0.0
        self._rounds: dict[str, list[PlayedRound]] = {}
        self._quiet = Quiet(clock=clock)
        self._paused_until = 0.0
        self.floor: Floor | None = None
        self.number = 0
        self.has_trouble = False
        self.screens = ScreensSeen(clock())

    # The store

    def submit(self, asked: Callable[[FloorStore], Found]) -> "Future[Found]":
        """Ask the store from any thread."""
        return self._pool.submit(lambda: asked(self._opened()))

    async def ask(self, asked: Callable[[FloorStore], Found]) -> Found:
        """Ask the store from a page; StoreError where it does not answer."""
        return await asyncio.wrap_future(self.submit(asked))

    def _opened(self) -> FloorStore:
        if self._store is None:
            self._store = FloorStore.open(self._url)
        return self._store

    async def follow(self) -> None:
        """Read again and again until cancelled; a database that is away is waited for."""
        while True:
            await self.read()
            await asyncio.sleep(READ_EVERY_S)

    async def read(self) -> None:
        """Read once and ring; what cannot be read grows old on every page."""
        try:
            floor = await self.ask(self._read)
        except StoreError as error:
            if self._quiet.may_say("store"):
                _log.warning("%s", error)
        else:
            if self.floor is None or floor[:3] != self.floor[:3]:
                self.number += 1
                self.screens.changed(self.number, self._clock())
            self.floor, self._heard = floor, self._clock()
        self.ring()

    def _read(self, store: FloorStore) -> Floor:
        now_ms, now = self._wall_ms(), self._clock()
        if now >= self._rounds_due:
            self._rounds_due = now + ROUNDS_EVERY_S
            rounds = store.rounds.find(RoundSearch(since_ms=now_ms - HOUR_MS), MOST_ROUNDS)
            self._rounds = {}
            for each in rounds:
                self._rounds.setdefault(each.table, []).append(each)
        alarms = tuple(store.alarms.open())
        return Floor(tuple(store.tables.all()), alarms, self._rounds, now_ms)

    def close(self) -> None:
        """Give the database back."""
        if self._store is not None:
            self._pool.submit(self._store.close)
        self._pool.shutdown()

    # What pages follow

    @property
    def age_ms(self) -> int:
        """Time since the store was last read."""
        return round((self._clock() - self._heard) * 1000)

    async def picture(self, page: PageForStaff, visit: Visit, language: str) -> Picture | None:
        """What the wall shows a person now."""
        if self.floor is None or not isinstance(page, WallPage):
            return None
        shown = page.show(visit, self.floor, language)
        strip = self.strip(language) if shown.refused == "" else AlarmStrip()
        return Picture(number=self.number, alarms=strip, shown=shown)

    def strip(self, language: str) -> AlarmStrip:
        """The most urgent alarms nobody has seen, and which of them sounds."""
        alarms = self.floor.alarms if self.floor else ()
        unseen = sorted(
            (alarm for alarm in alarms if not alarm.by),
            key=lambda alarm: (URGENT.index(alarm.priority), -alarm.number),
        )
        left_ms = round(max(0.0, self._paused_until - self._clock()) * 1000)
        sounding = unseen[0].priority if unseen and not left_ms else None
        return AlarmStrip(
            lines=tuple(_line(alarm, language) for alarm in unseen[:MOST_LINES]),
            sounds=sounding,
            pause_left_ms=left_ms,
        )

    def alarm(self, number: int) -> StoredAlarm | None:
        """One that is open, or that nobody has seen."""
        alarms = self.submit(lambda store: store.alarms.open()).result(PATIENCE_S)
        return next((each for each in alarms if each.number == number), None)

    def acknowledge(self, number: int, by: str) -> None:
        """Somebody has seen it."""
        now_ms = self._wall_ms()
        done = self.submit(lambda store: store.alarms.acknowledge(number, by, now_ms))
        done.result(PATIENCE_S)

    def pause_sound(self, seconds: int) -> None:
        """Quiet for a while."""
        self._paused_until = self._clock() + seconds

    def drew(self, drawn: Drawn) -> None:
        """A page has a picture on its screen."""
        self.screens.drew(drawn, self._clock())

    def health(self) -> Health:
        """Whether the wall works, for those who watch its screens."""
        return Health(
            number=self.number if self.floor else None,
            age_ms=self.age_ms,
            clients=len(self._bells),
            screens=self.screens.health(self._clock()),
        )


def _line(alarm: StoredAlarm, language: str) -> AlarmLine:
    told = alarm_tile(alarm, words(language))
    return AlarmLine(
        number=told.number,
        priority=told.priority,
        text=f"{told.table}: {told.text}"[:500],
        since_ms=told.raised_ms,
        ended_ms=told.ended_ms,
        is_acknowledged=False,
    )
