"""A loop over the real core: whatever the table expects happens, and everything is counted."""

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field

from controller.facts.decisions import (
    ButtonPlaced,
    Decision,
    HandsDecided,
    IrregularityFound,
    OutcomeDecided,
    RoundClosed,
    RoundVoided,
)
from controller.facts.events import Event
from controller.families.body import Hands
from controller.families.opening import closed_table, opening_event
from controller.simulate.faults import FaultInjector, rule_on
from controller.simulate.hands import SimulatedHands
from controller.simulate.returns import Returns
from controller.table.advance import advance
from controller.table.state import Rules, TableState

PROGRESS_EVERY = 2000
COUNTED = frozenset(
    {OutcomeDecided, ButtonPlaced, RoundClosed, RoundVoided, HandsDecided, IrregularityFound}
)


@dataclass
class Totals:
    """What a simulation saw."""

    rounds: int = 0
    voided: int = 0
    events: int = 0
    outcomes: Counter[str] = field(default_factory=Counter)
    buttons: Counter[int] = field(default_factory=Counter)
    irregularities: Counter[str] = field(default_factory=Counter)

    def add(self, decision: Decision) -> None:
        """Count a decision."""
        match decision:
            case RoundClosed():
                self.rounds += 1
            case ButtonPlaced():
                self.buttons[decision.button or 0] += 1
            case OutcomeDecided():
                for name in (decision.winner, *decision.bonuses):
                    self.outcomes[name] += 1
                if "n" in decision.mark:
                    self.outcomes["natural"] += 1
            case RoundVoided():
                self.voided += 1
            case HandsDecided():
                self.outcomes.update(f"{hand.result}-hands" for hand in decision.hands)
            case IrregularityFound():
                self.irregularities[decision.name] += 1


def simulate(
    rules: Rules,
    rounds: int,
    seed: int,
    faults: tuple[str, ...] = (),
    progress: Callable[[int], None] = lambda _rounds: None,
    returns: Returns | None = None,
) -> Totals:
    """Play rounds through `advance`; a hold is ruled on at once, wagers are settled if asked."""
    players = None if returns is None else returns.players
    hands = SimulatedHands(seed, rules.game.cards.decks[1], players).at(rules)
    next_event = _with_faults(hands, FaultInjector(faults, seed)) if faults else hands.next_event
    totals = Totals()
    state, _decisions = advance(closed_table(rules), opening_event(rules))
    while totals.rounds < rounds:
        event = next_event(state) if state.hold is None else rule_on(state)
        state, decisions = advance(state, event)
        totals.events += 1
        if returns is not None:
            returns.watch(state)
        for decision in decisions:
            if type(decision) in COUNTED:
                totals.add(decision)
        if totals.events % PROGRESS_EVERY == 0:
            progress(totals.rounds)
    return totals


def _with_faults(hands: Hands, injector: FaultInjector) -> Callable[[TableState], Event]:
    return lambda state: injector.strike(state) or hands.next_event(state)
