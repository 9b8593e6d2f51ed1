"""Two rooms on one NATS, each in an account of its own, and one database of the office."""

from collections.abc import Iterator
from contextlib import AsyncExitStack
from functools import partial
from pathlib import Path

import pytest

from config.floor import NatsLink
from controller.floor.local.nats_server import NatsServer, nats_binary
from controller.floor.service.figures import Figures
from controller.record.journal import Journal
from tests.unit.controller.floor.floor_room import Room, patiently_connected, until
from tests.unit.controller.floor.sample_rounds import record

ACCOUNTS = """
accounts {
  OAKS: { jetstream: enabled, users: [ { user: oaks, password: secret } ] }
  CAPITOL: { jetstream: enabled, users: [ { user: capitol, password: secret } ] }
}
"""
pytestmark = pytest.mark.skipif(nats_binary() is None, reason="nats-server is not installed")


@pytest.fixture
def server(tmp_path: Path) -> Iterator[NatsServer]:
    (tmp_path / "password").write_text("secret")
    server = NatsServer(tmp_path / "nats", ACCOUNTS)
    server.start()
    yield server
    server.kill()


def room_of(name: str, folder: Path, server: NatsServer, database: str) -> Room:
    """A floor's service that keeps one room, by that room's account."""
    room = Room(folder, server, database)
    user = {"user": name, "password_file": "password"}
    room.link = NatsLink.model_validate({"servers": (server.url,), **user})
    nats = room.settings.nats.model_copy(update=user)
    room.settings = room.settings.model_copy(update={"rooms": (name,), "nats": nats})
    return room


async def test_each_service_keeps_and_watches_its_own_room_in_one_database(
    tmp_path: Path, server: NatsServer, empty_postgres: str
) -> None:
    async with AsyncExitStack() as stack:
        journals = {}
        for name in ("oaks", "capitol"):
            journal = stack.enter_context(Journal.open(tmp_path / f"{name}.sqlite"))
            journal.append([row._replace(number=0, hash=b"") for row in record(len(name))])
            room = room_of(name, tmp_path, server, empty_postgres)
            await stack.enter_async_context(room)
            await stack.enter_async_context(room.bridge(journal.path, f"{name}/t7"))
            journals[name] = journal, room
        store = journals["oaks"][1].store()
        wanted = {f"{name}/t7": journal.last_number for name, (journal, _) in journals.items()}
        await until(lambda: {t: h.head.number for t, h in store.rows.heads().items()} == wanted)
        for name, (_, room) in journals.items():
            figures = room.service.figures
            await until(partial(_is_told, figures))
            assert [each.table for each in figures.tables] == [f"{name}/t7"]


def _is_told(figures: Figures) -> bool:
    return bool(figures.tables)


async def test_what_one_room_says_the_other_does_not_hear(
    tmp_path: Path, server: NatsServer
) -> None:
    user = {"servers": (server.url,), "password_file": "password"}
    links = [NatsLink.model_validate({**user, "user": name}) for name in ("oaks", "capitol")]
    oaks, capitol = [await patiently_connected(link, tmp_path, "test") for link in links]
    heard = await capitol.subscribe("row.>")
    await capitol.flush()
    await oaks.publish("row.oaks.t7", b"{}")
    await oaks.flush()
    await capitol.flush()
    assert heard.pending_msgs == 0
    await oaks.close()
    await capitol.close()
