"""The tables of a journal file, and the statements the journal runs on them."""

APPLICATION_ID = 0x55464C54
# Counted up with every change of what is written.
SCHEMA_VERSION = 2
# Follows only when a program of an earlier number could not read or continue what is written now.
OLDEST_READER = 2

ENTRY = """CREATE TABLE entry (
    number INTEGER PRIMARY KEY CHECK (number >= 1),
    at_ms INTEGER NOT NULL,
    source TEXT NOT NULL,
    boot INTEGER,
    sequence INTEGER,
    part TEXT NOT NULL CHECK (part IN ('event', 'decision')),
    body BLOB NOT NULL,
    hash BLOB NOT NULL CHECK (length(hash) = 32)
) STRICT"""

# Where the file before this one ended: the number, hash and tree that the first row continues.
BEGINNING = """CREATE TABLE beginning (
    number INTEGER PRIMARY KEY,
    hash BLOB NOT NULL,
    frontier BLOB NOT NULL,
    origins BLOB NOT NULL,
    digest BLOB NOT NULL
) STRICT"""

CHECKPOINT = """CREATE TABLE checkpoint (
    version TEXT PRIMARY KEY,
    number INTEGER NOT NULL,
    state BLOB NOT NULL,
    digest BLOB NOT NULL
) STRICT"""

# The tree over the rows up to some of them, so that nobody must hash them all again.
FRONTIER = """CREATE TABLE frontier (
    size INTEGER PRIMARY KEY,
    hashes BLOB NOT NULL,
    digest BLOB NOT NULL
) STRICT"""

# Whether a writer has the file open: then rows may be in the log beside it alone.
STANDING = """CREATE TABLE standing (
    one INTEGER PRIMARY KEY CHECK (one = 1),
    is_open INTEGER NOT NULL
) STRICT"""

# INSERT OR REPLACE deletes without firing a DELETE trigger, so inserts are guarded as well.
TRIGGERS = {
    "entry_refuses_update": """CREATE TRIGGER entry_refuses_update BEFORE UPDATE ON entry
    BEGIN SELECT RAISE(ABORT, 'rows of the record are never changed'); END""",
    "entry_refuses_delete": """CREATE TRIGGER entry_refuses_delete BEFORE DELETE ON entry
    BEGIN SELECT RAISE(ABORT, 'rows of the record are never removed'); END""",
    "entry_refuses_holes": """CREATE TRIGGER entry_refuses_holes BEFORE INSERT ON entry
    WHEN NEW.number IS NOT
        COALESCE((SELECT MAX(number) FROM entry), (SELECT number FROM beginning)) + 1
    BEGIN SELECT RAISE(ABORT, 'rows of the record are numbered without holes'); END""",
}

CREATE = (
    ENTRY,
    BEGINNING,
    *TRIGGERS.values(),
    f"PRAGMA application_id = {APPLICATION_ID}",
)
# Derived data that anyone may drop: made again whenever a writer opens.
DERIVED = {"checkpoint": CHECKPOINT, "frontier": FRONTIER, "standing": STANDING}
CREATE_DERIVED = tuple(form.replace("TABLE", "TABLE IF NOT EXISTS") for form in DERIVED.values())

FORMS = {"entry": ENTRY, "beginning": BEGINNING, **DERIVED, **TRIGGERS}

COLUMNS = "number, at_ms, source, boot, sequence, part, body, hash"
INSERT = f"INSERT INTO entry ({COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?, ?)"
BEGIN_AT = "INSERT INTO beginning (number, hash, frontier, origins, digest) VALUES (?, ?, ?, ?, ?)"
BEGUN_AT = "SELECT number, hash, frontier, origins, digest FROM beginning"
FIRST = "SELECT MIN(number) FROM entry"
HEAD = "SELECT number, hash FROM entry ORDER BY number DESC LIMIT 1"
ROWS = f"SELECT {COLUMNS} FROM entry WHERE number > ? ORDER BY number LIMIT ?"
EVENTS = (
    "SELECT number, source, boot, sequence, body FROM entry"
    " WHERE number > ? AND part = 'event' ORDER BY number LIMIT ?"
)
BODY_OF = (
    "SELECT body FROM entry WHERE source = ? AND boot = ? AND sequence = ?"
    " AND part = 'event' ORDER BY number DESC LIMIT 1"
)
HASH_OF = "SELECT hash FROM entry WHERE number = ?"

SAVE_CHECKPOINT = (
    "INSERT OR REPLACE INTO checkpoint (version, number, state, digest) VALUES (?, ?, ?, ?)"
)
LATEST_CHECKPOINT = "SELECT number, state, digest FROM checkpoint WHERE version = ?"
FURTHEST_CHECKPOINT = "SELECT COALESCE(MAX(number), 0) FROM checkpoint"
SAVE_FRONTIER = "INSERT OR REPLACE INTO frontier (size, hashes, digest) VALUES (?, ?, ?)"
FRONTIERS = "SELECT size, hashes, digest FROM frontier WHERE size <= ? ORDER BY size DESC"
SAVE_STANDING = "INSERT OR REPLACE INTO standing (one, is_open) VALUES (1, ?)"
IS_OPEN = "SELECT is_open FROM standing"
FOLD_LOG_IN = "PRAGMA wal_checkpoint(TRUNCATE)"
INTEGRITY = "PRAGMA integrity_check(1)"
STORED_FORMS = "SELECT name, sql FROM sqlite_schema WHERE sql IS NOT NULL"
