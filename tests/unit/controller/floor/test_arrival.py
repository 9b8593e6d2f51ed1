"""Rows that arrive are proved, and what does not fit is named."""

from controller.floor.arrival import Arrived, HeldBack, Known, arrived
from controller.floor.parcel import OpenedBody, Parcel
from controller.record.chain import GENESIS, Head
from tests.unit.controller.floor.sample_rounds import parcels_of, record

NOTHING = Known(None, {}, {})


def whole(rounds: int = 2) -> Parcel:
    [parcel] = parcels_of(record(rounds))
    return parcel


def told_apart(parcel: Parcel) -> Parcel:
    """What waited for the end of its round is told beside the rows, not with them."""
    later = [row for row in parcel.rows if row.leaves == "later" and row.body is not None]
    held_back = (row._replace(body=None) if row in later else row for row in parcel.rows)
    opened = (OpenedBody(row.number, row.body or b"") for row in later)
    return parcel._replace(rows=tuple(held_back), opened=tuple(opened))


def known_of(parcel: Parcel) -> Known:
    hashes = {row.number: row.hash for row in parcel.rows}
    return Known(Head(parcel.last.number, parcel.last.hash), hashes, {})


def test_the_first_rows_of_a_table_are_kept_with_what_is_opened() -> None:
    parcel = told_apart(whole())
    came = arrived(NOTHING, parcel)
    assert came.misfit is None
    assert came.rows == parcel.rows
    assert [row.number for row in came.opened] == [5, 6, 8, 12, 13, 15]
    assert [row.number for row in came.opened] == [each.number for each in parcel.opened]


def test_a_repeat_keeps_nothing_and_is_no_misfit() -> None:
    parcel = whole()
    assert arrived(known_of(parcel), parcel).rows == ()
    assert arrived(known_of(parcel), parcel).misfit is None


def test_missing_rows_are_named_by_the_first_of_them() -> None:
    parcel = whole()
    known = Known(Head(1, record(1)[0].hash), {}, {})
    assert arrived(known, parcel._replace(rows=parcel.rows[5:])) == Arrived(misfit="gap", at=2)


def test_a_forked_record_is_named_at_its_first_new_row() -> None:
    mine, other = record(1), record(1, GENESIS._replace(hash=bytes(31) + b"x"))
    [parcel] = parcels_of(other[5:], head=Head(5, other[4].hash))
    known = Known(Head(5, mine[4].hash), {}, {})
    assert arrived(known, parcel) == Arrived(misfit="forked", at=5)


def test_a_repeated_row_that_tells_another_story_is_a_fork() -> None:
    parcel = whole()
    known = known_of(parcel)
    changed = dict(known.hashes) | {4: bytes(32)}
    assert arrived(known._replace(hashes=changed), parcel) == Arrived(misfit="forked", at=4)


def test_a_changed_row_is_broken_and_what_is_before_it_is_kept() -> None:
    parcel = whole()
    rows = list(parcel.rows)
    rows[3] = rows[3]._replace(at_ms=1)
    came = arrived(NOTHING, parcel._replace(rows=tuple(rows)))
    assert (came.misfit, came.at) == ("broken", 4)
    assert [row.number for row in came.rows] == [1, 2, 3]


def test_a_body_told_later_must_be_the_one_the_hash_covered() -> None:
    parcel = told_apart(whole())
    first = parcel.opened[0]
    forged = first._replace(body=first.body.replace(b"9h", b"8h"))
    came = arrived(NOTHING, parcel._replace(opened=(forged,)))
    assert (came.misfit, came.at) == ("opened-otherwise", first.number)


def test_a_body_that_comes_with_its_row_must_be_the_one_the_hash_covered() -> None:
    parcel = whole()
    rows = list(parcel.rows)
    assert rows[4].leaves == "later"
    rows[4] = rows[4]._replace(body=(rows[4].body or b"").replace(b"9h", b"8h"))
    came = arrived(NOTHING, parcel._replace(rows=tuple(rows)))
    assert (came.misfit, came.at) == ("broken", 5)


def test_a_repeated_row_tells_the_body_that_it_was_kept_without() -> None:
    parcel = whole(1)
    kept = told_apart(parcel).rows[:8]
    before = {row.number: kept[at - 1].hash for at, row in enumerate(kept) if at}
    held_back = {
        row.number: HeldBack(before[row.number], row) for row in kept if row.number in (5, 6, 8)
    }
    known = Known(Head(8, kept[-1].hash), {row.number: row.hash for row in kept}, held_back)
    came = arrived(known, parcel)
    assert came.misfit is None
    assert [row.number for row in came.rows] == [9, 10]
    assert came.opened == tuple(parcel.rows[number - 1] for number in (5, 6, 8))
