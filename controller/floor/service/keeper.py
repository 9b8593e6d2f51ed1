"""Keeping what arrives: parcels of many tables in, proved rows into the store, misfits named."""

from collections.abc import Iterable
from typing import NamedTuple

from controller.floor.arrival import Arrived, HeldBack, Known, Misfit, arrived
from controller.floor.parcel import Parcel, TravellingRow
from controller.floor.rounds import PlayedRound, RoundSoFar, followed
from controller.floor.standing import Standing, stood
from controller.floor.store.rows import Batch, StoredHead
from controller.floor.store.store import FloorStore
from controller.record.chain import Head


class Named(NamedTuple):
    """A row that does not fit, what is wrong with it, and when it came."""

    misfit: Misfit
    at: int
    seen_ms: int = 0


class _Kept:
    """One table while a batch is put together; thrown away when the store refuses."""

    def __init__(self, stored: StoredHead | None, held_back: dict[int, HeldBack]) -> None:
        self.before = stored.head if stored else None
        self.head = self.before
        self.so_far = stored.so_far if stored else RoundSoFar()
        self.standing = stored.standing if stored else Standing()
        self.held_back = held_back
        self.rows: dict[int, TravellingRow] = {}
        self.opened: list[TravellingRow] = []
        self.rounds: list[PlayedRound] = []

    def take(self, table: str, previous: bytes, came: Arrived) -> None:
        self.so_far, ended = followed(self.so_far, table, came.rows, came.opened)
        self.standing = stood(self.standing, came.rows)
        self.rounds += ended
        for row in came.rows:
            self.rows[row.number] = row
            if row.leaves == "later":
                self.held_back[row.number] = HeldBack(previous, row)
            previous = row.hash
        for row in came.opened:
            self.held_back.pop(row.number, None)
            if row.number in self.rows:
                self.rows[row.number] = row
            else:
                self.opened.append(row)
        if came.rows:
            self.head = Head(came.rows[-1].number, came.rows[-1].hash)

    def batch(self, table: str) -> Batch:
        rows = list(self.rows.values())
        return Batch(table, self.before, rows, self.opened, self.so_far, self.rounds, self.standing)


def _hashes(kept: _Kept, low: int, high: int) -> dict[int, bytes]:
    """Hashes of rows of this batch, as far as a parcel repeats them."""
    last = kept.head.number if kept.head else 0
    again = range(low, min(high, last) + 1)
    return {number: kept.rows[number].hash for number in again if number in kept.rows}


class Keeper:
    """Takes parcels in the order of their stream; used by one thread at a time."""

    def __init__(self, store: FloorStore) -> None:
        self._store = store
        self._heads: dict[str, StoredHead] = store.rows.heads()
        self._held_back: dict[str, dict[int, HeldBack]] = {}
        # What is wrong with a table's rows, until rows fit again.
        self.misfits: dict[str, Named] = {}
        self.kept = 0

    def head(self, table: str) -> StoredHead | None:
        """How far a table is kept."""
        return self._heads.get(table)

    def heads(self) -> dict[str, StoredHead]:
        """How far every table is kept."""
        return dict(self._heads)

    def held_back_from(self, table: str) -> int:
        """The first row whose body is still to come, 0 for none."""
        return min(self._waiting(table), default=0)

    def take(self, parcels: Iterable[Parcel], now_ms: int) -> None:
        """Keep what fits, all of it at once; when the store refuses nothing has happened."""
        tables: dict[str, _Kept] = {}
        named: dict[str, Named | None] = {}
        for parcel in parcels:
            table = parcel.table
            if table not in tables:
                tables[table] = _Kept(self._heads.get(table), dict(self._waiting(table)))
            kept = tables[table]
            came = arrived(self._known(kept, parcel), parcel)
            first = came.rows[0].number - parcel.rows[0].number if came.rows else 0
            previous = parcel.rows[first - 1].hash if first else parcel.previous
            kept.take(table, previous, came)
            if came.misfit is not None:
                named[table] = Named(came.misfit, came.at, now_ms)
            elif came.rows:
                named[table] = None
        self._store.rows.append(
            [kept.batch(table) for table, kept in tables.items() if kept.rows or kept.opened]
        )
        self._remember(tables, named)

    def _remember(self, tables: dict[str, _Kept], named: dict[str, Named | None]) -> None:
        for table, kept in tables.items():
            self._held_back[table] = kept.held_back
            self.kept += len(kept.rows)
            if kept.head is not None:
                known = self._heads.get(table)
                first = known.first_number if known else min(kept.rows)
                self._heads[table] = StoredHead(kept.head, first, kept.so_far, kept.standing)
        for table, misfit in named.items():
            if misfit is None:
                self.misfits.pop(table, None)
            else:
                self.misfits[table] = misfit

    def _known(self, kept: _Kept, parcel: Parcel) -> Known:
        """What the parcel asks for; the store is asked only where it repeats rows."""
        low, high = parcel.rows[0].number - 1, parcel.last.number
        hashes = _hashes(kept, low, high)
        before = kept.before.number if kept.before else 0
        if low < before:
            hashes |= self._store.rows.hashes(parcel.table, low, min(high, before))
        return Known(kept.head, hashes, kept.held_back)

    def _waiting(self, table: str) -> dict[int, HeldBack]:
        if table not in self._held_back:
            self._held_back[table] = self._store.rows.held_back(table)
        return self._held_back[table]
