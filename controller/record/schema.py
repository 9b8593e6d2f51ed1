"""The tables of a journal file, and the statements the journal runs on them."""

APPLICATION_ID = 0x55464C54
SCHEMA_VERSION = 1

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

CHECKPOINT = """CREATE TABLE checkpoint (
    version TEXT PRIMARY KEY,
    number INTEGER NOT NULL,
    state BLOB NOT NULL,
    digest BLOB NOT NULL
) STRICT"""

# INSERT OR REPLACE deletes without firing a DELETE trigger, so inserts are guarded as well.
TRIGGERS = {
    "entry_refuses_update": """CREATE TRIGGER entry_refuses_update BEFORE UPDATE ON entry
    BEGIN SELECT RAISE(ABORT, 'rows of the record are never changed'); END""",
    "entry_refuses_delete": """CREATE TRIGGER entry_refuses_delete BEFORE DELETE ON entry
    BEGIN SELECT RAISE(ABORT, 'rows of the record are never removed'); END""",
    "entry_refuses_holes": """CREATE TRIGGER entry_refuses_holes BEFORE INSERT ON entry
    WHEN NEW.number IS NOT (SELECT COALESCE(MAX(number), 0) + 1 FROM entry)
    BEGIN SELECT RAISE(ABORT, 'rows of the record are numbered without holes'); END""",
}

CREATE = (
    ENTRY,
    *TRIGGERS.values(),
    f"PRAGMA application_id = {APPLICATION_ID}",
    f"PRAGMA user_version = {SCHEMA_VERSION}",
)
# Checkpoints are derived data that anyone may drop: made again whenever a writer opens.
CREATE_DERIVED = (CHECKPOINT.replace("TABLE", "TABLE IF NOT EXISTS"),)

FORMS = {"entry": ENTRY, "checkpoint": CHECKPOINT, **TRIGGERS}

COLUMNS = "number, at_ms, source, boot, sequence, part, body, hash"
INSERT = f"INSERT INTO entry ({COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?, ?)"
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
INTEGRITY = "PRAGMA integrity_check(1)"
STORED_FORMS = "SELECT name, sql FROM sqlite_schema WHERE sql IS NOT NULL"
