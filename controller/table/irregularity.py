"""Irregularities: say what was seen and what was expected, and hold where the catalogue says so."""

from typing import Final

from controller.facts.decisions import IrregularityFound, TableHeld
from controller.facts.events import Event
from controller.table.expectation import wanted
from controller.table.state import Hold, Irregular, TableState

# Two of these and the catalogue's sentence around them fit the record's limit for a text.
LONGEST_WORDS: Final = 180


def report(
    table: TableState, irregular: Irregular, event: Event | None, released_by: str = ""
) -> None:
    """Record an irregularity; the table holds for a ruling if its kind asks for one."""
    seen, expected = note(table, irregular)
    if table.rules.irregularities[irregular.name].holds and table.hold is None:
        table.hold = Hold(irregular.name, seen, expected, event, released_by)
        table.decide(TableHeld(name=irregular.name))


def note(table: TableState, irregular: Irregular, dealer_text: str = "") -> tuple[str, str]:
    """Record an irregularity without holding; say what was seen and expected as recorded."""
    texts = table.rules.irregularities[irregular.name]
    seen = _clipped(irregular.seen)
    expected = _clipped(irregular.expected or expected_in_words(table))
    table.decide(
        IrregularityFound(
            name=irregular.name,
            seen=seen,
            expected=expected,
            dealer_text=dealer_text or texts.dealer,
            supervisor_text=texts.supervisor.format(seen=seen, expected=expected),
        )
    )
    return seen, expected


def expected_in_words(table: TableState) -> str:
    """Join what the table expects to one phrase."""
    return "; or ".join(item.text for item in wanted(table)) or "nothing"


def _clipped(words: str) -> str:
    return words if len(words) <= LONGEST_WORDS else words[: LONGEST_WORDS - 1] + "…"
