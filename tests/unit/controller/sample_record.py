"""Rows for a record, and a record changed behind its own back."""

import sqlite3
from contextlib import closing
from pathlib import Path

from controller.facts.decisions import BankOffered
from controller.facts.events import CutCardDrawn
from controller.record.journal import Journal
from controller.record.row import Row, decision_row, event_row


def an_event(sequence: int, source: str = "shoe-1") -> Row:
    return event_row(1000 + sequence, source, CutCardDrawn(), boot=3, sequence=sequence)


def a_decision() -> Row:
    return decision_row(1000, "rules", BankOffered(seat=4))


def numbers(rows: list[Row]) -> list[int]:
    return [row.number for row in rows]


def tamper(path: Path, *statements: str) -> None:
    """Change the file as somebody with a database tool would, guards first."""
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        triggers = connection.execute(
            "SELECT name, sql FROM sqlite_schema WHERE type = 'trigger'"
        ).fetchall()
        connection.execute("PRAGMA ignore_check_constraints = ON")
        for name, _ in triggers:
            connection.execute(f"DROP TRIGGER {name}")
        for statement in (*statements, *(form for _, form in triggers)):
            connection.execute(statement)


def found(path: Path, noted: tuple[int, str] | None = None) -> list[tuple[int, str]]:
    """The problems an audit finds: row and kind."""
    with Journal.open_for_reading(path) as journal:
        return [(problem.row, problem.kind) for problem in journal.verify(noted)]
