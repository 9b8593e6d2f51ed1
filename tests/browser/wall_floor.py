"""A floor of played tables in a real store, and its wall served on this machine."""

import asyncio
import time
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from threading import Thread
from typing import Final, NamedTuple

from controller.facts.board import Board
from controller.facts.cards import Card
from controller.facts.events import CardDrawn, PersonLoggedIn
from controller.facts.phrase import phrase
from controller.facts.roles import Demonstration
from controller.floor.beat import Beat
from controller.floor.departure import Gate
from controller.floor.store.alarms import RaisedAlarm
from controller.floor.store.store import FloorStore
from controller.floor.wall.server import WallSite, serve
from controller.people.staff import demonstration
from controller.record.chain import GENESIS, chained
from controller.record.row import Row, decision_row, event_row
from controller.table.advance import advance
from controller.web.listening import Address
from tests.loopback import free_port
from tests.played_table import PlayedTable
from tests.unit.controller.floor.sample_rounds import keep

PEOPLE: Final = (
    Demonstration("Ann Lee", "floor", "2580"),
    Demonstration("Otto Audit", "auditor", "1470"),
    Demonstration("Dee Dealer", "dealer", "3690"),
)
GAMES: Final = ("baccarat", "three-card", "fortune", "holdem", "twenty-one", "supreme")
DEALERS: Final = ("Dana", "Eli", "Fay", "Gus", "Hana")


class WallTable(PlayedTable):
    """A table that was played by a named dealer and ends now; it may be on hold."""

    def came(self, dealer: str) -> None:
        came = PersonLoggedIn(person=dealer, role="dealer", where="page")
        self._rows.append(event_row(self._at_ms, f"desk:dealer:page:{dealer}", came))

    def card_too_early(self) -> Board:
        """What no deal allows: a card while bets are open."""
        self.until(lambda board: board.bets_open)
        event = CardDrawn(card=Card("7h"))
        self._state, decisions = advance(self._state, event)
        self._rows.append(event_row(self._at_ms, "shoe-1", event))
        self._rows += (decision_row(self._at_ms, "daemon", each) for each in decisions)
        return self.board

    def record(self, ended_ms: int) -> list[Row]:
        """Its rows, chained, the last one at a time."""
        late = ended_ms - self._at_ms
        return chained(GENESIS, [row._replace(at_ms=row.at_ms + late) for row in self._rows])


class Played(NamedTuple):
    """A table to put on the floor."""

    name: str
    game: str = "baccarat"
    rounds: int = 8
    seed: int = 1
    dealer: str = ""
    is_held: bool = False


def put(store: FloorStore, played: Played, now_ms: int, silent_ms: int = 0) -> None:
    """Play a table and keep it as the floor's service would."""
    table = WallTable(played.game, played.seed)
    if played.dealer:
        table.came(played.dealer)
    table.rounds(played.rounds)
    if played.is_held:
        table.card_too_early()
    rows = table.record(now_ms - silent_ms)
    gate = Gate(played.name, "all")
    gate.begin_after(GENESIS)
    keep(store, list(gate.parcels(rows)))
    beat = Beat(
        table=played.name,
        game=table.game.id.partition("/")[2].replace(".", "-"),
        bridge="0" * 16,
        at_ms=now_ms - silent_ms,
        number=rows[-1].number,
        sent=rows[-1].number,
    )
    store.tables.note_beat(beat, now_ms - silent_ms)
    store.tables.note_board(played.name, table.board.model_dump_json())


def fill(url: str, tables: Sequence[Played], now_ms: int | None = None) -> None:
    """A store with these tables; those on hold have their alarm."""
    now_ms = now_ms or time.time_ns() // 1_000_000
    with FloorStore.open(url) as store:
        for played in tables:
            put(store, played, now_ms)
            if played.is_held:
                told = phrase("hold-card-before-betting-ended")
                held = RaisedAlarm(played.name, "hold", "held", "high", told)
                store.alarms.raise_one(held, now_ms - 60_000)


def heard(url: str) -> None:
    """Every table of the store is heard of again, with nothing new."""
    now_ms = time.time_ns() // 1_000_000
    with FloorStore.open(url) as store:
        for table in store.tables.all():
            store.tables.note_beat(table.beat.model_copy(update={"at_ms": now_ms}), now_ms)


def twelve() -> list[Played]:
    """Twelve tables of different games, two of them on hold."""
    games = [GAMES[number % len(GAMES)] for number in range(12)]
    return [
        Played(
            f"oaks/table-{number + 1}",
            game,
            rounds=30 if game == "baccarat" else 6,
            seed=number,
            dealer=DEALERS[number % len(DEALERS)],
            is_held=number in (6,),
        )
        for number, game in enumerate(games)
    ]


class ServedWall(NamedTuple):
    """Where the wall is."""

    port: int
    url: str

    @property
    def origin(self) -> str:
        return f"http://127.0.0.1:{self.port}"


@contextmanager
def served_wall(folder: Path, url: str) -> Iterator[ServedWall]:
    """Serve a wall in a thread meanwhile."""
    port = free_port()
    state = folder / "wall"
    state.mkdir(mode=0o700)
    site = WallSite(url, state, people=demonstration(PEOPLE))
    loop, stop = asyncio.new_event_loop(), asyncio.Event()
    running = serve(site, Address("127.0.0.1", port), stop)
    thread = Thread(target=loop.run_until_complete, args=(running,))
    thread.start()
    try:
        yield ServedWall(port, url)
    finally:
        loop.call_soon_threadsafe(stop.set)
        thread.join()
        loop.close()


@asynccontextmanager
async def wall_of(folder: Path, tables: Sequence[Played]) -> AsyncIterator[ServedWall]:
    """A wall over a store of played tables."""
    url = f"sqlite:{folder / 'floor.sqlite'}"
    await asyncio.to_thread(fill, url, tables)
    with served_wall(folder, url) as wall:
        yield wall
