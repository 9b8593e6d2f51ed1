"""Irregularities: say what was seen and what was expected, and hold where the catalogue says so."""

from controller.facts.decisions import Expectation, IrregularityFound, TableHeld
from controller.facts.events import Event
from controller.facts.phrase import Phrase, phrase, seen as seen_event
from controller.table.expectation import wanted
from controller.table.state import Hold, Irregular, TableState


def report(
    table: TableState, irregular: Irregular, event: Event | None, released_by: str = ""
) -> None:
    """Record an irregularity; the table holds for a ruling if its kind asks for one."""
    found = note(table, irregular, event)
    if irregular.name in table.rules.offers and table.hold is None:
        table.hold = Hold(irregular.name, found.seen, found.expected, event, released_by)
        table.decide(TableHeld(name=irregular.name))


def note(table: TableState, irregular: Irregular, event: Event | None) -> IrregularityFound:
    """Record an irregularity without holding."""
    name, expected, seen = irregular
    if seen is None:
        seen = seen_event(event) if event else phrase("seen-nothing")
    due = (expected,) if expected else expected_phrases(table)
    found = IrregularityFound(name=name, seen=seen, expected=due)
    table.decide(found)
    return found


def expected_phrases(table: TableState) -> tuple[Phrase, ...]:
    """What the table expects, as phrases that stand by themselves."""
    return tuple(as_phrase(item) for item in wanted(table))


def as_phrase(due: Expectation) -> Phrase:
    """An expectation as a phrase: its seat and hand become arguments."""
    return Phrase(due.code, {**due.arguments, "seat": due.seat or 0, "hand": due.hand or ""})
