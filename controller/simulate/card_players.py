"""Simulated people at a twenty-one table: mostly sensible, sometimes anything the rules allow."""

import random
from typing import Final

from controller.facts.events import (
    Event,
    HandDoubled,
    HandRescued,
    HandSplit,
    HandStood,
    HandSurrendered,
    HoleChecked,
    InsuranceClosed,
    InsuranceTaken,
)
from controller.families.twenty_one.parts import BankCards, rule_of
from controller.families.twenty_one.values import count_hand
from controller.table import rounds
from controller.table.state import TableState

USUAL: Final = 0.7
SIGNS: Final[dict[str, Event]] = {
    event.kind: event
    for event in (
        HandStood(),
        HandDoubled(),
        HandSplit(),
        HandSurrendered(),
        HandRescued(),
        InsuranceClosed(),
    )
}


def choose_act(rng: random.Random, state: TableState) -> Event | None:
    """Say what a person does now; None when a card is due from the shoe, or nothing is asked."""
    expected = state.expected
    if state.round is None or not rounds.is_under_way(state) or not expected:
        return None
    if len(expected) == 1 and expected[0].event == "card_drawn":
        return None
    chosen = expected[0] if rng.random() < USUAL else rng.choice(expected)
    if chosen.event == "hole_checked":
        return checked_hole(state)
    if chosen.event == "insurance_taken" and chosen.seat is not None:
        return InsuranceTaken(seat=chosen.seat)
    return SIGNS.get(chosen.event)


def checked_hole(state: TableState) -> HoleChecked:
    """What an honest look at the bank's face-down card shows."""
    assert state.round is not None
    bank = state.round.get(BankCards)
    assert bank.hole is not None
    count = count_hand(rule_of(state).totals.scale, (*bank.cards, bank.hole))
    return HoleChecked(is_natural=count.is_natural)
