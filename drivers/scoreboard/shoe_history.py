"""Earlier shoes and rounds, read from the record a little at a time."""

import asyncio
import logging
from collections.abc import Callable
from contextlib import suppress
from datetime import datetime, time
from typing import Final, Protocol

from aiohttp import web

from controller.bus.client import DeskError
from controller.bus.messages import Entry
from controller.facts.fact import Fact
from drivers.scoreboard.follow import HUB
from drivers.scoreboard.hub import Hub
from drivers.scoreboard.round_shelf import RoundLine, RoundShelf, RoundsView
from drivers.scoreboard.shifts import shift_start_ms
from drivers.scoreboard.shoe_cards import Marking, ShoeCard, ShoeLine, ShoeShelf
from drivers.scoreboard.view import PublicShoe

log = logging.getLogger(__name__)

# Some days of play; further back the record itself has everything.
REACH: Final = 50_000
# The daemon answers between two cards: small pages, and a rest after each.
ROWS_AT_ONCE: Final = 200
REST_S: Final = 0.05
LOOK_EVERY_S: Final = 5.0
# A daemon that is gone must not keep the scoreboard from ending.
PATIENCE_S: Final = 0.5
HIGHEST_NUMBER: Final = 10**9
MIDNIGHT: Final = (time(),)


class Record(Protocol):
    """Where rows of the record are asked for; an answer may take its time."""

    def history(self, after: int, limit: int = 500) -> tuple[Entry, ...]:
        """Rows after a number, in order."""


class ShoeList(Fact):
    """The shoes known, the oldest first, and the one in play."""

    current: int | None
    shoes: tuple[ShoeLine, ...]
    is_reading: bool


class RoundList(Fact):
    """The rounds of the shift in progress, the oldest first."""

    started_ms: int
    rounds: tuple[RoundLine, ...]


class ShoeHistory:
    """Follows the record behind the newest board and keeps its shoes and rounds."""

    def __init__(
        self,
        record: Record | None = None,
        marking: Marking | None = None,
        shifts: tuple[time, ...] = MIDNIGHT,
        now: Callable[[], datetime] = lambda: datetime.now().astimezone(),
    ) -> None:
        self._record, self._shifts, self._now = record, shifts, now
        marks = marking or Marking()
        self._shelf, self._rounds = ShoeShelf(marks), RoundShelf(marks.side_wagers, marks.seats)
        self._after: int | None = None
        self._lock = asyncio.Lock()
        # Until the first rows are all read, the shoe they end in is not whole.
        self.is_reading = record is not None

    async def run(self, hub: Hub) -> None:
        """Keep up with the record until cancelled, and tell the hub of the rounds in it."""
        while True:
            hub.moved_on.clear()
            await self.catch_up(hub.view.number if hub.view else None)
            if self._record is not None and not self.is_reading:
                hub.learn(self.told())
            with suppress(TimeoutError):
                async with asyncio.timeout(LOOK_EVERY_S):
                    await hub.moved_on.wait()

    async def catch_up(self, last: int | None) -> None:
        """Read what is new up to a row; without an answer, what is known stays."""
        if self._record is None or last is None or self._lock.locked():
            return
        async with self._lock:
            if self._after is None or self._after > last:
                # A record that went back is another record.
                self._after = max(0, last - REACH)
            while self._after < last and await self._read_page(self._record, self._after):
                await asyncio.sleep(REST_S if self._after < last else 0)
            self.is_reading = self.is_reading and self._after < last

    async def _read_page(self, record: Record, after: int) -> bool:
        try:
            rows = await asyncio.to_thread(record.history, after, ROWS_AT_ONCE)
        except DeskError as error:
            log.info("earlier shoes wait: %s", error)
            return False
        for row in rows:
            self._shelf.take(row)
            self._rounds.take(row)
            self._after = row.number
        return bool(rows)

    def told(self) -> RoundsView:
        """The last rounds, and the figures of the shift."""
        return self._rounds.view(self._shift())

    def rounds(self) -> RoundList:
        """Every round of the shift, for its scorecard."""
        start = self._shift()
        return RoundList(started_ms=start, rounds=self._rounds.since(start))

    def _shift(self) -> int:
        return shift_start_ms(self._now(), self._shifts)

    def shoes(self, playing: PublicShoe | None) -> ShoeList:
        """List what is known; the shoe in play is in it, wherever it began."""
        lines = tuple(line for line in self._shelf.lines() if self._is_whole(line))
        if playing and all(line.number != playing.number for line in lines):
            hands = playing.figures.hands
            lines += (ShoeLine(number=playing.number, hands=hands, started_ms=None, ended_ms=None),)
        current = playing.number if playing else None
        return ShoeList(current=current, shoes=lines, is_reading=self.is_reading)

    def card(self, number: int, playing: PublicShoe | None) -> ShoeCard | None:
        """The scorecard of a shoe; the shoe in play is drawn from the board if need be."""
        card = self._shelf.card(number)
        if card and not self._is_whole(card):
            card = None
        if card is None and playing and playing.number == number:
            return ShoeCard(
                number=number,
                decks=None,
                started_ms=None,
                ended_ms=None,
                figures=playing.figures,
                roads=playing.roads,
                hands=(),
            )
        return card

    def _is_whole(self, shoe: ShoeLine | ShoeCard) -> bool:
        return not self.is_reading or shoe.ended_ms is not None


SHOES = web.AppKey("SHOES", ShoeHistory)


def add_shoes(app: web.Application, history: ShoeHistory) -> None:
    """Serve the list of shoes and the scorecard of each."""
    app[SHOES] = history
    app.router.add_get("/shoes.json", _shoes)
    app.router.add_get("/shoe.json", _shoe)
    app.router.add_get("/rounds.json", _rounds)


async def _shoes(request: web.Request) -> web.Response:
    await _catch_up(request)
    listed = request.app[SHOES].shoes(_playing(request))
    return web.json_response(text=listed.model_dump_json())


async def _rounds(request: web.Request) -> web.Response:
    await _catch_up(request)
    return web.json_response(text=request.app[SHOES].rounds().model_dump_json())


async def _shoe(request: web.Request) -> web.Response:
    await _catch_up(request)
    playing = _playing(request)
    number = _number(request.query.get("number", ""), playing)
    card = request.app[SHOES].card(number, playing)
    if card is None:
        reading = request.app[SHOES].is_reading
        text = "its rows are still being read; ask again" if reading else "see /shoes.json"
        raise web.HTTPNotFound(text=f"shoe {number} is not known; {text}")
    return web.json_response(text=card.model_dump_json())


def _number(text: str, playing: PublicShoe | None) -> int:
    """The number asked for, or that of the shoe in play."""
    if not text and playing:
        return playing.number
    if not text.isascii() or not text.isdigit() or int(text[:10]) > HIGHEST_NUMBER:
        raise web.HTTPBadRequest(text=f"{text[:40]!r} is no shoe; write /shoe.json?number=3")
    return int(text)


async def _catch_up(request: web.Request) -> None:
    view = request.app[HUB].view
    await request.app[SHOES].catch_up(view.number if view else None)


def _playing(request: web.Request) -> PublicShoe | None:
    view = request.app[HUB].view
    return view.shoe if view else None
