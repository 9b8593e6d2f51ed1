"""What one reader makes of an index."""

from dataclasses import dataclass
from typing import Final

from controller.facts.cards import DECK, SUITS, Card
from vision.cards.scores import Scores, chances, likeliest

NO_RANK: Final = 13
NO_SUIT: Final = 4


@dataclass(frozen=True, slots=True)
class Opinion:
    """Chances of each rank (13: none) and each suit (4: none)."""

    ranks: Scores
    suits: Scores

    @property
    def card(self) -> Card | None:
        """The likeliest card, or None when there is no index."""
        rank, suit = likeliest(self.ranks), likeliest(self.suits)
        return None if rank == NO_RANK or suit == NO_SUIT else DECK[rank * 4 + suit]

    @property
    def confidence(self) -> float:
        """The lesser of the chances of the likeliest rank and suit."""
        return min(max(self.ranks), max(self.suits))

    def chance_of(self, card: Card) -> float:
        """How likely this reader takes one card to be."""
        return min(self.ranks[card.rank - 1], self.suits[SUITS.index(card.suit)])


def opinion(rank_scores: Scores, suit_scores: Scores) -> Opinion:
    """An opinion from a net's raw scores."""
    return Opinion(chances(rank_scores), chances(suit_scores))
