"""A record replayed against itself: does every event lead to the decisions that stand after it?"""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from controller.facts.decisions import ExpectationSet
from controller.facts.events import TableOpened
from controller.families.opening import closed_table
from controller.record.row import Row, decision_text, event_of
from controller.table.advance import advance
from controller.table.state import Rules


class Replayed(NamedTuple):
    """One event of the record: what it led to then, and what it leads to now."""

    row: int
    recorded: tuple[bytes, ...]
    decided: tuple[bytes, ...]
    # Recorded under other rules, so nobody can tell.
    is_foreign: bool

    @property
    def agrees(self) -> bool:
        """Whether the rules decide today as they did."""
        return self.is_foreign or self.recorded == self.decided


def replayed(rules: Rules, rows: Iterable[Row]) -> Iterator[Replayed]:
    """Every event of a record in order, each with both sets of decisions."""
    state, is_foreign = closed_table(rules), True
    for row, recorded in _admitted(rows):
        event = event_of(row.body)
        if isinstance(event, TableOpened):
            is_foreign = event.digest != rules.digest
        state, decisions = advance(state, event)
        kept = (each for each in decisions if not isinstance(each, ExpectationSet))
        yield Replayed(row.number, recorded, tuple(map(decision_text, kept)), is_foreign)


def _admitted(rows: Iterable[Row]) -> Iterator[tuple[Row, tuple[bytes, ...]]]:
    """Each event with the decisions that were written after it."""
    event: Row | None = None
    decisions: list[bytes] = []
    for row in rows:
        if row.part == "decision":
            decisions.append(row.body)
            continue
        if event is not None:
            yield event, tuple(decisions)
        event, decisions = row, []
    if event is not None:
        yield event, tuple(decisions)
