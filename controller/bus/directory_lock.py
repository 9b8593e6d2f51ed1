"""Locks in the table's socket directory: who holds one has the directory to himself."""

from pathlib import Path
from typing import Final

from controller.bus.endpoints import SOCKETS, SocketDirectoryError, socket_path
from controller.bus.socket_access import own_directory
from controller.process.lock import FileLock, LockTakenError

DAEMON_LOCK: Final = "table.lock"


def lock_directory(directory: Path, name: str = DAEMON_LOCK) -> FileLock:
    """Make the socket directory if need be, and lock it for one purpose."""
    for socket in SOCKETS:
        socket_path(directory, socket)
    try:
        own_directory(directory)
        return FileLock(directory / name)
    except LockTakenError as holder:
        raise SocketDirectoryError(
            f"{directory} already belongs to process {holder};"
            " stop that table or choose another directory with --run-dir"
        ) from None
    except OSError as error:
        raise SocketDirectoryError(
            f"cannot use {directory} for sockets: {error.strerror}; choose another with --run-dir"
        ) from None
