"""PostgreSQL with a standby: the primary is lost in mid-stream, the standby takes its place."""

import asyncio
import os
import shutil
from collections.abc import Iterator
from contextlib import AsyncExitStack
from pathlib import Path
from urllib.parse import quote

import pytest

from controller.floor.local.nats_server import NatsServer, nats_binary
from controller.floor.local.postgres_server import postgres_binary
from controller.floor.store.store import FloorStore
from controller.record.journal import Journal
from tests.soak.recorded_tables import a_round_now, caught_up, compared, record_file, table_of
from tests.soak.standby_server import LostServer, StandbyServer
from tests.unit.controller.floor.floor_room import Room, until

TABLES = 6
ROUNDS = 40
pytestmark = [
    pytest.mark.timeout(900),
    pytest.mark.skipif(
        nats_binary() is None or postgres_binary("pg_basebackup") is None,
        reason="needs NATS and PostgreSQL",
    ),
]


@pytest.fixture
def pair() -> Iterator[tuple[LostServer, StandbyServer]]:
    folder = Path(f"/var/tmp/underfelt-standby-{os.getpid()}")
    folder.mkdir(mode=0o755)
    primary = LostServer(folder / "a")
    standby = StandbyServer(folder / "b", primary)
    primary.start()
    standby.start()
    yield primary, standby
    for server in (standby, primary):
        server.stop()
    shutil.rmtree(folder)


def address(*servers: LostServer) -> str:
    """One address with both hosts, as docs/floor.md shows it: whichever writes is meant."""
    hosts = ",".join(quote(str(server.folder), safe="") for server in servers)
    return f"postgresql://floor@/postgres?host={hosts}&target_session_attrs=read-write"


async def played(journals: list[Journal], rounds: int) -> None:
    """Every table goes on, whatever becomes of the floor."""
    for _ in range(rounds):
        for journal in journals:
            await asyncio.to_thread(journal.append, a_round_now())
        await asyncio.sleep(0.05)


def kept_rows(store: FloorStore) -> int:
    return sum(each.head.number for each in store.rows.heads().values())


@pytest.mark.parametrize("is_behind", [False, True], ids=["level", "behind"])
async def test_the_database_equals_every_record_after_its_standby_took_over(
    tmp_path: Path, pair: tuple[LostServer, StandbyServer], is_behind: bool
) -> None:
    primary, standby = pair
    nats = NatsServer(tmp_path / "nats")
    nats.start()
    async with AsyncExitStack() as stack:
        stack.callback(nats.kill)
        room = await stack.enter_async_context(Room(tmp_path, nats, address(primary, standby)))
        files = [record_file(tmp_path, number) for number in range(TABLES)]
        journals = [stack.enter_context(Journal.open(file)) for file in files]
        for journal in journals:
            journal.append(a_round_now())
            await stack.enter_async_context(room.bridge(journal.path, table_of(journal)))
        await caught_up(room.store(), journals)
        if is_behind:
            await asyncio.to_thread(standby.cut_off)
        playing = asyncio.create_task(played(journals, ROUNDS))
        told = kept_rows(room.store())
        await until(lambda: room.service._keeper.kept > 3 * told)
        lost = kept_rows(room.store())
        await asyncio.to_thread(primary.crash)
        await asyncio.to_thread(standby.promote)
        with FloorStore.open(standby.url) as promoted:
            # Rows that the floor had acknowledged are not there: the records have them still.
            assert (kept_rows(promoted) < lost) == is_behind
        await playing
        store = room.store()
        await caught_up(store, journals)
        rows = sum(compared(store, journal) for journal in journals)
    print(f"{rows:,} rows, every one as recorded, after the primary was lost")


async def test_rows_that_went_with_the_primary_come_again_though_no_table_plays(
    tmp_path: Path, pair: tuple[LostServer, StandbyServer]
) -> None:
    primary, standby = pair
    nats = NatsServer(tmp_path / "nats")
    nats.start()
    async with AsyncExitStack() as stack:
        stack.callback(nats.kill)
        room = await stack.enter_async_context(Room(tmp_path, nats, address(primary, standby)))
        journal = stack.enter_context(Journal.open(record_file(tmp_path, 1)))
        late = stack.enter_context(Journal.open(record_file(tmp_path, 2)))
        journal.append(a_round_now())
        await stack.enter_async_context(room.bridge(journal.path, table_of(journal)))
        await caught_up(room.store(), [journal])
        await asyncio.to_thread(standby.cut_off)
        journal.append(a_round_now())
        late.append(a_round_now())
        # All of this table is kept by the primary alone.
        await stack.enter_async_context(room.bridge(late.path, table_of(late)))
        await caught_up(room.store(), [journal, late])
        await asyncio.to_thread(primary.crash)
        await asyncio.to_thread(standby.promote)
        store = room.store()
        assert kept_rows(store) < journal.last_number + late.last_number
        await caught_up(store, [journal, late])
        assert compared(store, journal)
        assert compared(store, late)
