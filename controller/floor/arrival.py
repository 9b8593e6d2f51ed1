"""Rows as they arrive: each follows the last that is kept, or is refused and named. Pure."""

from collections.abc import Mapping
from typing import Literal, NamedTuple

from controller.floor.parcel import Parcel, TravellingRow
from controller.record.chain import Head, fits

# Why rows are not kept: some are missing before them, the record told another story before, a
# hash does not cover its row, or a body told later is not the one the hash covered.
Misfit = Literal["gap", "forked", "broken", "opened-otherwise"]


class HeldBack(NamedTuple):
    """A row that is kept without its body, and the hash before it."""

    previous: bytes
    row: TravellingRow


class Known(NamedTuple):
    """What the floor keeps of a table, as far as a parcel asks."""

    # The last row; None while nothing of the table is kept.
    head: Head | None
    # Hashes of rows that the parcel repeats, as far as they are kept.
    hashes: Mapping[int, bytes]
    # Rows whose body the parcel tells.
    held_back: Mapping[int, HeldBack]


class Arrived(NamedTuple):
    """What to keep of a parcel, and the first row that does not fit, if one does not.

    `opened` are rows with the body that was held back until now; some may be among `rows`.
    """

    rows: tuple[TravellingRow, ...] = ()
    opened: tuple[TravellingRow, ...] = ()
    misfit: Misfit | None = None
    at: int = 0


def arrived(known: Known, parcel: Parcel) -> Arrived:
    """Hold a parcel against what is known: what fits is kept, and nothing after a misfit."""
    head = known.head or Head(parcel.rows[0].number - 1, parcel.previous)
    first = parcel.rows[0].number
    if first > head.number + 1:
        return Arrived(misfit="gap", at=head.number + 1)
    repeated = _otherwise(known, head, parcel)
    if repeated is not None:
        return Arrived(misfit="forked", at=repeated)
    return _proved(known, head, parcel)


def _otherwise(known: Known, head: Head, parcel: Parcel) -> int | None:
    """The first repeated row that was told otherwise before."""
    before = {**known.hashes, head.number: head.hash}
    first = parcel.rows[0].number
    if before.get(first - 1, parcel.previous) != parcel.previous:
        return first - 1
    # Rows after the head are new; of those before it few come again.
    for row in parcel.rows[: max(0, head.number + 1 - first)]:
        if before.get(row.number, row.hash) != row.hash:
            return row.number
    return None


def _proved(known: Known, head: Head, parcel: Parcel) -> Arrived:
    kept: list[TravellingRow] = []
    previous = parcel.previous
    told_now = {number for number, _ in parcel.opened}
    beside: dict[int, HeldBack] = {}
    for row in parcel.rows:
        if row.body is not None and not fits(previous, row.with_body(row.body)):
            return Arrived(tuple(kept), misfit="broken", at=row.number)
        if row.number > head.number:
            kept.append(row)
        if row.number in told_now:
            beside[row.number] = HeldBack(previous, row)
        previous = row.hash
    opened: list[TravellingRow] = []
    for number, body in parcel.opened:
        there = beside.get(number) or known.held_back.get(number)
        if there is None:
            continue
        if not fits(there.previous, there.row.with_body(body)):
            return Arrived(tuple(kept), misfit="opened-otherwise", at=number)
        opened.append(there.row._replace(body=body))
    return Arrived(tuple(kept), tuple(opened))
