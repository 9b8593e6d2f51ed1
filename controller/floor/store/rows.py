"""Rows as the floor keeps them: appended once each, in order, and read back."""

from collections.abc import Callable, Iterable, Iterator, Sequence, Set
from itertools import chain, repeat
from typing import Any, Final, NamedTuple

from controller.floor.arrival import HeldBack
from controller.floor.parcel import TravellingRow
from controller.floor.rounds import PlayedRound, RoundSoFar
from controller.floor.standing import Standing
from controller.floor.store import schema
from controller.floor.store.database import DOUBLED, Database, StoreError, Value
from controller.floor.store.months import DAY_MS, month_of
from controller.floor.store.rounds import ROUND_COLUMNS, round_columns
from controller.record.chain import Head

PAGE: Final = 1000
_COLUMNS: Final = [
    "table_id",
    "number",
    "month",
    "at_ms",
    "source",
    "boot",
    "sequence",
    "part",
    "kind",
    "leaves",
    "body",
    "hash",
]
_ROW: Final = "number, at_ms, source, boot, sequence, part, kind, leaves, body, hash"
_HEADS: Final = "SELECT table_id, number, hash, first_number, so_far, standing FROM head"
_BEGIN: Final = (
    "INSERT INTO head (number, hash, so_far, standing, held_from, table_id, first_number)"
    " VALUES (?, ?, ?, ?, ?, ?, ?)"
    " ON CONFLICT (table_id) DO NOTHING"
)
# Only from the row before: of two who append, one is refused as a whole.
_MOVE_ON: Final = (
    "UPDATE head SET number = ?, hash = ?, so_far = ?, standing = ?, held_from = ?"
    " WHERE table_id = ? AND number = ?"
)
_OPEN: Final = "UPDATE entry SET body = ? WHERE table_id = ? AND number = ? AND month = ?"
_ROWS: Final = f"SELECT {_ROW} FROM entry WHERE table_id = ? AND number > ? ORDER BY number LIMIT ?"
_HASHES: Final = (
    "SELECT number, hash FROM entry WHERE table_id = ? AND number BETWEEN ? AND ? ORDER BY number"
)
_HELD_BACK: Final = (
    f"SELECT {_ROW} FROM entry WHERE table_id = ? AND leaves = 'later' AND body IS NULL"
    " AND number >= (SELECT held_from FROM head WHERE table_id = ?) ORDER BY number"
)
_BETWEEN: Final = (
    f"SELECT {_ROW} FROM entry WHERE table_id = ? AND at_ms >= ? AND at_ms < ?"
    " ORDER BY number LIMIT ?"
)


class StoredHead(NamedTuple):
    """How far a table is kept: its last row, its first, its round in play, what stands there."""

    head: Head
    first_number: int
    so_far: RoundSoFar
    standing: Standing


class Batch(NamedTuple):
    """What is added to one table: rows after its head, bodies told late, rounds that ended."""

    table: str
    # None for the first rows of a table; then `previous` is where its record began.
    before: Head | None
    rows: Sequence[TravellingRow]
    opened: Sequence[TravellingRow]
    so_far: RoundSoFar
    rounds: Sequence[PlayedRound]
    standing: Standing = Standing()
    # No body is to come of a row before this one.
    held_from: int = 0


class Lines(NamedTuple):
    """Rows to add to one table, in any order."""

    table: str
    rows: Sequence[TravellingRow]


