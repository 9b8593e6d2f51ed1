"""A database, as the store needs it: statements with `?`, whole transactions, quick appends."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any, Final, Protocol

from controller.floor.parcel import FloorError

Value = int | str | bytes | None
SQLITE: Final = "sqlite:"
POSTGRESQL: Final = ("postgresql:", "postgres:")

DOUBLED: Final = "floor: another service keeps rows of the same tables; let one write at a time"


class StoreError(FloorError):
    """The database refuses; the text says why and what to do. Nothing of the attempt is kept."""


class StoreAwayError(StoreError):
    """The database does not answer now; the same can be tried again later."""


class Database(Protocol):
    """One connection, opened anew when it broke; used by one thread at a time."""

    @property
    def forms(self) -> Mapping[str, str]:
        """What stands in the schema where the two differ: `identity`, `by_month`."""
        ...

    @property
    def connections(self) -> int:
        """How often it was connected: a later one may reach a server that lacks the last rows."""
        ...

    def fetch(self, statement: str, values: Sequence[Value] = ()) -> list[Any]:
        """Run a statement and return its rows."""
        ...

    def change(self, statement: str, rows: Iterable[Sequence[Value]]) -> int:
        """Run a statement for each row; returns how many rows of the database it touched."""
        ...

    def append(self, table: str, columns: Sequence[str], rows: Iterable[Sequence[Value]]) -> None:
        """Add rows, as quickly as the database can."""
        ...

    def add_month(self, table: str, month: int) -> None:
        """Make room for the rows of a month."""
        ...

    def transaction(self) -> AbstractContextManager[None]:
        """All of it or nothing."""
        ...

    def lock_schema(self) -> None:
        """Keep others from changing the schema until the transaction is over."""
        ...

    def close(self) -> None:
        """Close the connection."""
        ...


def opener(url: str) -> Callable[[], Database]:
    """How the database at an address is opened: `postgresql://…` or `sqlite:FILE`."""
    if url.startswith(POSTGRESQL):
        return lambda: _postgres(url)
    if url.startswith(SQLITE):
        return lambda: _sqlite(Path(url.removeprefix(SQLITE)))
    raise StoreError(
        f"floor: {url.partition('@')[0][:60]!r} names no database;"
        " say postgresql://USER@HOST/NAME or sqlite:FILE"
    )


def _postgres(url: str) -> Database:
    try:
        from controller.floor.store.postgres import PostgresDatabase
    except ImportError:
        raise StoreError(
            "floor: psycopg is not installed; pip install 'underfelt[floor]'"
        ) from None
    return PostgresDatabase(url)


def _sqlite(path: Path) -> Database:
    from controller.floor.store.sqlite import SqliteDatabase

    return SqliteDatabase(path)
