"""A stream that is full, and two rooms that call a table by the same name."""

import asyncio
from pathlib import Path

import pytest
from nats.js import JetStreamContext
from nats.js.api import ConsumerInfo

from controller.floor.bridge import bridge as bridge_module
from controller.floor.link import subjects
from controller.floor.local.nats_server import NatsServer
from controller.floor.service.service import FloorService
from controller.floor.service.stream import subscribed
from controller.floor.service.witnessing import FloorWitness
from controller.floor.store.store import FloorStore
from controller.record.journal import Journal
from tests.unit.controller.floor.floor_room import TABLE, Room, patiently_connected, until, working
from tests.unit.controller.floor.sample_rounds import record

LEAST_BYTES = 1_000_000


def grown(path: Path, rounds: int) -> Journal:
    """A record with so many rounds more."""
    journal = Journal.open(path)
    journal.append([row._replace(number=0, hash=b"") for row in record(rounds)])
    return journal


def keeps(store: FloorStore, table: str, journal: Journal) -> bool:
    head = store.rows.head(table)
    return head is not None and head.head.number == journal.last_number


async def test_what_a_full_stream_drops_is_asked_for_and_sent_again(
    tmp_path: Path, empty_nats: NatsServer, empty_postgres: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bridge_module, "LOOK_S", 0.05)
    monkeypatch.setattr(bridge_module, "BEAT_S", 600.0)
    # A busy machine that answers late would have the bridge begin anew.
    monkeypatch.setattr(bridge_module, "_PATIENCE_S", 60.0)
    room = Room(tmp_path, empty_nats, empty_postgres)
    small = room.settings.nats.model_copy(update={"most_bytes": LEAST_BYTES})
    room.settings = room.settings.model_copy(update={"nats": small})
    path = tmp_path / "journal.sqlite"
    grown(path, 1).close()
    async with room, room.bridge(path) as bridge:
        store = room.store()
        await until(lambda: store.rows.head(TABLE) is not None)
        async with room.service._turn:
            # The database is busy: nothing is taken out of the stream.
            with grown(path, 1600) as journal:
                await until(lambda: bridge.sent == journal.last_number)
        info = await room.client.jsm().stream_info(subjects.STREAM)
        assert info.state.first_seq > 2
        monkeypatch.setattr(bridge_module, "BEAT_S", 0.05)
        bridge._beat_due = 0.0
        with Journal.open_for_reading(path) as journal:
            await until(lambda: keeps(store, TABLE, journal))
            recorded = [(row.number, row.hash) for row in journal.rows()]
        assert [(row.number, row.hash) for row in store.rows.rows(TABLE)] == recorded


async def test_a_table_of_the_same_name_in_two_rooms_is_two_tables(
    tmp_path: Path, empty_nats: NatsServer, empty_postgres: str
) -> None:
    room = Room(tmp_path, empty_nats, empty_postgres)
    room.settings = room.settings.model_copy(update={"rooms": ("oaks", "capitol")})
    with (
        grown(tmp_path / "oaks.sqlite", 1) as ours,
        grown(tmp_path / "capitol.sqlite", 3) as theirs,
    ):
        async with (
            room,
            room.bridge(ours.path, "oaks/t7"),
            room.bridge(theirs.path, "capitol/t7"),
        ):
            store = room.store()
            await until(lambda: keeps(store, "oaks/t7", ours))
            await until(lambda: keeps(store, "capitol/t7", theirs))
            assert sorted(store.rows.heads()) == ["capitol/t7", "oaks/t7"]
            assert not [alarm for alarm in store.alarms.open() if alarm.condition == "two-bridges"]


async def test_who_no_longer_follows_the_stream_is_sent_nothing_of_it(
    tmp_path: Path, empty_nats: NatsServer
) -> None:
    url = f"sqlite:{tmp_path / 'floor.sqlite'}"
    room = Room(tmp_path, empty_nats, url)
    client = await patiently_connected(room.link, tmp_path, "floor")
    stream = client.jetstream()
    with FloorStore.open(url) as store:
        service = FloorService(room.settings, store, FloorWitness(tmp_path / "witness"))
        async with working(service._follow(await subscribed(client, room.settings.nats))):
            while not (await _consumer(stream)).num_waiting:
                await asyncio.sleep(0.05)
        await stream.publish(subjects.row_subject(TABLE), b"{}")
        left = await _consumer(stream)
    assert (left.num_pending, left.num_ack_pending) == (1, 0)
    await client.close()


async def _consumer(stream: JetStreamContext) -> ConsumerInfo:
    found: ConsumerInfo = await stream.consumer_info(subjects.STREAM, subjects.CONSUMER)
    return found
