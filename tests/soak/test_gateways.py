"""Two rooms and their office as one system of NATS servers, joined as docs/floor.md shows it.

Each building has a server; each room has an account, known to its own server and to the office's.
The office runs a service for each room, on one database.
"""

import asyncio
import os
import shutil
from collections.abc import Iterator
from contextlib import AsyncExitStack
from pathlib import Path

import pytest
from nats.js.errors import NotFoundError

from config.floor import NatsLink
from controller.floor.link import subjects
from controller.floor.link.connection import connected
from controller.floor.local.nats_server import NatsServer, free_port, nats_binary
from controller.floor.local.postgres_server import PostgresServer, postgres_binary
from controller.floor.parcel import FloorError
from controller.record.journal import Journal
from controller.web.certificate import make_certificate
from tests.soak.recorded_tables import a_round_now, caught_up, compared, record_file, table_of
from tests.unit.controller.floor.floor_room import Room, patiently_connected

PAGE = Path(__file__).parents[2] / "docs" / "floor.md"
ROOMS = ("oaks", "capitol")
BUILDINGS = (*ROOMS, "office")
ROUNDS = 40
pytestmark = [
    pytest.mark.timeout(900),
    pytest.mark.skipif(
        nats_binary() is None or postgres_binary("initdb") is None,
        reason="needs NATS and PostgreSQL",
    ),
]


class Buildings:
    """A server in each; the shown file is that of the first room, the others' differ in names."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        made = make_certificate("gate", ["127.0.0.1"], 30)
        (folder / "gate.pem").write_bytes(made.certificate)
        (folder / "gate.key").write_bytes(made.private_key)
        (folder / "password").write_text("secret\n")
        self._gates = {name: f"127.0.0.1:{free_port()}" for name in BUILDINGS}
        self.servers = {
            name: NatsServer(folder / name, self._file(name), name=name) for name in BUILDINGS
        }

    def link(self, building: str, user: str) -> NatsLink:
        return NatsLink(servers=(self.servers[building].url,), user=user, password_file="password")

    def _file(self, building: str) -> str:
        text = PAGE.read_text()
        begin = text.index("  accounts {\n    OAKS: {")
        shown = text[begin : text.index("  ```", begin)]
        for name, address in self._gates.items():
            shown = shown.replace(f"{name}.example:7222", address)
        changes = {
            "0.0.0.0:7222": self._gates[building],
            "10.1.0.1:6222": f"127.0.0.1:{free_port()}",
            "/etc/nats/": f"{self.folder}/",
            "name: oaks": f"name: {building}",
            _account("OAKS", ("oaks",)): _account("OAKS", ("oaks", "office"), building),
            _account("CAPITOL", ()): _account("CAPITOL", ("capitol", "office"), building),
            '"$2a$…"': '"secret"',
        }
        for old, new in changes.items():
            assert old in shown
            shown = shown.replace(old, new)
        return shown


def _account(name: str, known_to: tuple[str, ...], building: str = "oaks") -> str:
    """An account, with its user where a building knows it."""
    user = f', users: [ {{ user: {name.lower()}, password: "$2a$…" }} ]'
    return f"{name}: {{ jetstream: enabled{user if building in known_to else ''} }}"


@pytest.fixture
def buildings(tmp_path: Path) -> Iterator[Buildings]:
    made = Buildings(tmp_path)
    for server in made.servers.values():
        server.start()
    yield made
    for server in made.servers.values():
        server.kill()


@pytest.fixture
def postgres() -> Iterator[PostgresServer]:
    folder = Path(f"/var/tmp/underfelt-office-{os.getpid()}")
    server = PostgresServer(folder)
    server.start()
    yield server
    server.stop()
    shutil.rmtree(folder)


def at_the_office(room: str, folder: Path, buildings: Buildings, database: str) -> Room:
    """The service of a room works at the office; its tables reach their own building alone."""
    office = buildings.servers["office"]
    kept = Room(folder, office, database)
    nats = kept.settings.nats.model_copy(update=buildings.link("office", room).model_dump())
    kept.settings = kept.settings.model_copy(update={"rooms": (room,), "nats": nats})
    kept.link = buildings.link(room, room)
    return kept


async def played(journals: list[Journal], rounds: int) -> None:
    for _ in range(rounds):
        for journal in journals:
            await asyncio.to_thread(journal.append, a_round_now())
        await asyncio.sleep(0.1)


async def test_the_office_keeps_both_rooms_whichever_building_is_cut_off(
    tmp_path: Path, buildings: Buildings, postgres: PostgresServer
) -> None:
    journals: list[Journal] = []
    async with AsyncExitStack() as stack:
        for name in ROOMS:
            room = at_the_office(name, tmp_path, buildings, postgres.url)
            await stack.enter_async_context(room)
            journal = stack.enter_context(Journal.open(record_file(tmp_path, 7, name)))
            journal.append(a_round_now())
            journals.append(journal)
            await stack.enter_async_context(room.bridge(journal.path, table_of(journal)))
        store = room.store()
        await caught_up(store, journals)
        for building in ("office", "capitol"):
            playing = asyncio.create_task(played(journals, ROUNDS))
            await asyncio.sleep(1)
            buildings.servers[building].kill()
            await playing
            if building == "capitol":
                # The other room goes on meanwhile.
                await caught_up(store, journals[:1])
            head = store.rows.head(table_of(journals[1]))
            assert head is not None
            assert head.head.number < journals[1].last_number
            await asyncio.to_thread(buildings.servers[building].start)
            await caught_up(store, journals)
        rows = sum(compared(store, journal) for journal in journals)
    print(f"{rows:,} rows of two rooms, every one as recorded, through gateways")


async def test_the_user_of_one_room_neither_reads_nor_writes_the_rows_of_another(
    tmp_path: Path, buildings: Buildings, postgres: PostgresServer
) -> None:
    async with AsyncExitStack() as stack:
        room = at_the_office("capitol", tmp_path, buildings, postgres.url)
        await stack.enter_async_context(room)
        journal = stack.enter_context(Journal.open(record_file(tmp_path, 7, "capitol")))
        journal.append(a_round_now())
        await stack.enter_async_context(room.bridge(journal.path, table_of(journal)))
        await caught_up(room.store(), [journal])
        stranger = await patiently_connected(
            buildings.link("oaks", "oaks"), buildings.folder, "stranger"
        )
        stack.push_async_callback(stranger.close)
        heard = await stranger.subscribe("row.>")
        manager = stranger.jsm(timeout=20)
        with pytest.raises(NotFoundError):
            await manager.stream_info(subjects.STREAM)
        with pytest.raises(NotFoundError):
            await manager.get_last_msg(subjects.STREAM, "row.capitol.t7")
        await stranger.publish("row.capitol.t7", b"{}")
        await stranger.flush()
        journal.append(a_round_now())
        await caught_up(room.store(), [journal])
        # Its own word alone comes back.
        assert heard.pending_msgs == 1
        assert room.service.figures.refused == 0
        for building in ("capitol", "oaks"):
            other = "oaks" if building == "capitol" else "capitol"
            with pytest.raises(FloorError, match=f"refuses {other}; check user"):
                await connected(buildings.link(building, other), buildings.folder, "stranger")
