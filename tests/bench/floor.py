"""The floor: rows from a record into the stream, and from the stream into the database.

Both against the same rows sent and stored without any of it (`floor_peers`). Into the database they
go by turns, leg after leg, so that what else the machine does meets both; the middle of the legs
counts. On a machine that others use too, rows a second say how busy it was; what a row costs in
processor time, all servers included, says what the work is.
"""

import asyncio
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from typing import NamedTuple

from nats.aio.client import Client

from config.floor import FloorSettings, NatsLink
from config.table import DEFAULT_TABLE
from controller.daemon.keeper import Arrival, TableKeeper
from controller.families.opening import rules_of
from controller.families.tables import load_table
from controller.floor.bridge.bridge import Bridge
from controller.floor.bridge.followed_record import FollowedRecord
from controller.floor.link import subjects
from controller.floor.link.connection import connected
from controller.floor.link.tasks import ended
from controller.floor.local.nats_server import NatsServer
from controller.floor.local.postgres_server import PostgresServer
from controller.floor.parcel import travelling
from controller.floor.service.running import search_seldom
from controller.floor.service.service import FloorService
from controller.floor.service.stream import subscribed
from controller.floor.service.witnessing import FloorWitness
from controller.floor.store.store import FloorStore
from controller.record.journal import Journal
from controller.record.row import Row
from controller.simulate.hands import SimulatedHands
from tests.bench.figures import Figure, median, say
from tests.bench.floor_peers import Meter, Pace, RawTable, raw_publish

ROUNDS = 70
ROWS = 100_000
RAW_ROWS = 3_000
LEGS = 5
# People play: a row every two seconds.
ROW_MS = 2000
LOOK_S = 0.005


class Leg(NamedTuple):
    """The same rows, once each way."""

    to_stream: Pace
    to_database: Pace
    copied: Pace


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
    """Rounds as a table writes them, one after the other, as many rows as are measured."""
    path = folder / "journal.sqlite"
    one = played_rows(folder)
    first_ms = one[0].at_ms - ROWS * ROW_MS
    with Journal.open(path) as journal:
        for first in range(0, ROWS, len(one)):
            journal.append(
                [
                    row._replace(number=0, hash=b"", at_ms=first_ms + at * ROW_MS)
                    for at, row in enumerate(one, first)
                ]
            )
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


async def to_stream(nats: NatsServer, folder: Path, path: Path, table: str, meter: Meter) -> Pace:
    """From a record into the stream, under the name of a table."""
    client = await connected(NatsLink(servers=(nats.url,)), folder, table)
    followed = FollowedRecord(path)
    bridge = Bridge(table, "baccarat", followed, "all")
    sending = asyncio.create_task(bridge.run(client))

    async def sent() -> None:
        while bridge.sent < followed.last_number():
            await asyncio.sleep(LOOK_S)

    pace = await meter.pace(followed.last_number(), sent)
    await ended(sending)
    await client.close()
    followed.close()
    return pace


async def to_database(service: FloorService, floor: Client, rows: int, meter: Meter) -> Pace:
    """From the stream into the database, all that waits there."""
    until = service._keeper.kept + rows

    async def kept() -> None:
        while service._keeper.kept < until:
            await asyncio.sleep(LOOK_S)

    keeping = asyncio.create_task(service._keep(floor))
    pace = await meter.pace(rows, kept)
    await ended(keeping)
    return pace


async def legs(
    folder: Path, nats: NatsServer, postgres: PostgresServer, path: Path, meter: Meter
) -> list[Leg]:
    """Ours and COPY by turns, each as often before the other as after it, but for one."""
    settings = FloorSettings.model_validate(
        {"rooms": ("bench",), "database": postgres.url, "nats": {"servers": (nats.url,)}}
    )
    store = FloorStore.open(postgres.url)
    service = FloorService(settings, store, FloorWitness(folder / "witness"))
    with Journal.open_for_reading(path) as journal:
        rows = [travelling(row, lambda _: "now") for row in journal.rows()]
    raw = RawTable(postgres.url, rows)
    search_seldom()
    floor = await connected(settings.nats, folder, "floor")
    await subscribed(floor, settings.nats)
    await floor.subscribe(subjects.BEATS, cb=service._guarded(service._answer_beat))
    found = []
    for number in range(LEGS):
        table = f"bench/t{number}"
        sent = await to_stream(nats, folder, path, table, meter)
        copied = await raw.copied(table, meter) if number % 2 else None
        kept = await to_database(service, floor, len(rows), meter)
        found.append(Leg(sent, kept, copied or await raw.copied(table, meter)))
    await floor.close()
    raw.close()
    store.close()
    return found


def measure() -> list[Figure]:
    """Both ways against the raw ones."""
    with servers() as (folder, nats, postgres):
        say(f"floor: {ROWS:,} rows of a record, {LEGS} times")
        return asyncio.run(_measured(folder, nats, postgres, a_record(folder)))


async def _measured(
    folder: Path, nats: NatsServer, postgres: PostgresServer, path: Path
) -> list[Figure]:
    processes = (nats._process, postgres._process)
    meter = Meter(*(each.pid for each in processes if each is not None))
    client = await connected(NatsLink(servers=(nats.url,)), folder, "raw")
    with Journal.open_for_reading(path) as journal:
        published = await raw_publish(client, list(journal.rows(0, RAW_ROWS)), meter)
    await client.close()
    found = await legs(folder, nats, postgres, path, meter)
    for leg in found:
        say(f"stored {leg.to_database.rows_s:,.0f} rows/s, by COPY {leg.copied.rows_s:,.0f}")
    streams = [(leg.to_stream, published) for leg in found]
    stored = [(leg.to_database, leg.copied) for leg in found]
    return [
        *_figures("floor: record to stream", streams, "nats-py, a row a message"),
        *_figures("floor: stream to database", stored, "COPY into the same table"),
    ]


def _figures(name: str, pairs: list[tuple[Pace, Pace]], against: str) -> list[Figure]:
    ratio = median(ours.rows_s / raw.rows_s for ours, raw in pairs)
    rates = [median(pair[side].rows_s for pair in pairs) for side in (0, 1)]
    costs = [median(pair[side].cpu_us for pair in pairs) for side in (0, 1)]
    told = f"{rates[1]:,.0f} rows/s ({against})"
    return [
        Figure(name, f"{rates[0]:,.0f} rows/s", told, ratio, "0.5", ratio >= 0.5),
        Figure(
            f"{name}, CPU",
            f"{costs[0]:.1f} us/row",
            f"{costs[1]:.1f} us/row",
            costs[1] / costs[0],
            "",
            None,
        ),
    ]
