"""One row of the record, and what a row looks like before the journal numbers it."""

from functools import lru_cache
from typing import Literal, NamedTuple

from pydantic import ValidationError

from controller.bus.messages import Entry
from controller.facts.decisions import DECISION, Decision
from controller.facts.events import EVENT, Event
from controller.facts.failure import OperatorError

Part = Literal["event", "decision"]


class JournalError(OperatorError):
    """The record cannot be opened, read or written; the text says why and what to do."""


class JournalDamagedError(JournalError):
    """The file itself is damaged, so that SQLite cannot read it."""


class Row(NamedTuple):
    """One row of the record; number 0 and no hash until the journal has appended it."""

    number: int
    at_ms: int
    source: str
    boot: int | None
    sequence: int | None
    part: Part
    body: bytes
    hash: bytes


def event_row(
    at_ms: int, source: str, event: Event, boot: int | None = None, sequence: int | None = None
) -> Row:
    """A row to append for an event, with the number its origin gave it if it has one."""
    return Row(0, at_ms, source, boot, sequence, "event", event_text(event), b"")


def decision_row(at_ms: int, source: str, decision: Decision) -> Row:
    """A row to append for a decision."""
    return Row(0, at_ms, source, None, None, "decision", decision_text(decision), b"")


# A table says the same few hundred things all day; each is written out once.
@lru_cache(maxsize=4096)
def event_text(event: Event) -> bytes:
    """The canonical bytes of an event."""
    return EVENT.dump_json(event)


@lru_cache(maxsize=4096)
def decision_text(decision: Decision) -> bytes:
    """The canonical bytes of a decision."""
    return DECISION.dump_json(decision)


@lru_cache(maxsize=4096)
def event_of(body: bytes) -> Event:
    """Read an event back; each text once, for a record repeats the same few thousands of times."""
    try:
        return EVENT.validate_json(body)
    except ValidationError as error:
        raise _unknown("a row", "event") from error


@lru_cache(maxsize=4096)
def decision_of(body: bytes) -> Decision:
    """Read a decision back, each text once."""
    try:
        return DECISION.validate_json(body)
    except ValidationError as error:
        raise _unknown("a row", "decision") from error


def entry_of(row: Row) -> Entry:
    """The row as the feed and the desk tell it; a body no version of ours wrote is refused."""
    try:
        if row.part == "event":
            return _entry(row, event=EVENT.validate_json(row.body))
        return _entry(row, decision=DECISION.validate_json(row.body))
    except ValidationError as error:
        raise _unknown(f"row {row.number}", row.part) from error


def _unknown(place: str, part: Part) -> JournalError:
    return JournalError(
        f"record: {place} holds no {part} this version knows;"
        " read it with the version that wrote it, or run journal verify"
    )


def _entry(row: Row, event: Event | None = None, decision: Decision | None = None) -> Entry:
    return Entry(
        number=row.number, at_ms=row.at_ms, source=row.source, event=event, decision=decision
    )
