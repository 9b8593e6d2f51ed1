"""The journal: the record of one table in one SQLite file. Only this module talks to SQLite."""

import sqlite3
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from hashlib import sha256
from itertools import islice
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from controller.process.lock import FileLock
from controller.record import schema
from controller.record.audit import Audit, Problem, truncated
from controller.record.chain import GENESIS, Head, chained, fits
from controller.record.lock import writer_lock
from controller.record.remedies import code_of, explained
from controller.record.row import JournalDamagedError, JournalError, Row

EventRow = tuple[int, str, int | None, int | None, bytes]
Values = tuple[int | str | bytes | None, ...]

_PAGE = 1000
_BEFORE_ALL = -(2**63)
_BUSY_S = 5.0
_WAL_LIMIT_BYTES = 16 * 2**20


class Journal:
    """An append-only, hash-chained record; used by one thread at a time."""

    def __init__(
        self, path: Path, connection: sqlite3.Connection, lock: FileLock | None = None
    ) -> None:
        self.path = path
        self._connection = connection
        self._lock = lock
        self._head = GENESIS if lock is None else self._read_head()

    @classmethod
    def open(cls, path: Path) -> Self:
        """Open for appending, creating the file if need be; refuses a second writer."""
        path = _located(path)
        lock = writer_lock(path)
        try:
            return cls(path, _writer(path), lock)
        except BaseException:
            lock.close()
            raise

    @classmethod
    def open_for_reading(cls, path: Path) -> Self:
        """Open an existing journal for reading, also while its writer runs."""
        path = _located(path)
        if not path.exists():
            raise JournalError(f"record: there is no {path}; name a journal that exists")
        return cls(path, _reader(path))

    def close(self) -> None:
        """Close the file and let another writer in."""
        self._connection.close()
        if self._lock is not None:
            self._lock.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def append(self, batch: Sequence[Row]) -> list[Row]:
        """Commit the whole batch, or nothing of it; returns the rows as the record has them."""
        rows = chained(self._head, batch)
        if rows:
            self._commit(schema.INSERT, rows)
            self._head = Head(rows[-1].number, rows[-1].hash)
        return rows

    def rows(self, after: int = 0, limit: int | None = None) -> Iterator[Row]:
        """The rows after a number, in order."""
        return map(Row._make, self._paged(schema.ROWS, after, limit))

    def events(self, after: int = 0) -> Iterator[EventRow]:
        """Only the events: number, source, boot, sequence and body of each."""
        return self._paged(schema.EVENTS, after, None)

    def body_of(self, source: str, boot: int, sequence: int) -> bytes | None:
        """What an origin reported under a number, looked for from the newest row back."""
        for (body,) in self._fetch(schema.BODY_OF, source, boot, sequence):
            return bytes(body)
        return None

    @property
    def last_number(self) -> int:
        """The number of the last row, 0 while there is none."""
        return self._read_head().number

    def head(self) -> tuple[int, str]:
        """Number and hash of the last row: noted elsewhere, they prove the record's length."""
        number, digest = self._read_head()
        return number, digest.hex()

    def first_misfit(self, after: int = 0) -> int | None:
        """The first row after a number that the chain does not prove, or None."""
        head = GENESIS if after == 0 else Head(after, self._hash_of(after))
        try:
            for row in self.rows(after or _BEFORE_ALL):
                if row.number != head.number + 1 or not fits(head.hash, row):
                    return head.number + 1
                head = Head(row.number, row.hash)
        except JournalError:
            return head.number + 1
        return None

    def take_over(self, rows: Iterable[Row]) -> None:
        """Continue another record: its rows as they are, their numbers and hashes included."""
        for batch in iter(lambda: list(islice(rows, _PAGE)), []):
            self._commit(schema.INSERT, batch)
        self._head = self._read_head()

    def verify(
        self,
        noted: tuple[int, str] | None = None,
        progress: Callable[[int], None] | None = None,
    ) -> list[Problem]:
        """Every row that was changed, removed, moved or appended out of chain; empty if intact."""
        replaced = self._altered("entry")
        if replaced:
            return replaced
        # Asked before the walk: a running table may save a newer one while the walk goes on.
        remembered = self._furthest_checkpoint()
        audit = Audit(noted)
        problems = self._walk(audit, progress)
        last = audit.head.number
        if not problems and remembered > last:
            problems = [truncated(remembered, last, "a checkpoint stands after")]
        rows = [*audit.problems(), *problems] or self._damaged()
        return [*rows, *self._altered(*schema.TRIGGERS)]

    def _damaged(self) -> list[Problem]:
        """What SQLite's own check finds wrong with the file."""
        try:
            found = [str(text) for (text,) in self._fetch(schema.INTEGRITY)]
        except JournalError as error:
            found = [str(error)]
        return [Problem(0, "damaged", f"the file: {text}") for text in found if text != "ok"]

    def save_checkpoint(self, number: int, version: str, state: bytes) -> None:
        """Keep the state after row `number`, in place of this version's earlier one."""
        if not 0 <= number <= self._head.number:
            raise JournalError(
                f"record: no row {number} to save a checkpoint for, the last is"
                f" {self._head.number}; append the rows first"
            )
        digest = self._checkpoint_digest(version, number, state)
        self._commit(schema.SAVE_CHECKPOINT, [(version, number, state, digest)])

    def latest_checkpoint(self, version: str) -> tuple[int, bytes] | None:
        """The last state this version saved and the row it stands after, if both are as saved."""
        try:
            found = self._fetch(schema.LATEST_CHECKPOINT, version)
        except JournalDamagedError:
            return None
        for number, state, digest in found:
            if digest == self._checkpoint_digest(version, number, state):
                return number, state
        return None

    def _checkpoint_digest(self, version: str, number: int, state: bytes) -> bytes:
        """Binds a state to the row it stands after, and so to every row before."""
        content = (version.encode(), str(number).encode(), self._hash_of(number), state)
        return sha256(b"".join(sha256(part).digest() for part in content)).digest()

    def _hash_of(self, number: int) -> bytes:
        for (digest,) in self._fetch(schema.HASH_OF, number):
            return bytes(digest)
        return b""

    def _commit(self, statement: str, rows: Sequence[Values]) -> None:
        connection = self._connection
        try:
            connection.execute("BEGIN IMMEDIATE")
            connection.executemany(statement, rows)
            connection.execute("COMMIT")
        except sqlite3.Error as error:
            self._roll_back()
            raise explained(error, self.path) from error
        except BaseException:
            self._roll_back()
            raise

    def _roll_back(self) -> None:
        # SQLite ends the transaction itself after some errors; a second end would be an error.
        if not self._connection.in_transaction:
            return
        try:
            self._connection.execute("ROLLBACK")
        except sqlite3.Error as error:
            raise explained(error, self.path) from error

    def _fetch(self, statement: str, *values: int | str) -> list[Any]:
        try:
            return self._connection.execute(statement, values).fetchall()
        except sqlite3.Error as error:
            raise explained(error, self.path) from error

    def _paged(self, statement: str, after: int, limit: int | None) -> Iterator[Any]:
        # Page by page: a slow reader on one long SELECT would keep the writer's WAL growing.
        left = limit
        while left is None or left > 0:
            size = _PAGE if left is None else min(_PAGE, left)
            page = self._fetch(statement, after, size)
            yield from page
            if len(page) < size:
                return
            after = page[-1][0]
            left = None if left is None else left - size

    def _read_head(self) -> Head:
        for number, digest in self._fetch(schema.HEAD):
            return Head(number, digest)
        return GENESIS

    def _walk(self, audit: Audit, progress: Callable[[int], None] | None) -> list[Problem]:
        try:
            for row in self.rows(_BEFORE_ALL):
                audit.examine(row)
                if progress is not None and audit.count % _PAGE == 0:
                    progress(audit.count)
        except JournalError:
            return self._walk_to_damage(audit)
        return []

    def _walk_to_damage(self, audit: Audit) -> list[Problem]:
        # A page fails as a whole; one row at a time shows which row it was.
        number = audit.head.number + 1
        try:
            for row in iter(lambda: next(self.rows(audit.head.number, 1), None), None):
                audit.examine(row)
                number = row.number + 1
        except JournalError as error:
            return [Problem(number, "unreadable", f"row {number}: unreadable: {error}")]
        return []

    def _altered(self, *names: str) -> list[Problem]:
        stored = dict(self._fetch(schema.STORED_FORMS))
        return [
            Problem(0, "unprotected", f"{name}: missing or altered, so rows are not guarded")
            for name in names
            if stored.get(name) != schema.FORMS[name]
        ]

    def _furthest_checkpoint(self) -> int:
        if self._altered("checkpoint"):
            return 0
        [(number,)] = self._fetch(schema.FURTHEST_CHECKPOINT)
        return int(number)


