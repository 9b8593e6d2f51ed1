"""Mistakes where cards are dealt by hand and followed on the pad: stud and chinese poker."""

import random
from collections.abc import Callable
from typing import Final

from controller.facts.events import CardsDealt, CardTurned, Event, FaultSeen, SweepDeclared
from controller.facts.kinds import SeenFault
from controller.table.state import TableState

HandFault = Callable[[TableState, random.Random], Event | None]


def _seen(fault: SeenFault) -> HandFault:
    event = FaultSeen(fault=fault)
    return lambda _state, _rng: event


def _says(event: Event) -> HandFault:
    return lambda _state, _rng: event


# By name: the expectation that is met wrongly, and how.
HAND_FAULTS: Final[dict[str, tuple[str, HandFault]]] = {
    "dealt-before-close": ("bets_closed", _says(CardsDealt())),
    "exposed-in-deal": ("cards_dealt", _seen("card-exposed")),
    "bank-opened-early": ("play_closed", _seen("bank-opened-early")),
    "turned-again": ("play_closed", _says(CardTurned(rank="K"))),
    "identical-cards": ("cards_revealed", _seen("identical-cards")),
    "wrong-card-count": ("piles_delivered", _seen("wrong-card-count")),
    "boxed-cards": ("piles_delivered", _seen("boxed-cards")),
    "foreign-card-seen": ("piles_delivered", _seen("foreign-card-seen")),
    "late-sweep": ("round_settled", _says(SweepDeclared(seat=1))),
}
