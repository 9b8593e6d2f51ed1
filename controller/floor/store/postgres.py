"""The floor's PostgreSQL."""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, Final

import psycopg
from psycopg import errors
from psycopg.types.string import BytesBinaryDumper

from controller.floor.store.database import DOUBLED, StoreAwayError, StoreError, Value

_CONNECT_S: Final = 10
# Any number that nobody else uses for an advisory lock.
_SCHEMA_LOCK: Final = 7_405_113
_TYPES: Final = (
    "SELECT attname, atttypid::bigint FROM pg_attribute WHERE attrelid = to_regclass(?)"
    " AND attnum > 0 AND NOT attisdropped"
)


class PostgresDatabase:
    """One connection; when it is lost the attempt fails as a whole and the next connects anew."""

    forms: Final = {
        "identity": "bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY",
        "by_month": "PARTITION BY RANGE (month)",
    }

    def __init__(self, url: str) -> None:
        self._url = url
        self.connections = 0
        self._connection = self._connect()
        self._is_over = False
        self._types: dict[str, dict[str, int]] = {}

    def fetch(self, statement: str, values: Sequence[Value] = ()) -> list[Any]:
        """Run a statement and return its rows."""
        with self._cursor() as cursor:
            cursor.execute(_ours(statement), tuple(values))
            return cursor.fetchall() if cursor.description else []

    def change(self, statement: str, rows: Iterable[Sequence[Value]]) -> int:
        """Run a statement for each row; returns how many rows of the database it touched."""
        with self._cursor() as cursor:
            cursor.executemany(_ours(statement), rows)
            return cursor.rowcount

    def append(self, table: str, columns: Sequence[str], rows: Iterable[Sequence[Value]]) -> None:
        """Add rows by COPY, in the server's own form: bodies and hashes are half as long in it."""
        types = self._types_of(table)
        copy = f"COPY {table} ({', '.join(columns)}) FROM STDIN (FORMAT BINARY)"
        with self._cursor() as cursor, cursor.copy(_ours(copy)) as stream:
            stream.set_types([types[column] for column in columns])
            for row in rows:
                stream.write_row(row)

    def _types_of(self, table: str) -> dict[str, int]:
        """The type of each column of a table."""
        if table not in self._types:
            self._types[table] = dict(self.fetch(_TYPES, (table,)))
        return self._types[table]

    def add_month(self, table: str, month: int) -> None:
        """A partition for the rows of a month, as 202611."""
        self.fetch(
            f"CREATE TABLE IF NOT EXISTS {table}_{month} PARTITION OF {table}"
            f" FOR VALUES FROM ({month}) TO ({month + 1})"
        )

    def lock_schema(self) -> None:
        """Keep others from changing the schema until the transaction is over."""
        self.fetch(f"SELECT pg_advisory_xact_lock({_SCHEMA_LOCK})")

    @contextmanager
    def transaction(self) -> Iterator[None]:
        """All of it or nothing."""
        try:
            with self._alive().transaction():
                yield
        except psycopg.Error as error:
            raise _explained(error) from error

    def close(self) -> None:
        """Close the connection, for good."""
        self._is_over = True
        self._connection.close()

    @contextmanager
    def _cursor(self) -> Iterator[psycopg.Cursor]:
        try:
            with self._alive().cursor() as cursor:
                yield cursor
        except psycopg.Error as error:
            raise _explained(error) from error

    def _alive(self) -> psycopg.Connection:
        if self._is_over:
            raise StoreError("floor: the database was closed here; open it anew")
        if self._connection.closed:
            self._connection = self._connect()
        return self._connection

    def _connect(self) -> psycopg.Connection:
        try:
            made = psycopg.connect(self._url, autocommit=True, connect_timeout=_CONNECT_S)
        except psycopg.Error as error:
            raise _explained(error) from error
        # Said last it is the one for bytea; otherwise each body goes through a detour in Python.
        made.adapters.register_dumper(bytes, BytesBinaryDumper)
        self.connections += 1
        return made


def _ours(statement: str) -> str:
    """Statements are written for both databases; psycopg wants another sign for a value."""
    return statement.replace("?", "%s")


def _explained(error: psycopg.Error) -> StoreError:
    text = str(error).strip().partition("\n")[0]
    match error:
        case errors.UniqueViolation():
            return StoreError(DOUBLED)
        case errors.DiskFull():
            return StoreAwayError(f"floor: the disk of the database is full ({text}); make room")
        case errors.InvalidPassword() | errors.InvalidAuthorizationSpecification():
            return StoreError(f"floor: the database refuses: {text}; check user and password")
        case errors.InvalidCatalogName():
            return StoreError(f"floor: {text}; create it: createdb NAME")
        case psycopg.OperationalError() if error.sqlstate is None and "authentication" in text:
            return StoreError(f"floor: the database refuses: {text}; check user and password")
        case psycopg.OperationalError() if error.sqlstate is None and "does not exist" in text:
            return StoreError(f"floor: {text}; create it first")
        case psycopg.OperationalError() | errors.SerializationFailure():
            return StoreAwayError(f"floor: the database does not answer ({text}); start it")
        case _:
            return StoreError(f"floor: the database refuses: {text}; see docs/floor.md")
