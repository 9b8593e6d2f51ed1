"""Many tables, a floor that is killed, loses its stream and its database: every row arrives once.

`UNDERFELT_SOAK_TABLES` and `UNDERFELT_SOAK_MINUTES` set how many tables send for how long.
"""

import asyncio
import os
import random
import resource
import shutil
import time
from collections.abc import Iterator
from contextlib import AsyncExitStack
from pathlib import Path

import pytest

from controller.floor.local.nats_server import NatsServer, free_port, nats_binary
from controller.floor.local.postgres_server import PostgresServer, postgres_binary
from controller.record.journal import Journal
from controller.record.row import Row
from tests.bench.figures import percentile
from tests.soak.recorded_tables import a_round_now, caught_up, compared, record_file, table_of
from tests.unit.controller.floor.floor_room import Room

TABLES = int(os.environ.get("UNDERFELT_SOAK_TABLES", "200"))
MINUTES = float(os.environ.get("UNDERFELT_SOAK_MINUTES", "10"))
# A busy table writes five rows a second; a round is written as people deal it.
ROUND_S = 10 / 5
# Three days at a row every two and a half seconds, day and night.
AWAY_ROWS = 104_000
DAY_MS = 86_400_000
pytestmark = pytest.mark.skipif(
    nats_binary() is None or postgres_binary("initdb") is None, reason="needs NATS and PostgreSQL"
)


@pytest.fixture
def postgres() -> Iterator[PostgresServer]:
    folder = Path(f"/var/tmp/underfelt-soak-{os.getpid()}")
    server = PostgresServer(folder)
    server.start()
    yield server
    server.stop()
    shutil.rmtree(folder)


async def played(journal: Journal, seed: int, until_s: float) -> None:
    """A table goes on, row after row, whatever becomes of the floor."""
    chance = random.Random(seed)
    while time.monotonic() < until_s:
        await asyncio.to_thread(journal.append, a_round_now())
        await asyncio.sleep(chance.uniform(0.5, 1.5) * ROUND_S)


async def disturbed(nats: NatsServer, postgres: PostgresServer, until_s: float) -> list[str]:
    """Five kills of NATS, one of them with its stream lost, and two restarts of PostgreSQL."""
    acts = ["kill", "database", "kill", "lose", "kill", "database", "kill", "kill"]
    pause_s = (until_s - time.monotonic()) / (len(acts) + 1)
    for act in acts:
        await asyncio.sleep(pause_s)
        if act == "database":
            await asyncio.to_thread(postgres.stop)
            await asyncio.sleep(1)
            await asyncio.to_thread(postgres.start)
            continue
        nats.kill()
        if act == "lose":
            shutil.rmtree(nats.store)
        await asyncio.sleep(1)
        await asyncio.to_thread(nats.start)
    return acts


@pytest.mark.timeout(int(MINUTES * 60) + 3600)
async def test_the_database_equals_every_record_whatever_is_killed(
    tmp_path: Path, postgres: PostgresServer
) -> None:
    nats = NatsServer(tmp_path / "nats")
    nats.start()
    journals = [Journal.open(record_file(tmp_path, number)) for number in range(TABLES)]
    until_s = time.monotonic() + MINUTES * 60
    lags: list[int] = []
    async with AsyncExitStack() as stack:
        stack.callback(nats.kill)
        room = await stack.enter_async_context(Room(tmp_path, nats, postgres.url))
        for journal in journals:
            journal.append(a_round_now())
            await stack.enter_async_context(room.bridge(journal.path, table_of(journal)))
        tables = [played(journal, seed, until_s) for seed, journal in enumerate(journals)]
        watching = asyncio.create_task(_watched(room, lags))
        await asyncio.gather(disturbed(nats, postgres, until_s), *tables)
        watching.cancel()
        store = room.store()
        await caught_up(store, journals)
        rows = sum(compared(store, journal) for journal in journals)
    memory_mb = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
    print(f"{TABLES} tables, {rows:,} rows in {MINUTES:g} min, every one as recorded;")
    print(f"lag p50 {percentile(lags, 50)} ms, p99 {percentile(lags, 99)} ms; {memory_mb} MB")
    for journal in journals:
        journal.close()


def days_of_rows(days: int, rows: int) -> list[Row]:
    """Rounds as a table writes them, spread over some days that end now."""
    now_ms = time.time_ns() // 1_000_000
    rounds = [row for number in range(rows // 7) for row in a_round_now()[-7:]]
    step_ms = days * DAY_MS // len(rounds)
    first_ms = now_ms - days * DAY_MS
    return [row._replace(at_ms=first_ms + at * step_ms) for at, row in enumerate(rounds)]


async def test_a_table_that_was_away_for_three_days_is_level_again_without_a_doubled_row(
    tmp_path: Path, postgres: PostgresServer
) -> None:
    nats = NatsServer(tmp_path / "nats")
    nats.start()
    async with AsyncExitStack() as stack:
        stack.callback(nats.kill)
        journal = stack.enter_context(Journal.open(record_file(tmp_path, 7)))
        journal.append(days_of_rows(1, 700))
        room = await stack.enter_async_context(Room(tmp_path, nats, postgres.url))
        await stack.enter_async_context(room.bridge(journal.path, table_of(journal)))
        store = room.store()
        await caught_up(store, [journal])
        nats.kill()
        journal.append(days_of_rows(3, AWAY_ROWS))
        shutil.rmtree(nats.store)
        nats.start()
        begun_s = time.monotonic()
        await caught_up(store, [journal])
        took_s = time.monotonic() - begun_s
        assert compared(store, journal) == journal.last_number
    print(f"{AWAY_ROWS:,} rows of three days caught up in {took_s:.0f} s")


async def _watched(room: Room, lags: list[int]) -> None:
    while True:
        lags += room.service.figures.lag_ms.values()
        room.service.figures.lag_ms.clear()
        await asyncio.sleep(1)


def _cluster(folder: Path) -> list[NatsServer]:
    routes = [free_port() for _ in range(3)]
    told = ", ".join(f'"nats://127.0.0.1:{port}"' for port in routes)
    return [
        NatsServer(
            folder / f"n{number}",
            f"cluster {{ name: floor, listen: 127.0.0.1:{port}, routes: [{told}] }}\n",
            name=f"n{number}",
        )
        for number, port in enumerate(routes)
    ]


async def test_a_cluster_of_three_goes_on_when_it_loses_one_node(
    tmp_path: Path, postgres: PostgresServer
) -> None:
    nodes = _cluster(tmp_path)
    for node in nodes:
        node.start()
    journal = Journal.open(record_file(tmp_path, 7))
    journal.append(a_round_now())
    async with AsyncExitStack() as stack:
        for node in nodes:
            stack.callback(node.kill)
        room = Room(tmp_path, nodes[0], postgres.url)
        room.settings = room.settings.model_copy(
            update={
                "nats": room.settings.nats.model_copy(
                    update={"servers": tuple(node.url for node in nodes), "replicas": 3}
                )
            }
        )
        room.link = room.link.model_copy(update={"servers": tuple(node.url for node in nodes)})
        await stack.enter_async_context(room)
        await stack.enter_async_context(room.bridge(journal.path, table_of(journal)))
        store = room.store()
        await caught_up(store, [journal])
        for _ in range(40):
            journal.append(a_round_now())
            await asyncio.sleep(0.05)
            if journal.last_number > 200 and nodes[0].is_running:
                nodes[0].kill()
        await caught_up(store, [journal])
        assert not nodes[0].is_running
        assert compared(store, journal) == journal.last_number
    journal.close()
