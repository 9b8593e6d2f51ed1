"""Faults a simulated table can have, and the supervisor who rules on them."""

import random
from collections.abc import Callable
from typing import Final

from controller.core.cards import DECK
from controller.core.events import (
    CardDrawn,
    CardUnreadable,
    CupOpened,
    DeckUnloaded,
    DiceUnreadable,
    Event,
    RoundSettled,
    RulingGiven,
    StackDispensed,
    WagerPlaced,
)
from controller.core.state import TableState

Fault = Callable[[TableState, random.Random], Event]


def _extra_card(_state: TableState, rng: random.Random) -> Event:
    return CardDrawn(card=rng.choice(DECK))


def _late_wager(state: TableState, rng: random.Random) -> Event:
    others = [seat for seat in range(1, state.rules.seats + 1) if seat != state.bank.seat]
    return WagerPlaced(seat=rng.choice(others))


FAULTS: Final[dict[str, tuple[str, Fault]]] = {
    "extra-card": ("round_settled", _extra_card),
    "early-card": ("bets_closed", _extra_card),
    "unreadable-card": (
        "card_drawn",
        lambda _state, _rng: CardUnreadable(reason="unread"),
    ),
    "late-wager": ("round_settled", _late_wager),
    "short-stack": (
        "stack_dispensed",
        lambda state, _rng: StackDispensed(
            stack=state.round.stacks + 1 if state.round else 1, count=2, colour="red"
        ),
    ),
    "wrong-unload": (
        "deck_unloaded",
        lambda _state, _rng: DeckUnloaded(colour="red", count=1),
    ),
    "early-cup": ("shake_started", lambda _state, _rng: CupOpened()),
    "cocked-dice": ("dice_read", lambda _state, _rng: DiceUnreadable(reason="cocked")),
    "wrong-key": ("card_drawn", lambda _state, _rng: RoundSettled()),
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
