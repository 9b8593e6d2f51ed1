"""The floor: rows from a record into the stream, and from the stream into the database.

Both against the same rows sent and stored without any of it: raw publishing by nats-py, one row a
message, and raw COPY of the rows' columns. On a machine that others use too, rows a second say how
busy it was; what a row costs in processor time, all servers included, says what the work is.
"""

import asyncio
import os
import shutil
import tempfile
import time
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager, suppress
from itertools import count
from pathlib import Path
from typing import NamedTuple

import psycopg
from nats.aio.client import Client
from nats.js.api import StreamConfig

from config.floor import FloorSettings, NatsLink
from config.table import DEFAULT_TABLE
from controller.daemon.keeper import Arrival, TableKeeper
from controller.families.opening import rules_of
from controller.families.tables import load_table
from controller.floor.bridge.bridge import Bridge
from controller.floor.bridge.followed_record import FollowedRecord
from controller.floor.link import subjects
from controller.floor.link.connection import connected
from controller.floor.local.nats_server import NatsServer
from controller.floor.local.postgres_server import PostgresServer
from controller.floor.service.running import search_seldom
from controller.floor.service.service import FloorService
from controller.floor.service.stream import subscribed
from controller.floor.service.witnessing import FloorWitness
from controller.floor.store.store import FloorStore
from controller.record.journal import Journal
from controller.record.row import Row
from controller.simulate.hands import SimulatedHands
from tests.bench.figures import Figure, say

ROUNDS = 70
ROWS = 50_000
RAW_ROWS = 5_000
TABLE = "bench/t1"
AT_ONCE = 500
# A busy machine with a slow disk answers late, and answers.
PATIENCE_S = 120.0


@contextmanager
def servers() -> Iterator[tuple[Path, NatsServer, PostgresServer]]:
    """Both servers, as a floor has them."""
    place = Path(tempfile.mkdtemp(prefix="underfelt-bench-"))
    folder = Path(tempfile.mkdtemp(prefix="underfelt-bench-"))
    nats, postgres = NatsServer(folder / "nats"), PostgresServer(place)
    try:
        nats.start()
        postgres.start()
        yield folder, nats, postgres
    finally:
        nats.kill()
        postgres.stop()
        shutil.rmtree(place)
        shutil.rmtree(folder)


