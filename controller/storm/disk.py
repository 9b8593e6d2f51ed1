"""A simulated disk under SQLite: forgets and tears what was not synced, fails, fills up."""

import sqlite3
from collections.abc import Sequence
from contextlib import suppress
from itertools import count
from pathlib import Path
from random import Random
from typing import Any, Final, cast

import apsw

SECTOR: Final = 512
# Of a write that was not synced when the power went: lost, torn, or there all the same.
LOST: Final = 0.4
TORN: Final = 0.2
CODES: Final[dict[type[apsw.Error], int]] = {
    apsw.FullError: sqlite3.SQLITE_FULL,
    apsw.IOError: sqlite3.SQLITE_IOERR,
    apsw.CorruptError: sqlite3.SQLITE_CORRUPT,
    apsw.NotADBError: sqlite3.SQLITE_NOTADB,
    apsw.CantOpenError: sqlite3.SQLITE_CANTOPEN,
    apsw.BusyError: sqlite3.SQLITE_BUSY,
    apsw.ConstraintError: sqlite3.SQLITE_CONSTRAINT,
}
_names = count()


class Disk:
    """Files as the programs see them, and as the platter has them."""

    def __init__(self, chance: Random) -> None:
        self._chance = chance
        self.files: dict[str, bytearray] = {}
        self._safe: dict[str, bytearray] = {}
        self._unsynced: list[tuple[str, int, bytes | None]] = []
        # Calls until the power goes or a call fails; None for never.
        self.calls_to_crash: int | None = None
        self.calls_to_error: int | None = None
        self.is_full = False
        self.is_dead = False
        self.generation = 0
        self.calls = 0
        self.name = f"storm-{next(_names)}"
        self._open: list[Connection] = []
        self._is_burying = False
        self._vfs = _Vfs(self)

    def write(self, name: str, offset: int, data: bytes) -> None:
        """What a program wrote; on the platter only after a sync."""
        self._called(is_growing=True)
        _put(self.files[name], offset, data)
        self._unsynced.append((name, offset, data))

    def truncate(self, name: str, size: int) -> None:
        """Cut a file; that too needs a sync."""
        self._called()
        _cut(self.files[name], size)
        self._unsynced.append((name, size, None))

    def sync(self, name: str) -> None:
        """Everything written to a file is on the platter when this returns."""
        self._called()
        self._keep([each for each in self._unsynced if each[0] == name])
        self._unsynced = [each for each in self._unsynced if each[0] != name]

    def remove(self, name: str) -> None:
        """Delete a file, at once."""
        if self._is_burying:
            return
        self._called()
        self.files.pop(name, None)
        self._safe.pop(name, None)
        self._unsynced = [each for each in self._unsynced if each[0] != name]

    def lose_power(self) -> int:
        """Keep what was synced and, by chance, some of the rest; tells how many writes suffered."""
        suffered = 0
        for name, offset, data in self._unsynced:
            fate = self._chance.random()
            if fate < LOST:
                suffered += 1
                continue
            if fate < LOST + TORN and data is not None and len(data) > SECTOR:
                suffered += 1
                data = data[: self._chance.randrange(len(data) // SECTOR + 1) * SECTOR]
            self._keep([(name, offset, data)])
        self._unsynced.clear()
        self._begin()
        self.files = {name: bytearray(content) for name, content in self._safe.items()}
        return suffered

    def lose_process(self) -> None:
        """The program is gone; the system still has all it wrote."""
        self._begin()

    def copy(self) -> "Disk":
        """Another disk with the same files, as a program sees them."""
        twin = Disk(Random(0))
        twin.files = {name: bytearray(content) for name, content in self.files.items()}
        return twin

    def connect(self, file: str) -> sqlite3.Connection:
        """A connection as Journal uses one."""
        self._open.append(Connection(self, file))
        return cast(sqlite3.Connection, self._open[-1])

    def _begin(self) -> None:
        """Whatever a dead program left open reaches nothing any more."""
        self.generation += 1
        self._is_burying = True
        for connection in self._open:
            connection.close()
        self._open.clear()
        self._is_burying = False
        self.is_dead = False
        self.calls_to_crash = self.calls_to_error = None

    def _called(self, is_growing: bool = False) -> None:
        self.calls += 1
        if self.is_dead:
            raise apsw.IOError("the power is out")
        if self.calls_to_crash is not None:
            self.calls_to_crash -= 1
            if self.calls_to_crash <= 0:
                self.is_dead = True
                raise apsw.IOError("the power is out")
        if self.calls_to_error is not None:
            self.calls_to_error -= 1
            if self.calls_to_error <= 0:
                self.calls_to_error = None
                raise apsw.IOError("a sector is bad")
        if self.is_full and is_growing:
            raise apsw.FullError("no room")

    def _keep(self, writes: Sequence[tuple[str, int, bytes | None]]) -> None:
        for name, offset, data in writes:
            content = self._safe.setdefault(name, bytearray())
            if data is None:
                _cut(content, offset)
            else:
                _put(content, offset, data)


def _put(content: bytearray, offset: int, data: bytes) -> None:
    if len(content) < offset:
        content.extend(bytes(offset - len(content)))
    content[offset : offset + len(data)] = data


def _cut(content: bytearray, size: int) -> None:
    del content[size:]
    content.extend(bytes(size - len(content)))


class _File:
    """One open file; one that a dead program left writes nothing any more."""

    def __init__(self, disk: Disk, name: str) -> None:
        self._disk = disk
        self._name = name
        self._generation = disk.generation

    def _is_left(self) -> bool:
        return self._generation != self._disk.generation

    def xRead(self, amount: int, offset: int) -> bytes:  # noqa: N802
        if self._is_left():
            return b""
        return bytes(self._disk.files[self._name][offset : offset + amount])

    def xWrite(self, data: bytes, offset: int) -> None:  # noqa: N802
        if not self._is_left():
            self._disk.write(self._name, offset, bytes(data))

    def xTruncate(self, size: int) -> None:  # noqa: N802
        if not self._is_left():
            self._disk.truncate(self._name, size)

    def xSync(self, _flags: int) -> None:  # noqa: N802
        if not self._is_left():
            self._disk.sync(self._name)

    def xFileSize(self) -> int:  # noqa: N802
        return 0 if self._is_left() else len(self._disk.files[self._name])

    def xClose(self) -> None:  # noqa: N802
        """Nothing is kept open."""

    def xLock(self, _level: int) -> None:  # noqa: N802
        """There is one writer."""

    def xUnlock(self, _level: int) -> None:  # noqa: N802
        """There is one writer."""

    def xCheckReservedLock(self) -> bool:  # noqa: N802
        return False

    def xSectorSize(self) -> int:  # noqa: N802
        return SECTOR

    def xDeviceCharacteristics(self) -> int:  # noqa: N802
        return 0

    def xFileControl(self, _op: int, _pointer: int) -> bool:  # noqa: N802
        return False


class _Vfs(apsw.VFS):
    """The file system SQLite is given."""

    def __init__(self, disk: Disk) -> None:
        self._disk = disk
        super().__init__(disk.name, base="")

    def xOpen(self, name: Any, flags: list[int]) -> Any:  # noqa: N802
        text = name.filename() if isinstance(name, apsw.URIFilename) else name
        file = Path(text or "temporary").name
        self._disk.files.setdefault(file, bytearray())
        flags[1] = flags[0]
        return _File(self._disk, file)

    def xDelete(self, name: str, _sync: bool) -> None:  # noqa: N802
        self._disk.remove(Path(name).name)

    def xAccess(self, name: str, _flags: int) -> bool:  # noqa: N802
        return bool(self._disk.files.get(Path(name).name))

    def xFullPathname(self, name: str) -> str:  # noqa: N802
        return name


class Connection:
    """APSW in the words of the standard library, as far as the journal speaks them."""

    def __init__(self, disk: Disk, file: str) -> None:
        try:
            self._inner = apsw.Connection(file, vfs=disk.name)
            # A file system in Python has no shared memory; with one writer none is needed.
            self._inner.execute("PRAGMA locking_mode = EXCLUSIVE")
        except apsw.Error as error:
            raise _translated(error) from None

    @property
    def in_transaction(self) -> bool:
        """Whether a transaction is open."""
        return bool(self._inner.in_transaction)

    def execute(self, statement: str, values: Sequence[Any] = ()) -> "Rows":
        """Run one statement."""
        try:
            return Rows(self._inner.execute(statement, values).fetchall())
        except apsw.Error as error:
            raise _translated(error) from None

    def executemany(self, statement: str, rows: Sequence[Sequence[Any]]) -> None:
        """Run one statement for each row."""
        try:
            self._inner.executemany(statement, rows)
        except apsw.Error as error:
            raise _translated(error) from None

    def close(self) -> None:
        """Close the file; what fails then concerns nobody any more."""
        with suppress(apsw.Error):
            self._inner.close(True)


class Rows(list[Any]):
    """What a statement gave back."""

    def fetchall(self) -> list[Any]:
        """All of it."""
        return self


def _translated(error: apsw.Error) -> sqlite3.OperationalError:
    """The error of one library as that of the other, with SQLite's own code."""
    again = sqlite3.OperationalError(str(error))
    again.sqlite_errorcode = CODES.get(type(error), sqlite3.SQLITE_ERROR)
    return again
