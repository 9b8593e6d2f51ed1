"""A table's rows arrive once each, whatever happens on the way; what does not fit is named."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from controller.floor.bridge import bridge as bridge_module
from controller.floor.link import subjects
from controller.floor.store.store import FloorStore
from controller.record.journal import Journal
from controller.record.row import Row
from tests.unit.controller.floor.floor_room import TABLE, Room, until
from tests.unit.controller.floor.sample_rounds import record


@pytest.fixture(autouse=True)
def _hurried(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("LOOK_S", "AGAIN_S", "ASK_AGAIN_S", "BEAT_S"):
        monkeypatch.setattr(bridge_module, name, 0.05)


@pytest.fixture
def journal(tmp_path: Path) -> Iterator[Journal]:
    with Journal.open(tmp_path / "journal.sqlite") as opened:
        opened.append(drafts(3))
        yield opened


def drafts(rounds: int) -> list[Row]:
    return [row._replace(number=0, hash=b"") for row in record(rounds)]


def kept(store: FloorStore, table: str = TABLE) -> list[tuple[int, bytes]]:
    return [(row.number, row.hash) for row in store.rows.rows(table)]


def recorded(journal: Journal) -> list[tuple[int, bytes]]:
    return [(row.number, row.hash) for row in journal.rows()]


def keeps(store: FloorStore, journal: Journal) -> bool:
    head = store.rows.head(TABLE)
    return head is not None and head.head.number == journal.last_number


async def test_rows_arrive_while_the_table_goes_on(room: Room, journal: Journal) -> None:
    store = room.store()
    async with room.bridge(journal.path):
        await until(lambda: keeps(store, journal))
        journal.append(drafts(1))
        await until(lambda: keeps(store, journal))
    assert kept(store) == recorded(journal)
    assert sorted(each.round for each in store.rounds.last_of(TABLE)) == [1, 1, 2, 3]


async def test_a_bridge_goes_on_where_the_database_ends(room: Room, journal: Journal) -> None:
    store = room.store()
    journal.append(drafts(1)[:8])
    async with room.bridge(journal.path):
        await until(lambda: keeps(store, journal))
    assert sorted(store.rows.held_back(TABLE))
    journal.append(drafts(1)[8:])
    async with room.bridge(journal.path):
        await until(lambda: keeps(store, journal))
    assert kept(store) == recorded(journal)
    # What was held back over the change of bridges is told all the same.
    assert store.rows.held_back(TABLE) == {}


async def test_a_stream_that_was_lost_is_filled_again(room: Room, journal: Journal) -> None:
    store = room.store()
    async with room.bridge(journal.path):
        await until(lambda: keeps(store, journal))
        await room.client.jsm().delete_stream(subjects.STREAM)
        journal.append(drafts(2))
        await until(lambda: keeps(store, journal))
    assert kept(store) == recorded(journal)


async def test_rows_the_stream_lost_are_asked_for_and_sent_again(
    room: Room, journal: Journal
) -> None:
    store = room.store()
    async with room.bridge(journal.path) as bridge:
        await until(lambda: keeps(store, journal))
        # The bridge believes that more has been sent than the database ever gets.
        journal.append(drafts(1))
        bridge._read = journal.last_number
        bridge._gate.begin_after(journal._head)
        journal.append(drafts(1))
        await until(lambda: keeps(store, journal))
    assert kept(store) == recorded(journal)


async def test_a_second_bridge_is_refused_and_named(
    room: Room, journal: Journal, caplog: pytest.LogCaptureFixture
) -> None:
    store = room.store()
    async with room.bridge(journal.path), room.bridge(journal.path):
        await until(lambda: "another-bridge" in caplog.text)
        await until(lambda: keeps(store, journal))
        await until(lambda: "two-bridges" in conditions(store))
    assert kept(store) == recorded(journal)


async def test_a_restored_older_record_is_named_and_nothing_is_doubled(
    room: Room, journal: Journal, tmp_path: Path
) -> None:
    store = room.store()
    older = tmp_path / "older.sqlite"
    journal.copy_to(older)
    journal.append(drafts(1))
    async with room.bridge(journal.path):
        await until(lambda: keeps(store, journal))
    async with room.bridge(older):
        await until(lambda: "chain-broken" in conditions(store))
    [alarm] = [each for each in store.alarms.open() if each.condition == "chain-broken"]
    assert alarm.told.arguments == {"why": "record-older"}
    assert kept(store) == recorded(journal)


async def test_a_forked_record_is_named_within_a_row(
    room: Room, journal: Journal, tmp_path: Path
) -> None:
    store = room.store()
    forked = tmp_path / "forked.sqlite"
    journal.copy_to(forked)
    journal.append(drafts(1)[:1])
    async with room.bridge(journal.path):
        await until(lambda: keeps(store, journal))
    with Journal.open(forked) as other:
        other.append(drafts(1)[1:])
        async with room.bridge(forked):
            await until(lambda: "chain-broken" in conditions(store))
    assert kept(store) == recorded(journal)
    async with room.bridge(journal.path):
        await until(lambda: "chain-broken" not in running(store))


async def test_results_alone_arrive_with_every_hash(room: Room, journal: Journal) -> None:
    store = room.store()
    async with room.bridge(journal.path, send="results"):
        await until(lambda: keeps(store, journal))
    assert kept(store) == recorded(journal)
    told = {row.kind for row in store.rows.rows(TABLE) if row.body is not None}
    assert "outcome_decided" in told
    assert not told & {"card_drawn", "key_pressed", "ruling_given"}


async def test_a_table_of_another_room_is_not_kept(room: Room, journal: Journal) -> None:
    store = room.store()
    async with room.bridge(journal.path, table="elsewhere/t7"), room.bridge(journal.path):
        await until(lambda: keeps(store, journal))
    assert list(store.rows.heads()) == [TABLE]


def conditions(store: FloorStore) -> set[str]:
    return {alarm.condition for alarm in store.alarms.open()}


def running(store: FloorStore) -> set[str]:
    return {alarm.condition for alarm in store.alarms.open() if alarm.ended_ms is None}
