"""What a single card is worth."""

from controller.facts.cards import Card

ACE, HIGHEST = 1, 14


def worth(card: Card, ace: str) -> int:
    """Two is the lowest; an ace is fourteen, or one where it is low."""
    return HIGHEST if card.rank == ACE and ace == "high" else card.rank
