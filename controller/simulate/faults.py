"""Faults a simulated table can have, and the supervisor who rules on them."""

import random
from typing import Final

from controller.facts.cards import DECK
from controller.facts.events import (
    CardDrawn,
    CardsRevealed,
    CardUnreadable,
    CupOpened,
    DiceUnreadable,
    Event,
    RoundSettled,
    RulingGiven,
    WagerPlaced,
)
from controller.families.baccarat.coup import Coup
from controller.simulate.card_faults import CARD_FAULTS
from controller.simulate.fault import Fault, Faults, expects, says
from controller.simulate.hand_faults import HAND_FAULTS
from controller.simulate.pile_faults import PILE_FAULTS
from controller.simulate.stack_faults import SHUFFLER_FAULTS
from controller.table.state import TableState


def _extra_card(_state: TableState, rng: random.Random) -> Event:
    return CardDrawn(card=rng.choice(DECK))


def _late_wager(state: TableState, rng: random.Random) -> Event:
    others = [seat for seat in range(1, state.rules.seats + 1) if seat != state.bank.seat]
    return WagerPlaced(seat=rng.choice(others))


def _wrong_hand(state: TableState, _rng: random.Random) -> Event | None:
    """Only in a coup, where two hands lie face down, can the wrong one be turned."""
    coup = state.round.find(Coup) if state.round else None
    if coup is None or not coup.face_down:
        return None
    return CardsRevealed(hand="banker" if len(coup.face_down) > 1 else "player")


def _early_cup(state: TableState, _rng: random.Random) -> Event | None:
    return None if expects(state, "cup_opened") else CupOpened()


FAULTS: Final[Faults] = {
    "extra-card": ("round_settled", _extra_card),
    "early-card": ("bets_closed", _extra_card),
    "unreadable-card": ("card_drawn", says(CardUnreadable(reason="unread"))),
    "card-before-turning": ("cards_revealed", _extra_card),
    "wrong-hand-turned": ("cards_revealed", _wrong_hand),
    "late-wager": ("round_settled", _late_wager),
    "early-cup": ("shake_started", _early_cup),
    "cocked-dice": ("dice_read", says(DiceUnreadable(reason="cocked"))),
    "wrong-key": ("card_drawn", says(RoundSettled())),
    **CARD_FAULTS,
    **HAND_FAULTS,
    **SHUFFLER_FAULTS,
    **PILE_FAULTS,
}


class FaultInjector:
    """Breaks about one in a hundred moments at which a named fault can happen."""

    def __init__(self, names: tuple[str, ...], seed: int, rate: float = 0.01) -> None:
        self._random = random.Random(f"{seed}/faults")
        self._rate = rate
        self._by_moment: dict[str, list[Fault]] = {}
        for name in names:
            moment, fault = FAULTS[name]
            self._by_moment.setdefault(moment, []).append(fault)

    def strike(self, state: TableState) -> Event | None:
        """Give a faulty event instead of the expected one, now and then."""
        for wanted in state.expected:
            faults = self._by_moment.get(wanted.event)
            if faults and self._random.random() < self._rate:
                return self._random.choice(faults)(state, self._random)
        return None


def rule_on(state: TableState) -> RulingGiven:
    """The simulated supervisor voids a round in play and otherwise lets the table go on."""
    if state.round is None:
        return RulingGiven(by="simulated supervisor", ruling="resume")
    return RulingGiven(by="simulated supervisor", ruling="void-round")
