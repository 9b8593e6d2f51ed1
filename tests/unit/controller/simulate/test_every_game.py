"""Every game of the catalogue, played legally and with every fault a dealer can make."""

import pytest

from controller.facts.decisions import IrregularityFound
from controller.families.catalogue import game_ids
from controller.families.opening import closed_table, opening_event
from controller.simulate import FAULTS, simulate
from controller.simulate.faults import FaultInjector, rule_on
from controller.simulate.hands import SimulatedHands
from controller.table.advance import advance
from controller.table.state import Rules
from tests.conftest import game_rules

STRIKES = 6
EVENTS = 250


def rules_for(game_id: str) -> Rules:
    return game_rules(game_id)


def test_the_catalogue_has_thirty_six_games() -> None:
    assert len(game_ids()) == 38


@pytest.mark.parametrize("game_id", game_ids())
def test_legal_play_meets_every_expectation(game_id: str) -> None:
    totals = simulate(rules_for(game_id), 60, seed=5)
    assert (totals.rounds, totals.voided, dict(totals.irregularities)) == (60, 0, {})


@pytest.mark.parametrize("game_id", game_ids())
def test_every_injected_error_is_an_irregularity_at_once(game_id: str) -> None:
    rules = rules_for(game_id)
    # A fault whose moment never comes can never strike: nobody needs to wait for it.
    come = moments(rules)
    struck = {name: strikes(rules, name) for name, (moment, _) in FAULTS.items() if moment in come}
    missed = {name: caught for name, caught in struck.items() if not all(caught)}
    assert missed == {}
    assert sum(map(len, struck.values())) >= 20


def moments(rules: Rules) -> set[str]:
    """Every kind of event that legal play expects within as many events."""
    hands = SimulatedHands(3, rules.game.cards.decks[1])
    state, _ = advance(closed_table(rules), opening_event(rules))
    seen: set[str] = set()
    for _ in range(EVENTS):
        seen.update(wanted.event for wanted in state.expected)
        state, _ = advance(state, hands.next_event(state))
    return seen


def strikes(rules: Rules, fault: str) -> list[bool]:
    """Play on with a clumsy dealer; tell of each fault whether it was caught."""
    injector = FaultInjector((fault,), seed=3, rate=0.2)
    hands = SimulatedHands(3, rules.game.cards.decks[1])
    state, _ = advance(closed_table(rules), opening_event(rules))
    caught: list[bool] = []
    for _ in range(EVENTS):
        faulty = None if state.hold else injector.strike(state)
        event = faulty or (rule_on(state) if state.hold else hands.next_event(state))
        state, decisions = advance(state, event)
        if faulty is not None:
            caught.append(any(isinstance(item, IrregularityFound) for item in decisions))
        if len(caught) == STRIKES:
            break
    return caught