def _located(path: Path) -> Path:
    """The real place of the file: two names of one journal must meet at one lock."""
    place = path.resolve()
    if not place.parent.is_dir():
        raise JournalError(f"record: there is no directory {place.parent}; create it first")
    if place.is_dir():
        raise JournalError(f"record: {place} is a directory; name a file in it")
    return place


def _writer(path: Path) -> sqlite3.Connection:
    connection = _connect(path, "mode=rwc")
    try:
        fresh = _is_fresh(connection)
        if not fresh:
            _require_journal(connection, path)
        _set_up(connection, path)
        _create(connection, (schema.CREATE if fresh else ()) + schema.CREATE_DERIVED)
    except sqlite3.Error as error:
        connection.close()
        raise explained(error, path) from error
    except BaseException:
        connection.close()
        raise
    return connection


def _reader(path: Path) -> sqlite3.Connection:
    try:
        return _checked(path, "mode=ro")
    except sqlite3.Error as error:
        # Write-protected media: SQLite cannot make its -shm file, and without a -wal needs none.
        wal = path.with_name(path.name + "-wal")
        code = code_of(error)
        if code not in (sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_READONLY) or _has_content(wal):
            raise explained(error, path) from error
    try:
        return _checked(path, "mode=ro&immutable=1")
    except sqlite3.Error as error:
        raise explained(error, path) from error


