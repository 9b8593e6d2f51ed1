"""One store, two kinds of database, the same answers."""

from pathlib import Path

import pytest

from controller.facts.phrase import phrase
from controller.floor.beat import Beat
from controller.floor.parcel import TravellingRow
from controller.floor.rounds import RoundSoFar
from controller.floor.store import schema
from controller.floor.store.alarms import RaisedAlarm
from controller.floor.store.database import StoreError, opener
from controller.floor.store.months import month_of
from controller.floor.store.rounds import RoundSearch
from controller.floor.store.rows import Batch
from controller.floor.store.store import FloorStore
from controller.record.chain import Head
from tests.unit.controller.floor.sample_rounds import START_MS, TABLE, keep, parcels_of, record

HELD = RaisedAlarm(TABLE, "hold", "held", "high", phrase("alarm-record-stuck", reason="x"))
BEAT = Beat(table=TABLE, game="baccarat", bridge="0" * 16, at_ms=1, number=9, sent=8)


def test_kept_rows_are_the_rows_of_the_record(store: FloorStore) -> None:
    rows = record(3)
    for parcel in parcels_of(rows):
        assert keep(store, [parcel])[0].misfit is None
    kept = list(store.rows.rows(TABLE))
    assert [(row.number, row.hash) for row in kept] == [(row.number, row.hash) for row in rows]
    # One body never leaves the table; all others are there, byte for byte.
    assert [row.row for row in kept if row.leaves != "never"] == [rows[0], *rows[2:]]


def test_rows_come_back_page_by_page_and_by_time(store: FloorStore) -> None:
    rows = record(2)
    keep(store, parcels_of(rows))
    assert [row.number for row in store.rows.rows(TABLE, 5, 3)] == [6, 7, 8]
    found = store.rows.between(TABLE, START_MS + 2000, START_MS + 4000)
    assert [row.number for row in found] == [3, 4]


def test_a_body_held_back_is_known_until_its_round_ends(store: FloorStore) -> None:
    rows = record(1)
    keep(store, parcels_of(rows[:8]))
    assert sorted(store.rows.held_back(TABLE)) == [5, 6, 8]
    assert store.rows.held_back(TABLE)[5].previous == rows[3].hash


def test_a_database_of_the_first_schema_knows_what_is_held_back(url: str) -> None:
    with FloorStore.open(url) as store:
        keep(store, parcels_of(record(2)[:15]))
        before = store.rows.held_back(TABLE)
        database = store._database
        for statement in (
            "ALTER TABLE head DROP COLUMN held_from",
            "CREATE INDEX entry_held_back ON entry (table_id, number)",
            "DELETE FROM floor_schema WHERE version > 1",
        ):
            database.fetch(statement)
    with FloorStore.open(url) as store:
        assert store.rows.held_back(TABLE) == before
        assert store._database.fetch("SELECT held_from FROM head") == [(min(before),)]


def test_of_two_who_append_one_is_refused_and_nothing_is_doubled(store: FloorStore) -> None:
    keep(store, parcels_of(record(1)))
    row = next(store.rows.rows(TABLE))
    second = Batch(TABLE, Head(0, bytes(32)), [row], [], RoundSoFar(), [])
    with pytest.raises(StoreError, match="another service"):
        store.rows.append([second])
    with pytest.raises(StoreError, match="another service"):
        store.rows.append([second._replace(before=None)])
    assert len(list(store.rows.rows(TABLE))) == len(record(1))


def test_rounds_are_found_by_everything_the_office_asks_for(store: FloorStore) -> None:
    keep(store, parcels_of(record(2)))
    [newest, oldest] = store.rounds.last_of(TABLE)
    assert (newest.round, oldest.round, newest.shoe, newest.dealer) == (2, 1, 3, "Bo")
    assert (oldest.first_row, oldest.last_row, oldest.held_ms) == (4, 10, 1000)
    assert (oldest.irregularities, oldest.people) == (("card-out-of-turn",), ("Ana",))
    for search, count in (
        (RoundSearch(), 2),
        (RoundSearch(shoe=3, outcome="banker", person="Ana", dealer="Bo"), 2),
        (RoundSearch(irregularity="card-out-of-turn"), 2),
        (RoundSearch(irregularity="card-out_of%turn"), 0),
        (RoundSearch(person="An"), 0),
        (RoundSearch(void_only=True), 0),
        (RoundSearch(until_ms=newest.closed_ms), 1),
        (RoundSearch(table="oaks/t8"), 0),
    ):
        assert store.rounds.count(search) == len(store.rounds.find(search)) == count


