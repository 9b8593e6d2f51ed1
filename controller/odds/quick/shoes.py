"""Shoes side by side: a card of each at a time, for as many rounds as there are shoes."""

from collections.abc import Iterator
from typing import Final

import numpy as np

from config.game import Game
from controller.dealing.shoe import cut_depth
from controller.facts.cards import Card
from controller.odds.quick.place import CARDS, Numbers, shuffled, whole_deck

RANKS: Final[Numbers] = np.array([card.rank for card in CARDS])


class Shoes:
    """Every shoe is shuffled anew behind its cut card, between two rounds."""

    def __init__(self, game: Game, chance: np.random.PCG64, count: int) -> None:
        self._chance, self._deck = chance, whole_deck(game)
        self._cut_at = len(self._deck) - min(cut_depth(True), len(self._deck) // 2)
        self.cards = shuffled(chance, self._deck, count)
        self.drawn = np.zeros(count, np.int64)

    def begin(self) -> None:
        """Shuffle those whose cut card is out."""
        rows = np.nonzero(self.drawn >= self._cut_at)[0]
        if len(rows):
            self.cards[rows] = shuffled(self._chance, self._deck, len(rows))
            self.drawn[rows] = 0

    def draw(self, rows: Numbers) -> Numbers:
        """The rank of the next card of each of these."""
        faces = self.cards[rows, self.drawn[rows]]
        self.drawn[rows] += 1
        ranks: Numbers = RANKS[faces]
        return ranks

    def behind(self, row: int, place: int) -> Iterator[Card]:
        """The cards of one shoe from this place on."""
        return (CARDS[face] for face in self.cards[row, place:])
