"""A store: one SQLite file; statements go in, rows or explained errors come out."""

import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import closing
from pathlib import Path
from typing import Any

from controller.record import schema
from controller.record.connection import Opened
from controller.record.remedies import FAULTS, explained

Values = tuple[int | str | bytes | None, ...]

PAGE = 1000


class Store:
    """Runs statements on one file; used by one thread at a time."""

    def __init__(self, path: Path, opened: Opened) -> None:
        self.path = path
        self.opened = opened
        self._connection = opened.connection

    def copy_to(self, path: Path) -> None:
        """A whole copy in one file, as of now, also while a writer is at work."""
        path.unlink(missing_ok=True)
        try:
            with closing(sqlite3.connect(path, isolation_level=None)) as copy:
                self._connection.backup(copy)
                copy.execute(schema.SAVE_STANDING, (0,))
                copy.execute(schema.FOLD_LOG_IN)
        except FAULTS as error:
            raise explained(error, path) from error

    def _commit(self, statement: str, rows: Sequence[Values]) -> None:
        connection = self._connection
        try:
            connection.execute("BEGIN IMMEDIATE")
            connection.executemany(statement, rows)
            connection.execute("COMMIT")
        except FAULTS as error:
            self._roll_back()
            raise explained(error, self.path) from error
        except BaseException:
            self._roll_back()
            raise

    def _try(self, statement: str, rows: Sequence[Values]) -> None:
        try:
            self._connection.execute("BEGIN IMMEDIATE")
            self._connection.executemany(statement, rows)
        except FAULTS as error:
            raise explained(error, self.path) from error
        finally:
            self._roll_back()

    def _roll_back(self) -> None:
        # SQLite ends the transaction itself after some errors; a second end would be an error.
        if not self._connection.in_transaction:
            return
        try:
            self._connection.execute("ROLLBACK")
        except FAULTS as error:
            raise explained(error, self.path) from error

    def _fetch(self, statement: str, *values: int | str) -> list[Any]:
        try:
            return self._connection.execute(statement, values).fetchall()
        except FAULTS as error:
            raise explained(error, self.path) from error

    def _paged(self, statement: str, after: int, limit: int | None) -> Iterator[Any]:
        # Page by page: a slow reader on one long SELECT would keep the writer's WAL growing.
        left = limit
        while left is None or left > 0:
            size = PAGE if left is None else min(PAGE, left)
            page = self._fetch(statement, after, size)
            yield from page
            if len(page) < size:
                return
            after = page[-1][0]
            left = None if left is None else left - size