def test_rows_of_another_month_find_their_place(store: FloorStore) -> None:
    rows = record(1)
    keep(store, parcels_of(rows))
    later = TravellingRow(
        11, START_MS + 40 * 86_400_000, "s", None, None, "event", "k", "now", b"{}", bytes(32)
    )
    before = Head(rows[-1].number, rows[-1].hash)
    store.rows.append([Batch(TABLE, before, [later], [], RoundSoFar(), [])])
    assert month_of(later.at_ms) != month_of(START_MS)
    assert [row.number for row in store.rows.rows(TABLE, 9)] == [10, 11]


@pytest.mark.parametrize("at_ms", [-1, 2**63 - 1])
def test_rows_of_a_clock_that_is_far_off_are_kept(store: FloorStore, at_ms: int) -> None:
    row = TravellingRow(1, at_ms, "s", None, None, "event", "k", "now", b"{}", bytes(32))
    store.rows.append([Batch(TABLE, None, [row], [], RoundSoFar(), [])])
    assert list(store.rows.rows(TABLE)) == [row]


def test_an_alarm_is_raised_once_acknowledged_by_a_name_and_found_again(store: FloorStore) -> None:
    assert store.alarms.raise_one(HELD, 100)
    assert not store.alarms.raise_one(HELD, 200)
    [alarm] = store.alarms.open()
    assert (alarm.told, alarm.raised_ms, alarm.by) == (HELD.told, 100, "")
    store.alarms.acknowledge(alarm.number, "Ana", 300, "seen")
    store.alarms.acknowledge(alarm.number, "Bo", 400)
    store.alarms.end(alarm.number, 500)
    assert store.alarms.open() == []
    [found] = store.alarms.find(0, 1000, TABLE)
    assert (found.by, found.acknowledged_ms, found.note, found.ended_ms) == (
        "Ana",
        300,
        "seen",
        500,
    )
    assert store.alarms.raise_one(HELD, 600)


def test_an_alarm_that_ended_unseen_stays_on_the_list(store: FloorStore) -> None:
    store.alarms.raise_one(HELD, 100)
    store.alarms.end(store.alarms.open()[0].number, 200)
    assert [alarm.ended_ms for alarm in store.alarms.open()] == [200]


def test_nobody_acknowledges_what_is_not_there(store: FloorStore) -> None:
    with pytest.raises(StoreError, match="no alarm 7"):
        store.alarms.acknowledge(7, "Ana", 1)


def test_a_table_is_as_it_was_last_heard_of(store: FloorStore) -> None:
    store.tables.note_board(TABLE, "{}")
    assert store.tables.all() == []
    store.tables.note_beat(BEAT, 10)
    store.tables.note_beat(BEAT.model_copy(update={"number": 10}), 20)
    [table] = store.tables.all()
    assert (table.heard_ms, table.beat.number, table.board) == (20, 10, None)
    assert store.tables.one(TABLE) == table
    assert store.tables.one("oaks/t8") is None


def test_a_database_is_opened_again_as_it_was(url: str) -> None:
    with FloorStore.open(url) as first:
        keep(first, parcels_of(record(1)))
    with FloorStore.open(url) as second:
        head = second.rows.head(TABLE)
        assert head is not None
        assert head.head.number == 10
        assert list(second.rows.heads()) == [TABLE]


def test_a_schema_newer_than_the_service_is_refused(url: str) -> None:
    FloorStore.open(url).close()
    database = opener(url)()
    database.change(schema.MIGRATED, [(99,)])
    database.close()
    with pytest.raises(
        StoreError, match=rf"schema 99, this version knows {len(schema.MIGRATIONS)}; update"
    ):
        FloorStore.open(url)


@pytest.mark.parametrize(
    ("address", "said"),
    [
        ("mysql://x", "names no database"),
        ("sqlite:/nowhere/at/all.sqlite", "create its folder"),
        ("postgresql://floor@127.0.0.1:1/x", "does not answer"),
    ],
)
def test_a_database_that_is_not_there_is_named_with_its_remedy(address: str, said: str) -> None:
    with pytest.raises(StoreError, match=said):
        FloorStore.open(address)


def test_a_file_that_is_no_database_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "floor.sqlite"
    file.write_bytes(b"no database" * 100)
    with pytest.raises(StoreError, match="name another file"):
        FloorStore.open(f"sqlite:{file}")
