"""Both kinds of database, and a NATS; one server of each for all tests of a process."""

import shutil
import tempfile
from collections.abc import AsyncIterator, Iterator
from contextlib import suppress
from pathlib import Path

import psycopg
import pytest
from nats.js.errors import NotFoundError

from config.floor import NatsLink
from controller.floor.link import subjects
from controller.floor.local.nats_server import NatsServer, nats_binary
from controller.floor.local.postgres_server import PostgresServer, postgres_binary
from controller.floor.store.store import FloorStore
from tests.unit.controller.floor.floor_room import Room, patiently_connected


@pytest.fixture(scope="session")
def postgres() -> Iterator[PostgresServer]:
    if postgres_binary("initdb") is None:
        pytest.skip("PostgreSQL is not installed")
    # Not in pytest's folder: that is closed to the user under whom root starts it.
    folder = Path(tempfile.mkdtemp(prefix="underfelt-floor-"))
    server = PostgresServer(folder)
    try:
        server.start()
        yield server
    finally:
        server.stop()
        shutil.rmtree(folder)


@pytest.fixture
def empty_postgres(postgres: PostgresServer) -> str:
    """The address of a database without tables."""
    with psycopg.connect(postgres.url, autocommit=True) as connection:
        connection.execute("DROP SCHEMA public CASCADE")
        connection.execute("CREATE SCHEMA public")
    return postgres.url


@pytest.fixture(params=["postgresql", "sqlite"])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    if request.param == "sqlite":
        return f"sqlite:{tmp_path / 'floor.sqlite'}"
    found: str = request.getfixturevalue("empty_postgres")
    return found


@pytest.fixture
def store(url: str) -> Iterator[FloorStore]:
    with FloorStore.open(url) as opened:
        yield opened


@pytest.fixture(scope="session")
def nats_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[NatsServer]:
    if nats_binary() is None:
        pytest.skip("nats-server is not installed")
    server = NatsServer(tmp_path_factory.mktemp("nats"))
    server.start()
    yield server
    server.kill()


@pytest.fixture
async def empty_nats(nats_server: NatsServer) -> NatsServer:
    """A server without a stream."""
    client = await patiently_connected(NatsLink(servers=(nats_server.url,)), Path(), "test")
    with suppress(NotFoundError):
        await client.jsm().delete_stream(subjects.STREAM)
    await client.close()
    return nats_server


@pytest.fixture
async def room(tmp_path: Path, empty_nats: NatsServer, empty_postgres: str) -> AsyncIterator[Room]:
    async with Room(tmp_path, empty_nats, empty_postgres) as opened:
        yield opened