class StoredRows:
    """The rows of every table, each under its table and number."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._months: set[int] = set()

    def heads(self) -> dict[str, StoredHead]:
        """How far every table is kept."""
        return {str(line[0]): _stored_head(line) for line in self._database.fetch(_HEADS)}

    def head(self, table: str) -> StoredHead | None:
        """How far one table is kept; None where nothing is."""
        for line in self._database.fetch(f"{_HEADS} WHERE table_id = ?", (table,)):
            return _stored_head(line)
        return None

    def append(self, batches: Sequence[Batch]) -> None:
        """Keep all of it or nothing; each table only from the row that is its last."""
        rows = [Lines(batch.table, batch.rows) for batch in batches]
        self.append_as_they_come(days_of(rows), rows, lambda: batches)

    def append_as_they_come(
        self, days: Set[int], rows: Iterable[Lines], batches: Callable[[], Sequence[Batch]]
    ) -> None:
        """The same, while the rows of these days are still made; they end before their batches."""
        self._make_room(days)
        with self._database.transaction():
            self._database.append("entry", _COLUMNS, chain.from_iterable(map(_columns, rows)))
            concluded = batches()
            self._move_heads([batch for batch in concluded if batch.rows])
            self._open(concluded)
            ended = [round_columns(each) for batch in concluded for each in batch.rounds]
            if ended:
                self._database.append("played_round", ROUND_COLUMNS, ended)

    def rows(self, table: str, after: int = 0, limit: int | None = None) -> Iterator[TravellingRow]:
        """The rows of a table after a number, in order, page by page."""
        left = limit
        while left is None or left > 0:
            size = PAGE if left is None else min(PAGE, left)
            page = [_row(line) for line in self._database.fetch(_ROWS, (table, after, size))]
            yield from page
            if len(page) < size:
                return
            after = page[-1].number
            left = None if left is None else left - size

    def between(
        self, table: str, since_ms: int, until_ms: int, limit: int = PAGE
    ) -> list[TravellingRow]:
        """The rows of a table from a time on and before another."""
        found = self._database.fetch(_BETWEEN, (table, since_ms, until_ms, limit))
        return [_row(line) for line in found]

    def of_kinds(
        self, table: str, kinds: Sequence[str], since_ms: int, limit: int
    ) -> list[TravellingRow]:
        """The last rows of some kinds from a time on, in order."""
        places = ", ".join("?" * len(kinds))
        found = self._database.fetch(
            f"SELECT {_ROW} FROM entry WHERE table_id = ? AND at_ms >= ? AND kind IN ({places})"
            " ORDER BY number DESC LIMIT ?",
            (table, since_ms, *kinds, limit),
        )
        return [_row(line) for line in reversed(found)]

    def hashes(self, table: str, low: int, high: int) -> dict[int, bytes]:
        """The hashes of rows from one number up to another."""
        found = self._database.fetch(_HASHES, (table, low, high))
        return {number: bytes(digest) for number, digest in found}

    def held_back(self, table: str) -> dict[int, HeldBack]:
        """Rows whose body is still to come, each with the hash before it."""
        rows = [_row(line) for line in self._database.fetch(_HELD_BACK, (table, table))]
        if not rows:
            return {}
        hashes = self.hashes(table, rows[0].number - 1, rows[-1].number)
        # The very first row of a table has nothing before it here, and is not checked again.
        return {
            row.number: HeldBack(hashes[row.number - 1], row)
            for row in rows
            if row.number - 1 in hashes
        }

    def _move_heads(self, batches: Sequence[Batch]) -> None:
        moved = [_moved(batch) for batch in batches if batch.before is not None]
        begun = [_begun(batch) for batch in batches if batch.before is None]
        done = self._database.change(_MOVE_ON, moved) if moved else 0
        done += self._database.change(_BEGIN, begun) if begun else 0
        if done != len(batches):
            raise StoreError(DOUBLED)

    def _open(self, batches: Sequence[Batch]) -> None:
        opened = [
            (row.body, batch.table, row.number, month_of(row.at_ms))
            for batch in batches
            for row in batch.opened
        ]
        if opened:
            self._database.change(_OPEN, opened)

    def _make_room(self, days: Set[int]) -> None:
        months = {month_of(day * DAY_MS) for day in days}
        for month in sorted(months - self._months):
            for table in schema.BY_MONTH:
                self._database.add_month(table, month)
            self._months.add(month)


def days_of(rows: Iterable[Lines]) -> set[int]:
    """The days on which rows were written."""
    return {row.at_ms // DAY_MS for lines in rows for row in lines.rows}


def _moved(batch: Batch) -> tuple[Value, ...]:
    assert batch.before is not None
    last = batch.rows[-1]
    return last.number, last.hash, *_kept(batch), batch.table, batch.before.number


def _begun(batch: Batch) -> tuple[Value, ...]:
    last = batch.rows[-1]
    return last.number, last.hash, *_kept(batch), batch.table, batch.rows[0].number


def _kept(batch: Batch) -> tuple[str, str, int]:
    return batch.so_far.model_dump_json(), batch.standing.model_dump_json(), batch.held_from


def _stored_head(line: Sequence[Any]) -> StoredHead:
    _, number, digest, first, so_far, standing = line
    return StoredHead(
        Head(number, bytes(digest)),
        first,
        RoundSoFar.model_validate_json(so_far),
        Standing.model_validate_json(standing),
    )


def _columns(lines: Lines) -> Iterator[tuple[Value, ...]]:
    """Rows as the database has them; each column is made in one go."""
    if not lines.rows:
        return iter(())
    number, at_ms, *rest = zip(*lines.rows, strict=True)
    low, high = month_of(min(at_ms)), month_of(max(at_ms))
    month = repeat(low) if low == high else map(month_of, at_ms)
    return zip(repeat(lines.table), number, month, at_ms, *rest, strict=False)


def _row(line: Sequence[Any]) -> TravellingRow:
    *told, body, digest = line
    return TravellingRow._make((*told, None if body is None else bytes(body), bytes(digest)))
