"""Rows as they arrive: each follows the last that is kept, or is refused and named. Pure."""

from collections.abc import Iterator, Mapping
from typing import Literal, NamedTuple

from controller.floor.parcel import OpenedBody, Parcel, TravellingRow
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

    `opened` are rows with the body that was held back until now; some may be among `rows`, and
    `held_back` those of `rows` that came without their body.
    """

    rows: tuple[TravellingRow, ...] = ()
    opened: tuple[TravellingRow, ...] = ()
    held_back: tuple[HeldBack, ...] = ()
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
    bodiless, broken = _chained(parcel)
    first = parcel.rows[0].number
    kept = parcel.rows[max(0, head.number + 1 - first) : None if broken is None else broken - first]
    held_back = tuple(each for number, each in bodiless.items() if number > head.number)
    if broken is not None:
        return Arrived(kept, held_back=held_back, misfit="broken", at=broken)
    opened: list[TravellingRow] = []
    for number, body in (*_told_again(known, head, parcel), *parcel.opened):
        there = bodiless.get(number) or known.held_back.get(number)
        if there is None:
            continue
        row = _opened(there, body)
        if row is None:
            return Arrived(kept, held_back=held_back, misfit="opened-otherwise", at=number)
        opened.append(row)
    return Arrived(kept, tuple(opened), held_back)


def _told_again(known: Known, head: Head, parcel: Parcel) -> Iterator[OpenedBody]:
    """Bodies of repeated rows that were kept without them."""
    for row in parcel.rows[: max(0, head.number + 1 - parcel.rows[0].number)]:
        if row.body is not None and row.number in known.held_back:
            yield OpenedBody(row.number, row.body)


def _chained(parcel: Parcel) -> tuple[dict[int, HeldBack], int | None]:
    """The rows whose body is still to come, and the first row that its hash does not cover."""
    bodiless: dict[int, HeldBack] = {}
    previous = parcel.previous
    for row in parcel.rows:
        # Taken apart at once: every row of a floor comes this way.
        number, at_ms, source, boot, sequence, part, _, leaves, body, digest = row
        if body is None:
            if leaves == "later":
                bodiless[number] = HeldBack(previous, row)
        elif not fits(previous, (number, at_ms, source, boot, sequence, part, body, digest)):
            return bodiless, number
        previous = digest
    return bodiless, None


def _opened(there: HeldBack, body: bytes) -> TravellingRow | None:
    """A row with its body, which was held back until now; None if its hash covered another."""
    number, at_ms, source, boot, sequence, part, kind, leaves, _, digest = there.row
    if not fits(there.previous, (number, at_ms, source, boot, sequence, part, body, digest)):
        return None
    return TravellingRow(number, at_ms, source, boot, sequence, part, kind, leaves, body, digest)
