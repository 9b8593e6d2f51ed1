"""What to do about an error of SQLite, in a sentence."""

import os
import sqlite3
from pathlib import Path

from controller.record.row import JournalDamagedError, JournalError

REMEDIES = {
    sqlite3.SQLITE_FULL: "disk full; free space under {folder}, drivers then send again",
    sqlite3.SQLITE_IOERR: "cannot read or write {path}; check the disk and the space on {folder}",
    sqlite3.SQLITE_READONLY: "{path} is open for reading only, or write-protected;"
    " open it for writing, as a user who may write there",
    sqlite3.SQLITE_PERM: "no permission for {path}; run as the service's user",
    sqlite3.SQLITE_BUSY: "another program holds the database lock of {path}; stop that program",
    sqlite3.SQLITE_CANTOPEN: "cannot open {path} or the -wal file beside it;"
    " check the permissions of {folder}, or copy both files to a directory of your own",
    sqlite3.SQLITE_CORRUPT: "{path} is damaged ({error}); run journal verify, then restore a copy",
    sqlite3.SQLITE_NOTADB: "{path} is not a journal; name a journal, or a file that is new",
    sqlite3.SQLITE_CONSTRAINT: "{path} refuses the rows ({error});"
    " let no other program write to the record",
}
# A damaged name in SQLite's own message cannot even be told as text.
FAULTS = (sqlite3.Error, UnicodeDecodeError)
Fault = sqlite3.Error | UnicodeDecodeError
DAMAGED = (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)
OTHERWISE = "{path}: {error}; run journal verify"


def code_of(error: Fault) -> int:
    """The kind of an error, by SQLite's number."""
    if isinstance(error, UnicodeDecodeError):
        return sqlite3.SQLITE_CORRUPT
    # Errors of the Python module itself, such as use after close, carry no code.
    return int(getattr(error, "sqlite_errorcode", sqlite3.SQLITE_ERROR)) & 0xFF


def explained(error: Fault, path: Path) -> JournalError:
    """The same error for an operator: what is wrong with which file, and what to do."""
    remedy = REMEDIES.get(code_of(error), OTHERWISE)
    kind = JournalDamagedError if _is_damage(error, path) else JournalError
    return kind("record: " + remedy.format(path=path, folder=path.parent, error=error))


def _is_damage(error: Fault, path: Path) -> bool:
    """Tell whether the file is to blame, also its header or the names of its tables."""
    match code_of(error):
        case sqlite3.SQLITE_ERROR:
            return str(error).startswith(("no such", "table entry has no", "unsupported file"))
        case sqlite3.SQLITE_READONLY:
            return os.access(path, os.W_OK)
        case code:
            return code in DAMAGED
