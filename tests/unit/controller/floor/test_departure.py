"""What may leave a table, and when."""

import json

import pytest
from hypothesis import given, strategies as st

from controller.daemon.entry_text import WITHHELD
from controller.floor.departure import AFTER_THE_ROUND, NEVER, Gate, Send, leaves
from controller.floor.parcel import FloorError, Parcel, parcel_of, parcel_text
from controller.record.chain import GENESIS, chained
from controller.record.row import Row
from tests.unit.controller.floor.sample_rounds import TABLE, parcels_of, record

# Withheld from everybody because they name people; staff of the floor may know them.
OF_PEOPLE = {
    "person_logged_in",
    "act_refused",
    "staff_changed",
    "alarm_acknowledged",
    "sound_paused",
    "device_test_started",
    "device_test_ended",
}


def texts(parcels: list[Parcel]) -> bytes:
    return b"".join(map(parcel_text, parcels))


def told_late(parcel: Parcel) -> list[int]:
    """Rows whose body waited for the end of a round, with their own parcel or with a later one."""
    own = [row.number for row in parcel.rows if row.leaves == "later" and row.body is not None]
    return [*(each.number for each in parcel.opened), *own]


def test_every_row_that_screens_may_not_have_is_sorted_here_too() -> None:
    withheld = {kind.decode() for kind in WITHHELD}
    assert withheld - OF_PEOPLE == AFTER_THE_ROUND | NEVER


def test_a_card_leaves_only_with_the_row_that_ends_its_round() -> None:
    rows = record(1)
    assert b"9h" not in texts(parcels_of(rows[:8]))
    whole = parcels_of(rows)
    assert told_late(whole[-1]) == [5, 6, 8]
    assert b"9h" in texts(whole)


@pytest.mark.parametrize("send", ["all", "results"])
def test_what_was_typed_as_a_name_never_leaves(send: Send) -> None:
    assert b"4711" not in texts(parcels_of(record(2), send))


def test_results_alone_tell_nothing_of_a_round_in_play() -> None:
    rows = record(1)
    gate = Gate(TABLE, "results")
    gate.begin_after(GENESIS)
    assert list(gate.parcels(rows[:5])) == []
    held = list(gate.parcels(rows[5:7]))
    assert [row.number for row in held[0].rows] == [1, 2, 3, 4, 5, 6, 7]
    assert [row.kind for row in held[0].rows if row.body] == ["table_held"]
    ended = list(gate.parcels(rows[7:]))
    assert told_late(ended[0]) == [3, 4, 8, 9]
    assert b"9h" not in texts(held)


def test_a_bridge_that_starts_anew_remembers_what_was_held_back() -> None:
    rows = record(1)
    gate = Gate(TABLE, "all")
    gate.begin_after(GENESIS._replace(number=8, hash=rows[7].hash), rows[:8])
    [parcel] = gate.parcels(rows[8:])
    assert parcel.previous == rows[7].hash
    assert told_late(parcel) == [5, 6, 8]


def test_rounds_that_wait_together_travel_together() -> None:
    [parcel] = parcels_of(record(20))
    assert len(parcel.rows) == 143
    assert len(told_late(parcel)) == 60
    assert parcel.opened == ()


def test_an_unknown_kind_of_row_stays_at_the_table() -> None:
    assert leaves("", "all") == "never"


@given(st.integers(1, 4), st.sampled_from(["all", "results"]), st.integers(1, 9), st.data())
def test_however_rows_are_cut_every_one_arrives_once_in_order(
    rounds: int, send: Send, most: int, data: st.DataObject
) -> None:
    rows = record(rounds)
    gate = Gate(TABLE, send, most)
    gate.begin_after(GENESIS)
    cuts = sorted(data.draw(st.lists(st.integers(0, len(rows)), max_size=5)))
    parcels = [
        p
        for low, high in zip([0, *cuts], [*cuts, len(rows)], strict=True)
        for p in gate.parcels(rows[low:high])
    ]
    sent = [row for parcel in parcels for row in parcel.rows]
    assert [(row.number, row.hash) for row in sent] == [(row.number, row.hash) for row in rows]
    assert [parcel_of(parcel_text(parcel)) for parcel in parcels] == parcels
    ended = 0
    for parcel in parcels:
        ends = [row.number for row in parcel.rows if row.kind == "round_closed"]
        ended = max([ended, *ends])
        assert all(number < ended for number in told_late(parcel))
    told = {each.number: each.body for parcel in parcels for each in parcel.opened}
    told |= {row.number: row.body for row in sent if row.body is not None}
    assert all(body == bodies_of(rows)[number] for number, body in told.items())


def bodies_of(rows: list[Row]) -> dict[int, bytes]:
    return {row.number: row.body for row in rows}


@pytest.mark.parametrize("text", [b"", b"{}", b'["t","",[],[]]', b"[1,2]"])
def test_what_is_no_parcel_is_refused(text: bytes) -> None:
    with pytest.raises(FloorError, match="no parcel"):
        parcel_of(text)


def test_rows_that_do_not_follow_one_another_are_refused() -> None:
    [parcel] = parcels_of(record(1))
    holed = parcel._replace(rows=(parcel.rows[0], parcel.rows[2]))
    with pytest.raises(FloorError, match="do not follow"):
        parcel_of(parcel_text(holed))


def test_a_parcel_with_fewer_bodies_than_rows_is_refused() -> None:
    [parcel] = parcels_of(record(1))
    wire = json.loads(parcel_text(parcel))
    wire[10] = wire[10][1:]
    with pytest.raises(FloorError, match="not whole"):
        parcel_of(json.dumps(wire).encode())


@pytest.mark.parametrize(("column", "value"), [(3, 2**63), (5, -(2**63) - 1), (4, "a\0b")])
def test_what_no_database_keeps_is_refused_before_it_stops_all_others(
    column: int, value: object
) -> None:
    [parcel] = parcels_of(record(1))
    wire = json.loads(parcel_text(parcel))
    wire[column][0] = value
    with pytest.raises(FloorError):
        parcel_of(json.dumps(wire).encode())


def test_rows_with_much_to_tell_go_in_several_messages() -> None:
    rows = chained(
        GENESIS,
        [row._replace(number=0, hash=b"", body=b"x" * 150_000) for row in record(1)],
    )
    parcels = parcels_of(rows)
    assert max(len(parcel_text(parcel)) for parcel in parcels) < 2**20
    assert [row.number for parcel in parcels for row in parcel.rows] == list(range(1, 11))
