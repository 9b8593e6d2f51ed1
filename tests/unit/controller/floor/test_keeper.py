"""Keeping parcels: once each, whatever the database does in between."""

from pathlib import Path

import pytest

from controller.floor.service.answers import GONE_MS, REFUSED_MS, Senders, where
from controller.floor.service.keeper import Keeper, Named
from controller.floor.store.database import StoreAwayError, StoreError
from controller.floor.store.sqlite import SqliteDatabase
from controller.floor.store.store import FloorStore
from controller.record.chain import Head
from tests.unit.controller.floor.sample_rounds import TABLE, parcels_of, record
from tests.unit.controller.floor.test_store import BEAT


def test_parcels_of_one_table_are_kept_together_and_again_they_are_repeats(
    store: FloorStore,
) -> None:
    parcels = parcels_of(record(3))
    keeper = Keeper(store)
    keeper.take(parcels, 1)
    keeper.take(parcels, 2)
    assert [row.number for row in store.rows.rows(TABLE)] == list(range(1, 25))
    assert [each.round for each in store.rounds.last_of(TABLE)] == [3, 2, 1]
    assert keeper.misfits == {}
    assert keeper.held_back_from(TABLE) == 0


def test_a_keeper_that_starts_anew_knows_what_is_held_back(store: FloorStore) -> None:
    rows = record(1)
    Keeper(store).take(parcels_of(rows[:8]), 1)
    again = Keeper(store)
    assert again.held_back_from(TABLE) == 5
    again.take(parcels_of(rows), 2)
    assert again.misfits == {}
    assert store.rows.held_back(TABLE) == {}


def test_a_misfit_is_remembered_until_rows_fit_again(store: FloorStore) -> None:
    rows = record(2)
    keeper = Keeper(store)
    keeper.take(parcels_of(rows[:10]), 1)
    [second] = parcels_of(rows[10:], head=Head(10, rows[9].hash))
    keeper.take([second._replace(rows=second.rows[3:])], 7)
    assert keeper.misfits == {TABLE: Named("gap", 11, 7)}
    keeper.take([second], 8)
    assert keeper.misfits == {}


def test_rows_that_a_server_took_with_it_are_missed_after_the_next_one_took_over(
    tmp_path: Path,
) -> None:
    rows = record(2)
    parcels = parcels_of(rows)
    with (
        FloorStore.open(f"sqlite:{tmp_path / 'lost.sqlite'}") as lost,
        FloorStore.open(f"sqlite:{tmp_path / 'standby.sqlite'}") as standby,
    ):
        before = Keeper(lost)
        before.take(parcels, 1)
        assert Keeper(standby, before, 5).misfits == {TABLE: Named("gap", 1, 5)}
        assert where(None, 0, Named("gap", 1, 5), 6).is_missing
        Keeper(standby).take(parcels_of(rows[:8]), 2)
        again = Keeper(standby, before, 5)
        assert again.misfits == {TABLE: Named("gap", 9, 5)}
        again.take(parcels, 6)
        assert again.misfits == {}
        assert Keeper(standby, before, 7).misfits == {}


def test_a_full_disk_keeps_nothing_of_it_and_everything_afterwards(tmp_path: Path) -> None:
    database = SqliteDatabase(tmp_path / "floor.sqlite")
    database.close()
    with FloorStore.open(f"sqlite:{tmp_path / 'floor.sqlite'}") as store:
        keeper = Keeper(store)
        pages = store._database.fetch("PRAGMA page_count")[0][0]
        store._database.fetch(f"PRAGMA max_page_count = {pages}")
        with pytest.raises(StoreAwayError, match="is full; make room"):
            keeper.take(parcels_of(record(200)), 1)
        assert list(store.rows.rows(TABLE)) == []
        store._database.fetch("PRAGMA max_page_count = 1000000")
        Keeper(store).take(parcels_of(record(200)), 2)
        assert len(list(store.rows.rows(TABLE))) == 1403


def test_of_two_services_the_one_that_is_late_is_refused_and_begins_anew(store: FloorStore) -> None:
    parcels = parcels_of(record(2))
    late = Keeper(store)
    Keeper(store).take(parcels, 1)
    with pytest.raises(StoreError, match="another service"):
        late.take(parcels, 1)
    again = Keeper(store)
    again.take(parcels, 2)
    assert again.misfits == {}


def test_a_second_bridge_waits_until_the_first_is_gone() -> None:
    senders = Senders()
    other = BEAT.model_copy(update={"bridge": "1" * 16})
    assert senders.admits(BEAT, 0)
    assert not senders.admits(other, GONE_MS - 1)
    assert senders.doubled_ms == {BEAT.table: GONE_MS - 1}
    assert senders.admits(BEAT.model_copy(update={"leaves": True}), GONE_MS)
    assert senders.admits(other, GONE_MS)
    assert senders.admits(BEAT, 2 * GONE_MS)


def test_a_record_that_did_not_fit_may_be_shown_again_after_a_while(store: FloorStore) -> None:
    keeper = Keeper(store)
    keeper.take(parcels_of(record(1)), 1)
    forked = Named("forked", 5, 0)
    assert where(keeper.head(TABLE), 0, forked, 1).refused == "record-forked"
    later = where(keeper.head(TABLE), 0, forked, REFUSED_MS)
    assert (later.refused, later.is_missing) == (None, True)
