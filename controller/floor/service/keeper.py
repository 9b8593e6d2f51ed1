"""Keeping what arrives: parcels of many tables in, proved rows into the store, misfits named."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from controller.floor.arrival import Arrived, HeldBack, Known, Misfit, arrived
from controller.floor.parcel import Parcel, TravellingRow
from controller.floor.rounds import PlayedRound, RoundSoFar, followed
from controller.floor.standing import Standing, stood
from controller.floor.store.rows import Batch, Lines, StoredHead, days_of
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
        # Rows whose body is still to come: those that are kept, and those of this batch.
        self.held_back, self.new_held_back = held_back, dict[int, HeldBack]()
        self.rows: list[TravellingRow] = []
        # Bodies of rows that were kept without them.
        self.opened: list[TravellingRow] = []
        self.rounds: list[PlayedRound] = []
        # Hashes of kept rows that parcels repeat.
        self.hashes: dict[int, bytes] = {}

    def known(self, parcel: Parcel) -> Known:
        """What the parcel asks for."""
        return Known(self.head, self._hashes(parcel), {**self.held_back, **self.new_held_back})

    def _hashes(self, parcel: Parcel) -> dict[int, bytes]:
        low = parcel.rows[0].number - 1
        if self.head is None or low == self.head.number:
            return {}
        again = (row for row in self.rows if low <= row.number <= parcel.last.number)
        return {**self.hashes, **{row.number: row.hash for row in again}}

    def take(self, table: str, came: Arrived) -> list[TravellingRow]:
        """Note what came; returns the rows that are whole now."""
        self.so_far, ended = followed(self.so_far, table, came.rows, came.opened)
        self.standing = stood(self.standing, came.rows)
        self.rounds += ended
        self.rows += came.rows
        self.new_held_back |= {each.row.number: each for each in came.held_back}
        later = {each.row.number for each in came.held_back}
        whole = [row for row in came.rows if row.number not in later] if later else [*came.rows]
        for row in came.opened:
            if self.new_held_back.pop(row.number, None) is not None:
                whole.append(row)
            elif self.held_back.pop(row.number, None) is not None:
                self.opened.append(row)
        if came.rows:
            self.head = Head(came.rows[-1].number, came.rows[-1].hash)
        return whole

    def batch(self, table: str) -> Batch:
        """All that is kept of it beside its rows."""
        last = self.head.number if self.head else 0
        return Batch(
            table,
            self.before,
            self.rows,
            self.opened,
            self.so_far,
            self.rounds,
            self.standing,
            min((*self.held_back, *self.new_held_back), default=last + 1),
        )


class Keeper:
    """Takes parcels in the order of their stream; used by one thread at a time."""

    def __init__(self, store: FloorStore, before: "Keeper | None" = None, now_ms: int = 0) -> None:
        self._store = store
        self._heads: dict[str, StoredHead] = store.rows.heads()
        # The connection by which that is known.
        self.connection = store.connections
        self._held_back: dict[str, dict[int, HeldBack]] = {}
        # What is wrong with a table's rows, until rows fit again.
        self.misfits: dict[str, Named] = {}
        self.kept = 0
        if before is not None:
            self.kept, self.misfits = before.kept, before.misfits | self._lost(before, now_ms)

    def head(self, table: str) -> StoredHead | None:
        """How far a table is kept."""
        return self._heads.get(table)

    def heads(self) -> dict[str, StoredHead]:
        """How far every table is kept."""
        return dict(self._heads)

    def held_back_from(self, table: str) -> int:
        """The first row whose body is still to come, 0 for none."""
        return min(self._waiting(table), default=0)

    def take(self, parcels: Sequence[Parcel], now_ms: int) -> None:
        """Keep what fits, all of it at once; when the store refuses nothing has happened."""
        tables: dict[str, _Kept] = {}
        named: dict[str, Named | None] = {}
        for parcel in parcels:
            self._look_up(tables, parcel)
        self._store.rows.append_as_they_come(
            days_of(Lines(parcel.table, parcel.rows) for parcel in parcels),
            _proved(tables, parcels, named, now_ms),
            lambda: [kept.batch(table) for table, kept in tables.items()],
        )
        self._remember(tables, named)

    def _lost(self, before: "Keeper", now_ms: int) -> dict[str, Named]:
        """Tables whose last rows were kept and are no longer: a standby took over too early."""
        heads = ((table, self._heads.get(table), each) for table, each in before.heads().items())
        return {
            table: Named("gap", now.head.number + 1 if now else known.first_number, now_ms)
            for table, now, known in heads
            if now is None or now.head.number < known.head.number
        }

    def _remember(self, tables: dict[str, _Kept], named: dict[str, Named | None]) -> None:
        for table, kept in tables.items():
            self._held_back[table] = kept.held_back | kept.new_held_back
            self.kept += len(kept.rows)
            if kept.head is not None:
                known = self._heads.get(table)
                first = known.first_number if known else kept.rows[0].number
                self._heads[table] = StoredHead(kept.head, first, kept.so_far, kept.standing)
        for table, misfit in named.items():
            if misfit is None:
                self.misfits.pop(table, None)
            else:
                self.misfits[table] = misfit

    def _look_up(self, tables: dict[str, _Kept], parcel: Parcel) -> None:
        """What is known of a table; the store is asked only where a parcel repeats rows."""
        table = parcel.table
        if table not in tables:
            tables[table] = _Kept(self._heads.get(table), dict(self._waiting(table)))
        kept = tables[table]
        low, before = parcel.rows[0].number - 1, kept.before.number if kept.before else 0
        if low < before:
            high = min(parcel.last.number, before)
            kept.hashes |= self._store.rows.hashes(table, low, high)

    def _waiting(self, table: str) -> dict[int, HeldBack]:
        if table not in self._held_back:
            self._held_back[table] = self._store.rows.held_back(table)
        return self._held_back[table]


def _proved(
    tables: Mapping[str, _Kept],
    parcels: Iterable[Parcel],
    named: dict[str, Named | None],
    now_ms: int,
) -> Iterator[Lines]:
    """Prove parcel after parcel, while the database takes the rows of the one before."""
    for parcel in parcels:
        kept = tables[parcel.table]
        came = arrived(kept.known(parcel), parcel)
        if came.misfit is not None:
            named[parcel.table] = Named(came.misfit, came.at, now_ms)
        elif came.rows:
            named[parcel.table] = None
        yield Lines(parcel.table, kept.take(parcel.table, came))
    for table, kept in tables.items():
        yield Lines(table, [each.row for each in kept.new_held_back.values()])