def a_record(folder: Path) -> Path:
    """Rounds as a table writes them, over and over, as many rows as are measured."""
    path = folder / "journal.sqlite"
    one = [row._replace(number=0, hash=b"") for row in played_rows(folder)]
    with Journal.open(path) as journal:
        for _ in range(ROWS // len(one) + 1):
            journal.append(one)
    return path


def played_rows(folder: Path) -> list[Row]:
    """What the rules write of some rounds of baccarat."""
    rules = rules_of(load_table(DEFAULT_TABLE))
    hands = SimulatedHands(1, rules.game.cards.decks[1])
    with Journal.open(folder / "played.sqlite") as journal:
        keeper = TableKeeper(rules, journal)
        sequences = count(1)
        while keeper.state.rounds < ROUNDS:
            event = hands.next_event(keeper.state)
            keeper.admit([Arrival("shoe-1", event, 1, next(sequences))])
        return list(journal.rows())


class Pace(NamedTuple):
    """Rows a second, and microseconds of processor time a row."""

    rows_s: float
    cpu_us: float


class Meter:
    """Times work over some rows, here and in the servers."""

    def __init__(self, *servers: int) -> None:
        self._servers = servers

    async def pace(self, rows: int, work: Callable[[], Awaitable[None]]) -> Pace:
        """How fast some rows went, and what they cost."""
        start, spent = time.perf_counter(), self._spent_s()
        await work()
        took_s = time.perf_counter() - start
        return Pace(rows / took_s, (self._spent_s() - spent) / rows * 1e6)

    def _spent_s(self) -> float:
        """Processor time of this process, of the servers and of their children, ended or not."""
        ticks = 0
        for stat in Path("/proc").glob("[0-9]*/stat"):
            with suppress(OSError):
                fields = stat.read_text().rpartition(")")[2].split()
                if {int(stat.parent.name), int(fields[1])} & set(self._servers):
                    ticks += sum(map(int, fields[11:15]))
        return time.process_time() + ticks / os.sysconf("SC_CLK_TCK")


async def raw_publish(client: Client, rows: list[Row], meter: Meter) -> Pace:
    """By nats-py alone, several under way at a time."""
    await client.jsm(timeout=PATIENCE_S).add_stream(StreamConfig(name="RAW", subjects=["raw"]))
    stream = client.jetstream(timeout=PATIENCE_S)

    async def work() -> None:
        for low in range(0, len(rows), AT_ONCE):
            waiting = [
                await stream.publish_async("raw", row.body) for row in rows[low : low + AT_ONCE]
            ]
            await asyncio.gather(*waiting)

    return await meter.pace(len(rows), work)


async def raw_copy(url: str, rows: list[Row], meter: Meter) -> Pace:
    """By COPY alone, in as many commits as the service makes."""
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute(
            "CREATE TABLE raw (table_id text, number bigint, at_ms bigint, source text,"
            " boot bigint, sequence bigint, part text, body bytea, hash bytea,"
            " PRIMARY KEY (table_id, number))"
        )
        columns = "(table_id, number, at_ms, source, boot, sequence, part, body, hash)"

        async def work() -> None:
            for low in range(0, len(rows), 10_000):
                with connection.cursor().copy(f"COPY raw {columns} FROM STDIN") as copy:
                    for row in rows[low : low + 10_000]:
                        copy.write_row((TABLE, *row))

        return await meter.pace(len(rows), work)


async def ours(
    folder: Path, nats: NatsServer, postgres: PostgresServer, path: Path, meter: Meter
) -> tuple[Pace, Pace]:
    """Into the stream, and from the stream into the database."""
    settings = FloorSettings.model_validate(
        {"rooms": ("bench",), "database": postgres.url, "nats": {"servers": (nats.url,)}}
    )
    link = NatsLink(servers=(nats.url,))
    store = FloorStore.open(postgres.url)
    service = FloorService(settings, store, FloorWitness(folder / "witness"))
    search_seldom()
    floor, bridge_client = (
        await connected(link, folder, "floor"),
        await connected(link, folder, "t1"),
    )
    followed = FollowedRecord(path)
    total = followed.last_number()
    bridge = Bridge(TABLE, "baccarat", followed, "all")
    await subscribed(floor, settings.nats)
    await floor.subscribe(subjects.BEATS, cb=service._guarded(service._answer_beat))
    sending = asyncio.create_task(bridge.run(bridge_client))

    async def sent() -> None:
        while bridge.sent < total:
            await asyncio.sleep(0.005)

    async def kept() -> None:
        while service._keeper.kept < total:
            await asyncio.sleep(0.005)

    to_stream = await meter.pace(total, sent)
    keeping = asyncio.create_task(service._keep(floor))
    to_database = await meter.pace(total, kept)
    for task in (sending, keeping):
        task.cancel()
    await asyncio.gather(sending, keeping, return_exceptions=True)
    await floor.close()
    await bridge_client.close()
    followed.close()
    store.close()
    return to_stream, to_database


def measure() -> list[Figure]:
    """Both ways against the raw ones."""
    with servers() as (folder, nats, postgres):
        say(f"floor: {ROWS:,} rows of a record")
        path = a_record(folder)
        with Journal.open_for_reading(path) as journal:
            rows = list(journal.rows(0, ROWS))
        return asyncio.run(_measured(folder, nats, postgres, path, rows))


async def _measured(
    folder: Path, nats: NatsServer, postgres: PostgresServer, path: Path, rows: list[Row]
) -> list[Figure]:
    processes = (nats._process, postgres._process)
    meter = Meter(*(each.pid for each in processes if each is not None))
    client = await connected(NatsLink(servers=(nats.url,)), folder, "raw")
    published = await raw_publish(client, rows[:RAW_ROWS], meter)
    await client.close()
    copied = await raw_copy(postgres.url, rows, meter)
    to_stream, to_database = await ours(folder, nats, postgres, path, meter)
    return [
        *_figures("floor: record to stream", to_stream, published, "nats-py, a row a message"),
        *_figures("floor: stream to database", to_database, copied, "COPY of the columns"),
    ]


def _figures(name: str, ours: Pace, raw: Pace, against: str) -> list[Figure]:
    ratio, cpu = ours.rows_s / raw.rows_s, raw.cpu_us / ours.cpu_us
    told = f"{raw.rows_s:,.0f} rows/s ({against})"
    return [
        Figure(name, f"{ours.rows_s:,.0f} rows/s", told, ratio, "0.5", ratio >= 0.5),
        Figure(
            f"{name}, CPU", f"{ours.cpu_us:.0f} us/row", f"{raw.cpu_us:.0f} us/row", cpu, "", None
        ),
    ]
