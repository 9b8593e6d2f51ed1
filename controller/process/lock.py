"""A lock file: one process holds it, and the lock dies with that process."""

import contextlib
import fcntl
import os
from pathlib import Path
from typing import Self


class LockTakenError(Exception):
    """Another process holds the lock; the message is its number."""


class FileLock:
    """Held until closed; the file stays, for a removed one could be locked twice."""

    def __init__(self, path: Path, mode: int = 0o640) -> None:
        self.path = path
        # In a folder that everybody may write to, a link could lead anywhere.
        flags = os.O_RDWR | os.O_CREAT | os.O_CLOEXEC | os.O_NOFOLLOW
        self._descriptor = os.open(path, flags, mode)
        try:
            fcntl.flock(self._descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            holder = os.pread(self._descriptor, 20, 0).decode(errors="replace").strip()
            self.close()
            raise LockTakenError(holder or "unknown") from None
        self._sign()

    def close(self) -> None:
        """Let another process have it."""
        if self._descriptor >= 0:
            os.close(self._descriptor)
            self._descriptor = -1

    def _sign(self) -> None:
        # Only for the message to a second process: a full disk must not keep the table closed.
        with contextlib.suppress(OSError):
            os.ftruncate(self._descriptor, 0)
            os.pwrite(self._descriptor, f"{os.getpid()}\n".encode(), 0)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()