def _checked(path: Path, mode: str) -> sqlite3.Connection:
    connection = _connect(path, mode)
    try:
        _require_journal(connection, path)
    except BaseException:
        connection.close()
        raise
    return connection


def _connect(path: Path, mode: str) -> sqlite3.Connection:
    # Any thread may use it, one at a time: a commit waits for the disk, the daemon's loop must not.
    try:
        connection = sqlite3.connect(
            f"{path.as_uri()}?{mode}",
            uri=True,
            timeout=_BUSY_S,
            isolation_level=None,
            check_same_thread=False,
        )
    except sqlite3.Error as error:
        raise explained(error, path) from error
    # Text that is no UTF-8 can only be tampering: it must reach the audit, not stop it.
    connection.text_factory = partial(str, encoding="utf-8", errors="surrogateescape")
    return connection


def _set_up(connection: sqlite3.Connection, path: Path) -> None:
    [(mode,)] = connection.execute("PRAGMA journal_mode = WAL").fetchall()
    if mode != "wal":
        raise JournalError(
            f"record: the file system of {path} has no shared memory; use a local disk"
        )
    connection.execute("PRAGMA synchronous = FULL")
    connection.execute(f"PRAGMA journal_size_limit = {_WAL_LIMIT_BYTES}")


def _create(connection: sqlite3.Connection, statements: tuple[str, ...]) -> None:
    # One transaction: a crash leaves either a whole journal or an empty file.
    connection.execute("BEGIN IMMEDIATE")
    for statement in statements:
        connection.execute(statement)
    connection.execute("COMMIT")


def _is_fresh(connection: sqlite3.Connection) -> bool:
    [(tables,)] = connection.execute("SELECT COUNT(*) FROM sqlite_schema").fetchall()
    return not tables and _pragma(connection, "application_id") == 0


def _require_journal(connection: sqlite3.Connection, path: Path) -> None:
    if _pragma(connection, "application_id") != schema.APPLICATION_ID:
        raise JournalDamagedError(
            f"record: {path} is not a journal; name a journal, or a file that is new"
        )
    version = _pragma(connection, "user_version")
    if version > schema.SCHEMA_VERSION:
        raise JournalError(
            f"record: {path} has schema {version}, this version knows {schema.SCHEMA_VERSION};"
            " update underfelt"
        )


def _pragma(connection: sqlite3.Connection, name: str) -> int:
    [(value,)] = connection.execute(f"PRAGMA {name}").fetchall()
    return int(value)


def _has_content(path: Path) -> bool:
    return path.exists() and path.stat().st_size > 0
