"""A record with a seal, witnesses in folders, and a forger who holds the table's key."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from controller.record.journal import Journal
from controller.record.keys import TABLE_KEY
from controller.record.row import Row
from controller.record.sealing import Seal
from controller.record.vouching import vouched, witness_at
from tests.unit.controller.sample_record import a_decision, an_event

TABLE = "table-7"


@contextmanager
def sealed(path: Path) -> Iterator[Seal]:
    with Journal.open(path) as journal:
        yield Seal.of(journal, TABLE)


def grow(seal: Seal, count: int) -> None:
    """Append so many events with a decision each, and sign."""
    first = seal.journal.last_number
    for sequence in range(first + 1, first + count + 1):
        seal.journal.append([an_event(sequence), a_decision()])
    seal.sign()


def witness_folder(path: Path, name: str = "stick") -> Path:
    folder = path.parent / name
    folder.mkdir(exist_ok=True)
    return folder


def vouch(seal: Seal, folder: Path) -> None:
    vouched(seal, witness_at(str(folder), seal.key.public))


def forge(path: Path, row: int) -> None:
    """Rewrite one row and rebuild everything after it, notes included, with the table's key."""
    with closing(sqlite3.connect(path)) as connection:
        rows = connection.execute(
            "SELECT at_ms, source, boot, sequence, part, body FROM entry ORDER BY number"
        ).fetchall()
    key = (path.parent / TABLE_KEY).read_bytes()
    for file in [*path.parent.glob("journal*"), path.parent / TABLE_KEY]:
        file.unlink()
    (path.parent / TABLE_KEY).write_bytes(key)
    with Journal.open(path) as journal:
        for number, columns in enumerate(rows, 1):
            at_ms = columns[0] + (number == row)
            journal.append([Row._make((0, at_ms, *columns[1:], b""))])
        Seal.of(journal, TABLE).sign()
