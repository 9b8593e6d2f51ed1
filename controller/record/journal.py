"""The journal: the record of one table in one SQLite file. The SQL of a record is run here."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cached_property
from hashlib import sha256
from itertools import islice
from pathlib import Path
from types import TracebackType
from typing import Self

from controller.process.lock import FileLock
from controller.record import schema
from controller.record.audit import Audit, Problem, truncated
from controller.record.beginning import FIRST, Beginning, beginning_of
from controller.record.chain import GENESIS, UNENCODABLE, Head, chained, encode, fits
from controller.record.connection import Connect, Opened, connected, located, reader, writer
from controller.record.lock import writer_lock
from controller.record.note import Note
from controller.record.row import JournalDamagedError, JournalError, Row
from controller.record.store import PAGE, Store
from controller.record.tree import (
    Frontier,
    grown,
    leaf_hash,
    packed_frontier,
    unpacked_frontier,
)

EventRow = tuple[int, str, int | None, int | None, bytes]
_BEFORE_ALL = -(2**63)


class Journal(Store):
    """An append-only, hash-chained record; used by one thread at a time."""

    def __init__(self, path: Path, opened: Opened, lock: FileLock | None = None) -> None:
        super().__init__(path, opened)
        self._lock = lock
        try:
            self._head = GENESIS if lock is None else self._read_head()
        except BaseException:
            opened.connection.close()
            raise

    @classmethod
    def open(cls, path: Path, connect: Connect = connected, beginning: Beginning = FIRST) -> Self:
        """Open for appending, creating the file if need be; refuses a second writer."""
        path = located(path)
        lock = writer_lock(path)
        try:
            return cls(path, writer(path, connect, beginning), lock)
        except BaseException:
            lock.close()
            raise

    @classmethod
    def open_for_reading(cls, path: Path, connect: Connect = connected) -> Self:
        """Open an existing journal for reading, also while its writer runs."""
        path = located(path)
        if not path.exists():
            raise JournalError(f"record: there is no {path}; name a journal that exists")
        return cls(path, Opened(reader(path, connect), 0, False))

    def close(self) -> None:
        """Close the file and let another writer in; what a writer leaves is one whole file."""
        lock, self._lock = self._lock, None
        if lock is not None:
            self._leave_whole()
        self._connection.close()
        if lock is not None:
            lock.close()

    def _leave_whole(self) -> None:
        try:
            self._commit(schema.SAVE_STANDING, [(0,)])
            self._fetch(schema.FOLD_LOG_IN)
        except JournalError:
            # The rows are safe in the log beside the file, and the next writer finds them there.
            pass

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    @cached_property
    def beginning(self) -> Beginning:
        """Where the file before this one ended."""
        for columns in self._fetch(schema.BEGUN_AT):
            return beginning_of(columns)
        raise JournalDamagedError(
            f"record: {self.path} does not say where it begins; restore a copy"
        )

    def append(self, batch: Sequence[Row]) -> list[Row]:
        """Commit the whole batch, or nothing of it; returns the rows as the record has them."""
        rows = chained(self._head, batch)
        if rows:
            self._commit(schema.INSERT, rows)
            self._head = Head(rows[-1].number, rows[-1].hash)
        return rows

    def try_out(self) -> None:
        """Append a row and take it back: a file may be readable and still refuse to grow."""
        draft = Row(0, 0, "", None, None, "event", b"", b"")
        self._try(schema.INSERT, chained(self._head, [draft]))

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

    @property
    def first_number(self) -> int | None:
        """The number of the first row there is."""
        [(number,)] = self._fetch(schema.FIRST)
        return None if number is None else int(number)

    def head(self) -> tuple[int, str]:
        """Number and hash of the last row: noted elsewhere, they prove the record's length."""
        number, digest = self._read_head()
        return number, digest.hex()

    def begun_at(self) -> tuple[int, str]:
        """Number and hash of the last row of the file before."""
        number, digest = self.beginning.head
        return number, digest.hex()

    def first_misfit(self, after: int = 0) -> int | None:
        """The first row after a number that the chain does not prove, or None."""
        head = Head(after, self.hash_of(after)) if after else self.beginning.head
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
        for batch in iter(lambda: list(islice(rows, PAGE)), []):
            self._commit(schema.INSERT, batch)
        self._head = self._read_head()

    def verify(
        self,
        noted: tuple[int, str] | None = None,
        progress: Callable[[int], None] | None = None,
        notes: Iterable[Note] = (),
    ) -> list[Problem]:
        """Every row that was changed, removed, moved or appended out of chain; empty if intact."""
        replaced = self._altered("entry", "beginning")
        if replaced:
            return replaced
        try:
            beginning = self.beginning
        except JournalDamagedError as error:
            return [Problem(0, "damaged", str(error))]
        # Asked before the walk: a running table may save a newer one while the walk goes on.
        remembered = self._furthest_checkpoint()
        audit = Audit(noted, notes, beginning)
        problems = self._walk(audit, progress)
        last = audit.head.number
        if not problems and remembered > last:
            problems = [truncated(remembered, last, "a checkpoint stands after")]
        rows = [*audit.problems(), *problems] or self.damaged()
        return [*rows, *self._altered(*schema.TRIGGERS)]

    def guards(self) -> list[Problem]:
        """What is wrong with the file besides its rows: its forms, a state beyond its end."""
        found = self._altered("entry", "beginning", *schema.TRIGGERS)
        remembered, last = (0, 0) if found else (self._furthest_checkpoint(), self.last_number)
        if remembered > last:
            found = [truncated(remembered, last, "a checkpoint stands after")]
        return found

    def damaged(self) -> list[Problem]:
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

    def frontier(self, size: int) -> Frontier:
        """The tree over the first rows."""
        return self.extended(self.nearest_frontier(size), size)

    def nearest_frontier(self, size: int) -> Frontier:
        """The largest tree within a size that was kept and is as it was."""
        for known, hashes, digest in self._kept_frontiers(size):
            if digest == self._frontier_digest(known, hashes):
                return unpacked_frontier(known, hashes)
        return self.beginning.frontier

    def extended(self, frontier: Frontier, size: int) -> Frontier:
        """The same tree over further rows."""
        return grown(frontier, self.leaves(frontier.size, size))

    def leaves(self, low: int, high: int) -> list[bytes]:
        """The leaves of the tree over the rows after `low` up to `high`."""
        try:
            return [leaf_hash(encode(row)) for row in self.rows(low, high - low)]
        except UNENCODABLE as error:
            raise JournalDamagedError(
                f"record: a row of {self.path} after {low} is damaged; run journal verify"
            ) from error

    def keep_frontier(self, frontier: Frontier) -> None:
        """Keep the tree up to a row, so that nobody must hash what is before it again."""
        hashes = packed_frontier(frontier)
        digest = self._frontier_digest(frontier.size, hashes)
        self._commit(schema.SAVE_FRONTIER, [(frontier.size, hashes, digest)])

    def _kept_frontiers(self, size: int) -> list[tuple[int, bytes, bytes]]:
        try:
            return self._fetch(schema.FRONTIERS, size)
        except JournalError:
            return []

    def _frontier_digest(self, size: int, hashes: bytes) -> bytes:
        """Binds a frontier to its row, as a checkpoint is: damage is seen and it is left out."""
        return self._checkpoint_digest("frontier", size, hashes)

    @property
    def is_writer(self) -> bool:
        """Whether this is the one that may append."""
        return self._lock is not None

    @property
    def is_open(self) -> bool:
        """Whether a writer had the file open when it was last written: then a log belongs to it."""
        try:
            return any(is_open for (is_open,) in self._fetch(schema.IS_OPEN))
        except JournalError:
            return False

    def _checkpoint_digest(self, version: str, number: int, state: bytes) -> bytes:
        """Binds a state to the row it stands after, and so to every row before."""
        content = (version.encode(), str(number).encode(), self.hash_of(number), state)
        return sha256(b"".join(sha256(part).digest() for part in content)).digest()

    def hash_of(self, number: int) -> bytes:
        """The hash of a row, nothing where there is none."""
        if number == self.beginning.number:
            return self.beginning.head.hash
        for (digest,) in self._fetch(schema.HASH_OF, number):
            return bytes(digest)
        return b""

    def _read_head(self) -> Head:
        for number, digest in self._fetch(schema.HEAD):
            return Head(number, digest)
        return self.beginning.head

    def _walk(self, audit: Audit, progress: Callable[[int], None] | None) -> list[Problem]:
        try:
            for row in self.rows(_BEFORE_ALL):
                audit.examine(row)
                if progress is not None and audit.count % PAGE == 0:
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
