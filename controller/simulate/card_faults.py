"""Mistakes at a twenty-one table; each gives nothing at a moment where it would be no mistake."""

import random
from typing import Final

from controller.facts.cards import DECK, Card
from controller.facts.events import (
    CardDrawn,
    CardsRevealed,
    Event,
    HandDoubled,
    HandSplit,
    HandStood,
    HoleChecked,
)
from controller.families.twenty_one.parts import BankCards, rule_of
from controller.families.twenty_one.values import count_hand
from controller.simulate.fault import Fault, Faults, expects
from controller.table.state import TableState


def _plays(state: TableState) -> bool:
    return state.rules.family.draws_by_choice


def _stand_on_must_hit(state: TableState, _rng: random.Random) -> Event | None:
    return HandStood() if _plays(state) and not expects(state, "hand_stood") else None


def _wrong_look(state: TableState, _rng: random.Random) -> Event | None:
    bank = state.round.find(BankCards) if state.round else None
    if bank is None or bank.hole is None:
        return None
    count = count_hand(rule_of(state).totals.scale, (*bank.cards, bank.hole))
    return HoleChecked(is_natural=not count.is_natural)


def _card_too_many(state: TableState, rng: random.Random) -> Event | None:
    return None if expects(state, "card_drawn") else CardDrawn(card=rng.choice(DECK))


def _other_seat(state: TableState, _rng: random.Random) -> Event | None:
    acting = state.expected[0]
    if acting.hand != "player" or acting.seat is None:
        return None
    return HandStood(seat=acting.seat % state.rules.seats + 1)


def _foreign_card(state: TableState, rng: random.Random) -> Event | None:
    copies = state.rules.copies
    foreign = [card for card in Card if not copies[card.place]]
    return CardDrawn(card=rng.choice(foreign)) if foreign else None


def _refused(event: Event) -> Fault:
    def press(state: TableState, _rng: random.Random) -> Event | None:
        return event if _plays(state) and not expects(state, event.kind) else None

    return press


CARD_FAULTS: Final[Faults] = {
    "stand-on-must-hit": ("card_drawn", _stand_on_must_hit),
    "wrong-look": ("hole_checked", _wrong_look),
    "card-too-many": ("hand_stood", _card_too_many),
    "card-before-turn": ("cards_revealed", _card_too_many),
    "early-turn": ("card_drawn", _refused(CardsRevealed())),
    "other-seat": ("hand_stood", _other_seat),
    "wrong-double": ("hand_stood", _refused(HandDoubled())),
    "wrong-split": ("hand_stood", _refused(HandSplit())),
    "foreign-card": ("card_drawn", _foreign_card),
}
