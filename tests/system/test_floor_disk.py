"""The floor's database on a disk without a byte left: no row is lost, and room is enough."""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from controller.floor.local.nats_server import NatsServer, nats_binary
from controller.floor.local.postgres_server import PostgresServer, postgres_binary
from controller.record.journal import Journal
from tests.system.small_disk import NO_MOUNT, SmallDisk, can_mount
from tests.unit.controller.floor.floor_room import TABLE, Room, until
from tests.unit.controller.floor.sample_rounds import record

# An empty cluster takes 40 MB, and its log of changes as much again.
DISK_MB = 160
pytestmark = [
    pytest.mark.long,
    pytest.mark.timeout(900),
    pytest.mark.skipif(
        nats_binary() is None or postgres_binary("initdb") is None,
        reason="needs NATS and PostgreSQL",
    ),
]


@pytest.fixture
def disk() -> Iterator[SmallDisk]:
    if not can_mount():
        pytest.skip(NO_MOUNT)
    # Not in pytest's folder: that is closed to the user under whom root starts the server.
    small = SmallDisk(Path(f"/var/tmp/underfelt-disk-{os.getpid()}"), DISK_MB)
    yield small
    small.close()
    small.folder.rmdir()


@pytest.fixture
def postgres(disk: SmallDisk) -> Iterator[PostgresServer]:
    server = PostgresServer(disk.folder / "postgres")
    disk.folder.chmod(0o755)
    server.start()
    yield server
    server.stop()


@pytest.fixture
def nats(tmp_path: Path) -> Iterator[NatsServer]:
    server = NatsServer(tmp_path / "nats")
    server.start()
    yield server
    server.kill()


def grow(journal: Journal, rounds: int) -> None:
    journal.append([row._replace(number=0, hash=b"") for row in record(rounds)])


def is_kept(room: Room, journal: Journal) -> bool:
    return room.service._keeper.kept == journal.last_number


async def test_a_full_disk_keeps_rows_in_the_stream_until_there_is_room(
    tmp_path: Path, nats: NatsServer, disk: SmallDisk, postgres: PostgresServer
) -> None:
    with Journal.open(tmp_path / "journal.sqlite") as journal:
        grow(journal, 1)
        room = Room(tmp_path, nats, postgres.url)
        async with room, room.bridge(journal.path):
            service = room.service
            await until(lambda: is_kept(room, journal))
            disk.fill()
            # Room that the server has set aside is used up first.
            while not service.figures.store_away:
                grow(journal, 200)
                await until(lambda: service.figures.store_away > 0 or is_kept(room, journal))
            disk.free()
            # A server that could not write its log of changes has ended, as one does.
            postgres.stop()
            postgres.start()
            await until(lambda: is_kept(room, journal))
            kept = [(row.number, row.hash) for row in room.store().rows.rows(TABLE)]
            assert kept == [(row.number, row.hash) for row in journal.rows()]
