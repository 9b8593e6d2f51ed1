"""Connections to SQLite: opened, set up, and refused where the file is no journal."""

import sqlite3
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import NamedTuple

from controller.record import schema
from controller.record.beginning import Beginning
from controller.record.edition import edition_of, our_edition
from controller.record.remedies import FAULTS, code_of, explained
from controller.record.row import JournalDamagedError, JournalError

# Opens a file in one of SQLite's URI modes; a simulated disk hands in its own.
Connect = Callable[[Path, str], sqlite3.Connection]


class Opened(NamedTuple):
    """A writer's connection, and how the last writer left the file."""

    connection: sqlite3.Connection
    frames: int
    was_open: bool


_BUSY_S = 5.0
_WAL_LIMIT_BYTES = 16 * 2**20
# A commit writes whole pages: small ones make few bytes of a row. The log is folded in seldom.
PAGE_BYTES = 512
_WAL_PAGES = 8000


def located(path: Path) -> Path:
    """The real place of the file: two names of one journal must meet at one lock."""
    place = path.resolve()
    if not place.parent.is_dir():
        raise JournalError(f"record: there is no directory {place.parent}; create it first")
    if place.is_dir():
        raise JournalError(f"record: {place} is a directory; name a file in it")
    return place


def writer(path: Path, connect: Connect, beginning: Beginning) -> Opened:
    """A connection that may append, to a journal made anew where there is none."""
    connection = connect(path, "mode=rwc")
    try:
        fresh = _is_fresh(connection)
        if not fresh:
            _require_journal(connection, path)
        _set_up(connection, path)
        frames = _fold_in(connection)
        was_open = not fresh and _was_open(connection)
        _create(connection, beginning if fresh else None)
        _mark_open(connection)
    except FAULTS as error:
        connection.close()
        raise explained(error, path) from error
    except BaseException:
        connection.close()
        raise
    return Opened(connection, frames, was_open)


def reader(path: Path, connect: Connect) -> sqlite3.Connection:
    """A connection that reads, also while a writer runs."""
    try:
        return _checked(path, "mode=ro", connect)
    except FAULTS as error:
        # Write-protected media: SQLite cannot make its -shm file, and without a -wal needs none.
        wal = path.with_name(path.name + "-wal")
        code = code_of(error)
        if code not in (sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_READONLY) or _has_content(wal):
            raise explained(error, path) from error
    try:
        return _checked(path, "mode=ro&immutable=1", connect)
    except FAULTS as error:
        raise explained(error, path) from error


def _checked(path: Path, mode: str, connect: Connect) -> sqlite3.Connection:
    connection = connect(path, mode)
    try:
        _require_journal(connection, path)
    except BaseException:
        connection.close()
        raise
    return connection


def connected(path: Path, mode: str) -> sqlite3.Connection:
    """A connection to a file of this machine."""
    # Any thread may use it, one at a time: a commit waits for the disk, the daemon's loop must not.
    try:
        connection = sqlite3.connect(
            f"{path.as_uri()}?{mode}",
            uri=True,
            timeout=_BUSY_S,
            isolation_level=None,
            check_same_thread=False,
        )
    except FAULTS as error:
        raise explained(error, path) from error
    # Text that is no UTF-8 can only be tampering: it must reach the audit, not stop it.
    connection.text_factory = partial(str, encoding="utf-8", errors="surrogateescape")
    return connection


def _set_up(connection: sqlite3.Connection, path: Path) -> None:
    connection.execute(f"PRAGMA page_size = {PAGE_BYTES}")
    [(mode,)] = connection.execute("PRAGMA journal_mode = WAL").fetchall()
    if mode != "wal":
        raise JournalError(
            f"record: the file system of {path} has no shared memory; use a local disk"
        )
    connection.execute("PRAGMA synchronous = FULL")
    connection.execute(f"PRAGMA journal_size_limit = {_WAL_LIMIT_BYTES}")
    connection.execute(f"PRAGMA wal_autocheckpoint = {_WAL_PAGES}")


def _create(connection: sqlite3.Connection, beginning: Beginning | None) -> None:
    # One transaction: a crash leaves either a whole journal or an empty file.
    connection.execute("BEGIN IMMEDIATE")
    for statement in (*(schema.CREATE if beginning else ()), *schema.CREATE_DERIVED):
        connection.execute(statement)
    if beginning is not None:
        connection.execute(schema.BEGIN_AT, beginning.columns())
    _note_edition(connection)
    connection.execute("COMMIT")


def _note_edition(connection: sqlite3.Connection) -> None:
    known = _pragma(connection, "user_version")
    edition = edition_of(known).continued() if known else our_edition()
    if edition.number != known:
        connection.execute(f"PRAGMA user_version = {edition.number}")


def _fold_in(connection: sqlite3.Connection) -> int:
    """Bring the log's rows into the file; returns how many pages of the log SQLite believed."""
    [(_, frames, _)] = connection.execute("PRAGMA wal_checkpoint(PASSIVE)").fetchall()
    return int(frames)


def _mark_open(connection: sqlite3.Connection) -> None:
    """Into the file itself: a copy without its log must say that one belongs to it."""
    try:
        connection.execute(schema.SAVE_STANDING, (1,))
        _fold_in(connection)
    except sqlite3.OperationalError as error:
        # A table opens on a full disk too; then only this mark is missing.
        if code_of(error) != sqlite3.SQLITE_FULL:
            raise


def _was_open(connection: sqlite3.Connection) -> bool:
    try:
        return any(is_open for (is_open,) in connection.execute(schema.IS_OPEN))
    except sqlite3.OperationalError:
        # Derived data that somebody dropped says nothing.
        return False


def _is_fresh(connection: sqlite3.Connection) -> bool:
    [(tables,)] = connection.execute("SELECT COUNT(*) FROM sqlite_schema").fetchall()
    return not tables and _pragma(connection, "application_id") == 0


def _require_journal(connection: sqlite3.Connection, path: Path) -> None:
    if _pragma(connection, "application_id") != schema.APPLICATION_ID:
        raise JournalDamagedError(
            f"record: {path} is not a journal; name a journal, or a file that is new"
        )
    edition = edition_of(_pragma(connection, "user_version"))
    if edition.reader > schema.SCHEMA_VERSION or not edition.is_possible:
        raise JournalError(
            f"record: {path} has schema {edition.writer}, this version knows"
            f" {schema.SCHEMA_VERSION}; update underfelt"
        )
    if edition.writer < schema.OLDEST_READER:
        raise JournalError(
            f"record: {path} has schema {edition.writer}, of an earlier underfelt, and this one"
            f" writes {schema.SCHEMA_VERSION}; move the file away and keep it: the version that"
            " wrote it reads it, and the table begins a new one"
        )


def _pragma(connection: sqlite3.Connection, name: str) -> int:
    [(value,)] = connection.execute(f"PRAGMA {name}").fetchall()
    return int(value)


def _has_content(path: Path) -> bool:
    return path.exists() and path.stat().st_size > 0
