"""Lines of side bets for many hands at once, remembered by ranks and by how the suits look."""

from typing import Final

import numpy as np

from controller.families.twenty_one.sections import TwentyOneGame
from controller.families.twenty_one.side_bets import RED, BankHand, Seen, paying_line
from controller.families.twenty_one.values import HandCount
from controller.odds.quick.place import CARDS, Faces, Numbers, cards_of

OF_SEAT: Final = frozenset({"first-two", "hand"})
# Where a hand has no further card.
NO_CARD: Final = len(CARDS)
NO_BANK: Final = BankHand((), None, HandCount(0))
RANK_CODES: Final[Numbers] = np.array([*(1 << 3 * card.rank for card in CARDS), 0])
RANKS: Final[Numbers] = np.array([*(card.rank for card in CARDS), 0])
# A bit for each suit, and for red and other cards.
SUITS: Final[Numbers] = np.array([*(1 << " cdhs".find(card.suit or " ") for card in CARDS), 0])
COLOURS: Final[Numbers] = np.array([*(1 + (card.suit in RED) for card in CARDS), 0])
IS_ONE: Final[Numbers] = np.array([number.bit_count() == 1 for number in range(32)], np.int64)


class Lines:
    """The lines that a game's side bets on a seat's own cards show."""

    def __init__(self, game: TwentyOneGame) -> None:
        self._scale = game.twenty_one.totals.scale
        self._asked = [wager for wager in game.wagers if wager.lines]
        self._known: dict[int, int] = {}
        self._shown: dict[tuple[str | None, ...], int] = {}

    @property
    def are_known(self) -> bool:
        """Tell whether ranks and looks of the seat's cards decide every line."""
        lines = [line for wager in self._asked for line in wager.lines.values()]
        return all(line.of in OF_SEAT and not (line.matches or line.red) for line in lines)

    def of(self, first: Faces, hands: Faces) -> Numbers:
        """A number for the lines that each row shows; the same lines have the same number."""
        if not self._asked:
            return np.zeros(len(first), np.int64)
        keys, rows, at = np.unique(_keys(first, hands), return_index=True, return_inverse=True)
        for key, row in zip(keys.tolist(), rows.tolist(), strict=True):
            if key not in self._known:
                self._known[key] = self._number(first[row], hands[row])
        return np.array([self._known[key] for key in keys.tolist()])[at]

    def _number(self, first: Faces, hand: Faces) -> int:
        held = cards_of(hand[hand != NO_CARD])
        seen = Seen(self._scale, cards_of(first), held, NO_BANK)
        lines = tuple([paying_line(wager, seen) for wager in self._asked])
        return self._shown.setdefault(lines, len(self._shown))


def _keys(first: Faces, hands: Faces) -> Numbers:
    """The ranks of a hand and of its first two cards, how many there are, and both looks."""
    keys: Numbers = RANK_CODES[hands].sum(axis=1) << 4 | (hands != NO_CARD).sum(axis=1)
    low, high = np.sort(RANKS[first], axis=1).T
    whole: Numbers = ((keys << 4 | low) << 4 | high) << 4 | _looks(first) << 2 | _looks(hands)
    return whole


def _looks(cards: Faces) -> Numbers:
    """Whether cards are of one suit, and whether of one colour."""
    suits = np.bitwise_or.reduce(SUITS[cards], axis=1)
    colours = np.bitwise_or.reduce(COLOURS[cards], axis=1)
    looks: Numbers = IS_ONE[suits] * 2 + IS_ONE[colours]
    return looks
