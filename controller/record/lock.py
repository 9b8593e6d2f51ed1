"""The writer's lock: beside the journal, never the journal itself."""

from pathlib import Path

from controller.process.lock import FileLock, LockTakenError
from controller.record.row import JournalError


def writer_lock(journal: Path) -> FileLock:
    """The lock of the one process that may append."""
    path = journal.with_name(journal.name + ".lock")
    try:
        return FileLock(path)
    except LockTakenError as holder:
        raise JournalError(
            f"record: {journal} already has a writer: {path} is locked by process {holder};"
            " stop that process, or open the journal for reading"
        ) from None
    except OSError as error:
        raise JournalError(
            f"record: cannot write under {path.parent} ({error.strerror});"
            " give the service's user write access to it, or name another directory"
        ) from error
