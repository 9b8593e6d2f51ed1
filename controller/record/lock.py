"""The writer's lock: a journal has one writer, and the lock dies with its process."""

import fcntl
import os
from pathlib import Path

from controller.record.row import JournalError


class WriterLock:
    """Held by the one process that may append; beside the journal, never the journal itself."""

    def __init__(self, journal: Path) -> None:
        self.path = journal.with_name(journal.name + ".lock")
        self._descriptor = self._open()
        try:
            fcntl.flock(self._descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            holder = os.pread(self._descriptor, 20, 0).decode(errors="replace").strip()
            self.release()
            raise JournalError(
                f"record: {journal} already has a writer: {self.path} is locked by process"
                f" {holder or 'unknown'}; stop that process, or open the journal for reading"
            ) from error
        self._sign()

    def release(self) -> None:
        """Let another process write; the file stays, since removing it could free a held lock."""
        if self._descriptor >= 0:
            os.close(self._descriptor)
            self._descriptor = -1

    def _open(self) -> int:
        try:
            return os.open(self.path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o640)
        except OSError as error:
            raise JournalError(
                f"record: cannot write under {self.path.parent} ({error.strerror});"
                " give the service's user write access to it, or name another directory"
            ) from error

    def _sign(self) -> None:
        # Only for the message to a second writer: a full disk must not keep the table closed.
        try:
            os.ftruncate(self._descriptor, 0)
            os.pwrite(self._descriptor, f"{os.getpid()}\n".encode(), 0)
        except OSError:
            return
