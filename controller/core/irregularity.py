"""Irregularities: say what was seen and what was expected, and hold where the catalogue says so."""

from controller.core.decisions import IrregularityFound, TableHeld
from controller.core.events import Event
from controller.core.state import Hold, Irregular, TableState


def report(
    table: TableState, irregular: Irregular, event: Event | None, released_by: str = ""
) -> None:
    """Record an irregularity; the table holds for a ruling if its kind asks for one."""
    texts = table.rules.irregularities[irregular.name]
    expected = irregular.expected or expected_in_words(table)
    table.decide(
        IrregularityFound(
            name=irregular.name,
            seen=irregular.seen,
            expected=expected,
            dealer_text=texts.dealer,
            supervisor_text=texts.supervisor.format(seen=irregular.seen, expected=expected),
        )
    )
    if texts.holds and table.hold is None:
        table.hold = Hold(irregular.name, irregular.seen, expected, event, released_by)
        table.decide(TableHeld(name=irregular.name))


def expected_in_words(table: TableState) -> str:
    """Join the current expectations to one phrase."""
    return "; or ".join(wanted.text for wanted in table.expected) or "nothing"
