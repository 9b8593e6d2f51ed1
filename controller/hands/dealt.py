"""What every hand evaluator asks of the cards it is given."""

from collections.abc import Sequence
from typing import Final

from controller.facts.cards import Card
from controller.facts.failure import OperatorError

ACE: Final = 14
LOWEST: Final = 2
VALUE: Final[dict[Card, int]] = {card: ACE if card.rank == 1 else card.rank for card in Card}


class HandError(OperatorError):
    """Cards that cannot be ranked as the hand they were given for."""


def require_hand(cards: Sequence[Card], size: int, *, joker: bool = False) -> None:
    """Raise HandError unless these are `size` different cards, with a joker only where allowed."""
    if len(cards) != size:
        raise HandError(f"{_text(cards)}: {len(cards)} cards, this hand has {size}; deal {size}")
    if len(set(cards)) != size:
        raise HandError(f"{_text(cards)}: a card appears twice; check the reader or the deck")
    if Card.JOKER in cards and not joker:
        raise HandError(f"{_text(cards)}: holds a joker, this game has none; remove it")


def _text(cards: Sequence[Card]) -> str:
    return " ".join(cards) or "no cards"
