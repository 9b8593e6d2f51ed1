"""A round of a record: its events replayed up to where it was closed."""

from collections.abc import Iterable
from typing import NamedTuple

from controller.facts.decisions import (
    Decision,
    FreeHandOpened,
    RoundClosed,
    RoundOpened,
    RoundVoided,
)
from controller.facts.events import Event
from controller.settlement.finished import FinishedRound
from controller.settlement.verdict import RoundError
from controller.table.advance import advance
from controller.table.state import Rules, TableState
from controller.table.steps.finished import finished_round


class RecordedRound(NamedTuple):
    """A round, and the rules with the settings that were in force in it."""

    rules: Rules
    finished: FinishedRound


def recorded_round(state: TableState, events: Iterable[Event], number: int) -> RecordedRound:
    """The finished round of a number among the events after a state, or why there is none."""
    fates: dict[int, str] = {}
    for event in events:
        # Settings that waited for the end of a round are no settings of this round.
        rules = state.rules
        state, decisions = advance(state, event)
        for closed in state.closed:
            if closed.round.number == number:
                return RecordedRound(rules, finished_round(rules, *closed))
        fates |= dict(filter(None, map(_fate, decisions)))
    finished = [n for n, fate in fates.items() if not fate]
    there = f"{len(finished)}, from {finished[0]} to {finished[-1]}" if finished else "none"
    why = fates.get(number) or "is not in the record"
    raise RoundError(f"round {number} {why}; name a finished one, there are {there}")


def _fate(decision: Decision) -> tuple[int, str] | None:
    """What became of a round, as far as a decision tells; nothing more is said of a closed one."""
    if isinstance(decision, RoundOpened):
        return decision.round, "is not finished"
    if isinstance(decision, RoundClosed):
        return decision.round, ""
    if isinstance(decision, RoundVoided):
        return decision.round, f"was voided by {decision.by} and every wager went back"
    if isinstance(decision, FreeHandOpened):
        return decision.round, "was a free hand that nobody bet on"
    return None
