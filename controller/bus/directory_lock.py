"""A lock file in the table's socket directory: who holds it has the directory to himself."""

import fcntl
import os
from pathlib import Path
from types import TracebackType
from typing import Final, Self

from controller.bus.endpoints import SOCKETS, SocketDirectoryError, endpoint

DAEMON_LOCK: Final = "table.lock"


class DirectoryLock:
    """Holds one lock file until closed, or until the process ends."""

    def __init__(self, path: Path) -> None:
        self._file = path.open("a+")
        try:
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            self._file.seek(0)
            holder = self._file.read().strip() or "another process"
            self._file.close()
            raise SocketDirectoryError(
                f"{path.parent} already belongs to {holder};"
                " stop that table or choose another directory with --run-dir"
            ) from None
        self._file.truncate(0)
        self._file.write(f"process {os.getpid()}\n")
        self._file.flush()

    def close(self) -> None:
        """Give the directory back; the file stays, so that nobody locks a removed one."""
        self._file.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()


def lock_directory(directory: Path, name: str = DAEMON_LOCK) -> DirectoryLock:
    """Make the socket directory if need be, and lock it for one purpose."""
    for socket in SOCKETS:
        endpoint(directory, socket)
    try:
        directory.mkdir(mode=0o750, parents=True, exist_ok=True)
        return DirectoryLock(directory / name)
    except OSError as error:
        raise SocketDirectoryError(
            f"cannot use {directory} for sockets: {error.strerror}; choose another with --run-dir"
        ) from None
