"""Both kinds of database; one PostgreSQL for all tests of a process."""

import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest

from controller.floor.local.postgres_server import PostgresServer, postgres_binary
from controller.floor.store.store import FloorStore


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
