"""Mistakes where cards are dealt by hand and followed on the pad: stud and chinese poker."""

from typing import Final

from controller.facts.events import CardsDealt, CardTurned, SweepDeclared
from controller.simulate.fault import Faults, says, seen

HAND_FAULTS: Final[Faults] = {
    "dealt-before-close": ("bets_closed", says(CardsDealt())),
    "exposed-in-deal": ("cards_dealt", seen("card-exposed")),
    "bank-opened-early": ("play_closed", seen("bank-opened-early")),
    "turned-again": ("play_closed", says(CardTurned(rank="K"))),
    "identical-cards": ("cards_revealed", seen("identical-cards")),
    "wrong-card-count": ("piles_delivered", seen("wrong-card-count")),
    "boxed-cards": ("piles_delivered", seen("boxed-cards")),
    "foreign-card-seen": ("piles_delivered", seen("foreign-card-seen")),
    "late-sweep": ("round_settled", says(SweepDeclared(seat=1))),
}
