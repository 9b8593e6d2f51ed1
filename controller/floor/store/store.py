"""The floor's store: what is asked of it, in four parts, on one database."""

from types import TracebackType
from typing import Self

from controller.floor.store.alarms import StoredAlarms
from controller.floor.store.database import Database, opener
from controller.floor.store.migration import migrate
from controller.floor.store.rounds import StoredRounds
from controller.floor.store.rows import StoredRows
from controller.floor.store.tables import StoredTables


class FloorStore:
    """Rows, rounds, tables and alarms; used by one thread at a time, so each opens its own.

    `FloorStore.open("postgresql://floor@/floor")` or `FloorStore.open("sqlite:/srv/floor.sqlite")`.
    A `StoreAwayError` says that the database does not answer now: the same may be tried again.
    """

    def __init__(self, database: Database) -> None:
        self._database = database
        self.rows = StoredRows(database)
        self.rounds = StoredRounds(database)
        self.tables = StoredTables(database)
        self.alarms = StoredAlarms(database)

    @classmethod
    def open(cls, url: str) -> Self:
        """Open a database and bring its schema up to date."""
        database = opener(url)()
        try:
            migrate(database)
        except BaseException:
            database.close()
            raise
        return cls(database)

    @property
    def connections(self) -> int:
        """How often the database was connected."""
        return self._database.connections

    def close(self) -> None:
        """Close the database."""
        self._database.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()
