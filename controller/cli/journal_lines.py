"""Rows of the record as lines: for people, as JSON, and for a spreadsheet."""

import csv
import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import fields
from difflib import get_close_matches
from functools import partial
from io import StringIO
from typing import Final, get_args

from config.words import words
from controller.cli.decision_line import decision_line
from controller.cli.moments import local_time
from controller.facts.decisions import Decision
from controller.facts.events import Event
from controller.facts.failure import OperatorError
from controller.facts.phrase import seen
from controller.facts.printable import plain_cell, printable
from controller.record.row import JournalError, Row, entry_of
from controller.record.selection import fields_of

# Who acts without a PIN is told apart wherever a row is told.
EMERGENCY: Final = "emergency:"
HEADINGS: Final = ("number", "time", "source", "part", "kind", "details")


def known_kinds(names: Iterable[str]) -> frozenset[str]:
    """Kinds as the record writes them; one that no row can have is refused."""
    wanted = frozenset(name.replace("-", "_") for name in names)
    for name in sorted(wanted - _kinds()):
        near = get_close_matches(name, _kinds(), n=3, cutoff=0.4)
        text = f"perhaps {' or '.join(near)}" if near else "see docs/events.md"
        raise OperatorError(f"--kind {name}: no row is of this kind; {text}")
    return wanted


def _kinds() -> frozenset[str]:
    events = (str(event.model_fields["kind"].default) for event in get_args(get_args(Event)[0]))
    decisions = (str(fields(each)[0].default) for each in get_args(get_args(Decision)[0]))
    return frozenset([*events, *decisions])


def _readable(
    rows: Iterable[Row], say: Callable[[Row, str], str], who: Callable[[str], str] = str
) -> Iterator[str]:
    for row in rows:
        kind, details = _told(row)
        when = local_time(row.at_ms)
        told = say(row, details)
        line = f"{row.number:>8}  {when}  {who(row.source):<12} {row.part:<8}  {kind}  {told}"
        yield printable(line.rstrip())


def _who(source: str) -> str:
    """A device, or the person at the desk; how that person came there is told by --fields."""
    role, _, person = source.removeprefix("desk:").rpartition(":")
    return f"{person} (emergency)" if role.startswith(EMERGENCY) else person


def _sentence(row: Row, details: str) -> str:
    """The row in words; its fields where this version has no words for it."""
    try:
        entry = entry_of(row)
    except JournalError:
        return details
    if entry.event is not None:
        return words().sentence(seen(entry.event))
    return decision_line(entry.decision) if entry.decision is not None else details


def _told(row: Row) -> tuple[str, str]:
    content = fields_of(row)
    kind = str(content.pop("kind", "unknown"))
    shown = ((name, value) for name, value in content.items() if value not in (None, "", []))
    return kind, "  ".join(f"{name}={_value(value)}" for name, value in shown)


def _value(value: object) -> str:
    return value if isinstance(value, str) else json.dumps(value, separators=(",", ":"))


def _json(rows: Iterable[Row]) -> Iterator[str]:
    for row in rows:
        yield json.dumps(row._asdict() | {"body": fields_of(row), "hash": row.hash.hex()})


def _csv(rows: Iterable[Row]) -> Iterator[str]:
    yield _csv_line(HEADINGS)
    for row in rows:
        kind, details = _told(row)
        when = local_time(row.at_ms)
        yield _csv_line((str(row.number), when, row.source, row.part, kind, printable(details)))


def _csv_line(cells: Iterable[str]) -> str:
    line = StringIO()
    csv.writer(line).writerow([plain_cell(cell) for cell in cells])
    return line.getvalue().rstrip("\r\n")


LINES: Final[Mapping[str, Callable[[Iterable[Row]], Iterator[str]]]] = {
    "": partial(_readable, say=_sentence, who=_who),
    "fields": partial(_readable, say=lambda _row, details: details),
    "json": _json,
    "csv": _csv,
}
