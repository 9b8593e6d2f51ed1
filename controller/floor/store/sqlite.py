"""A floor of a few tables in one SQLite file."""

import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

from controller.floor.store.database import DOUBLED, StoreAwayError, StoreError, Value

_BUSY_S: Final = 10.0


class SqliteDatabase:
    """The file, in write-ahead mode: pages read while the service writes."""

    forms: Final = {"identity": "INTEGER PRIMARY KEY", "by_month": ""}
    connections: Final = 1

    def __init__(self, path: Path) -> None:
        self._path = path
        try:
            self._connection = sqlite3.connect(
                path, timeout=_BUSY_S, isolation_level=None, check_same_thread=False
            )
        except sqlite3.Error as error:
            raise self._explained(error) from error
        try:
            self._connection.execute("PRAGMA journal_mode = WAL")
            self._connection.execute("PRAGMA synchronous = FULL")
        except sqlite3.Error as error:
            self._connection.close()
            raise self._explained(error) from error

    def fetch(self, statement: str, values: Sequence[Value] = ()) -> list[Any]:
        """Run a statement and return its rows."""
        try:
            return self._connection.execute(statement, tuple(values)).fetchall()
        except sqlite3.Error as error:
            raise self._explained(error) from error

    def change(self, statement: str, rows: Iterable[Sequence[Value]]) -> int:
        """Run a statement for each row; returns how many rows of the file it touched."""
        try:
            return self._connection.executemany(statement, rows).rowcount
        except sqlite3.Error as error:
            raise self._explained(error) from error

    def append(self, table: str, columns: Sequence[str], rows: Iterable[Sequence[Value]]) -> None:
        """Add rows."""
        places = ", ".join("?" * len(columns))
        self.change(f"INSERT INTO {table} ({', '.join(columns)}) VALUES ({places})", rows)

    def add_month(self, table: str, month: int) -> None:
        """One file has room for every month."""

    def lock_schema(self) -> None:
        """A writing transaction keeps every other writer out."""

    @contextmanager
    def transaction(self) -> Iterator[None]:
        """All of it or nothing."""
        self.fetch("BEGIN IMMEDIATE")
        try:
            yield
            self.fetch("COMMIT")
        except BaseException:
            # SQLite ends the transaction itself after some errors.
            if self._connection.in_transaction:
                self._connection.execute("ROLLBACK")
            raise

    def close(self) -> None:
        """Close the file."""
        self._connection.close()

    def _explained(self, error: sqlite3.Error) -> StoreError:
        if isinstance(error, sqlite3.IntegrityError):
            return StoreError(DOUBLED)
        code = getattr(error, "sqlite_errorcode", sqlite3.SQLITE_ERROR) & 0xFF
        if code == sqlite3.SQLITE_FULL:
            return StoreAwayError(f"floor: the disk of {self._path} is full; make room")
        if code in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED, sqlite3.SQLITE_IOERR):
            return StoreAwayError(f"floor: {self._path}: {error}; let one service write to it")
        if code in (sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_READONLY):
            return StoreError(f"floor: {self._path} cannot be written; create its folder")
        return StoreError(f"floor: {self._path}: {error}; name another file, or restore a copy")
