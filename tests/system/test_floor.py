"""A table's bridge and the floor's service, as an operator starts them."""

import json
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, closing
from pathlib import Path
from urllib.request import urlopen

import pytest

from config.table import TABLES
from controller.facts.events import CutCardDrawn
from controller.facts.roles import DEMONSTRATION_FLOOR
from controller.floor.local.nats_server import NatsServer, free_port, nats_binary
from controller.record.journal import Journal
from controller.record.row import event_row
from tests.system.processes import until

PROGRAM = Path(sys.executable).with_name("underfelt")
needs_nats = pytest.mark.skipif(nats_binary() is None, reason="nats-server is not installed")


@pytest.fixture
def server(tmp_path: Path) -> Iterator[NatsServer]:
    server = NatsServer(tmp_path / "nats")
    server.start()
    yield server
    server.kill()


def floor_file(folder: Path, server: NatsServer) -> Path:
    file = folder / "floor.toml"
    file.write_text(
        f'rooms = ["oaks"]\ndatabase = "sqlite:{folder / "floor.sqlite"}"\n'
        f'[nats]\nservers = ["{server.url}"]\nmonitoring = "{server.monitoring}"\n'
        f"[pages]\nport = {free_port()}\n"
    )
    return file


def table_file(folder: Path, server: NatsServer) -> Path:
    text = (TABLES / "emulated-baccarat.toml").read_text()
    file = folder / "table.toml"
    file.write_text(f'{text}\n[floor]\nroom = "oaks"\nservers = ["{server.url}"]\n')
    return file


def kept(folder: Path) -> int:
    try:
        with closing(sqlite3.connect(folder / "floor.sqlite")) as database:
            [(count,)] = database.execute("SELECT count(*) FROM entry")
            return int(count)
    except sqlite3.OperationalError:
        return 0


@needs_nats
def test_a_record_reaches_the_floor_and_both_end_when_told(
    tmp_path: Path, server: NatsServer
) -> None:
    with Journal.open(tmp_path / "journal.sqlite") as journal:
        journal.append([event_row(at, "shoe-1", CutCardDrawn(), 1, at) for at in range(500)])
    file, table = floor_file(tmp_path, server), table_file(tmp_path, server)
    commands = (
        ["floor", "--file", file],
        ["floor-bridge", "--table", table, "--state-dir", tmp_path, "--run-dir", tmp_path],
    )
    with ExitStack() as running:
        processes = [
            running.enter_context(subprocess.Popen([PROGRAM, *map(str, each)])) for each in commands
        ]
        until(lambda: kept(tmp_path) == 500 or None, "every row at the floor")
        for process in processes:
            process.terminate()
        assert [process.wait(20) for process in processes] == [0, 0]
    assert kept(tmp_path) == 500


def forget(noted: Path) -> None:
    """Remove the files of a PostgreSQL that root lent to somebody."""
    if noted.exists():
        shutil.rmtree(noted.read_text())


@needs_nats
@pytest.mark.long
def test_a_demonstration_plays_and_ends_when_told(tmp_path: Path) -> None:
    port, wall_port = free_port(), free_port()
    ports = ["--port", port, "--wall-port", wall_port]
    told = ["--tables", "2", "--folder", tmp_path, *ports, "--pace", "20"]
    command = [str(PROGRAM), "floor", "demo", *map(str, told)]

    def rows() -> list[str]:
        try:
            with urlopen(f"http://127.0.0.1:{port}/metrics", timeout=5) as answer:
                lines = answer.read().decode().splitlines()
        except OSError:
            return []
        return [line for line in lines if line.startswith("underfelt_table_rows{")]

    said = tmp_path / "said"
    with (
        ExitStack() as after,
        said.open("wb") as output,
        subprocess.Popen(command, stdout=output, stderr=output) as demo,
    ):
        noted = tmp_path / "postgres.place"
        after.callback(forget, noted)
        until(lambda: len(rows()) == 2 or None, "rows of both tables", 90)
        with urlopen(f"http://127.0.0.1:{wall_port}/healthz", timeout=5) as answer:
            assert json.load(answer)["number"] > 0
        until(lambda: "all started" in said.read_text() or None, "word that all are started", 30)
        demo.terminate()
        assert demo.wait(30) == 0
    assert said.read_text().count(DEMONSTRATION_FLOOR[2]) == 1
