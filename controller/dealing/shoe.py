"""A shoe that a person loads from a source of chance, with a cut card in it."""

from collections.abc import Sequence
from typing import Final

from controller.dealing.people import Chance
from controller.facts.cards import Card

CUT_DEPTH: Final = 14
# Seven hands that split and draw take far more cards than a coup.
LONG_CUT_DEPTH: Final = 140


class ShuffledShoe:
    """So many decks, each with so many copies of each face, and a cut card so deep in them."""

    def __init__(self, chance: Chance, copies: Sequence[int], decks: int, cut_depth: int) -> None:
        self._cards = [card for card in Card for _ in range(copies[card.place])] * decks
        self._cut_depth = cut_depth
        # Whether the cut card is next, or has been.
        self.is_out = len(self._cards) <= cut_depth
        chance.shuffle(self._cards)

    def draw(self) -> Card:
        """The next card."""
        card = self._cards.pop()
        self.is_out = len(self._cards) <= self._cut_depth
        return card


def cut_depth(draws_by_choice: bool) -> int:
    """How many cards stay behind the cut card."""
    return LONG_CUT_DEPTH if draws_by_choice else CUT_DEPTH
