"""Strengths of many poker hands at once: the best five of five, six or seven cards of each."""

from bisect import bisect_left
from collections.abc import Iterator
from functools import cache
from itertools import combinations_with_replacement, product
from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

from controller.facts.cards import DECK, SUITS, Card
from controller.hands.dealt import LOWEST, VALUE
from controller.hands.five_card import HandRank, rank_values
from controller.odds.quick.place import Faces, Numbers

Values = tuple[int, ...]
# A hand's code is the sum of its cards' codes: a digit to the base five for each rank, the lower
# and the upper ranks apart, then four bits for each suit. The suits start at three, so five of a
# suit raise its top bit.
LOWER: Final = 6
UPPER: Final = 7
_UPPER_AT: Final = 14
_SUITS_AT: Final = 31
_START: Final = 0x3333 << _SUITS_AT
_RANKS: Final = len(DECK) // len(SUITS)
FEWEST, MOST = 5, 7


def _code(card: Card) -> int:
    digit = VALUE[card] - LOWEST
    rank = 5**digit if digit < LOWER else 5 ** (digit - LOWER) << _UPPER_AT
    return int(rank) + (1 << _SUITS_AT + 4 * SUITS.index(card.suit))


def _bit(card: Card) -> int:
    return 1 << _RANKS * SUITS.index(card.suit) + VALUE[card] - LOWEST


CODES: Final[Numbers] = np.array([_code(card) for card in DECK])
BITS: Final[Numbers] = np.array([_bit(card) for card in DECK])


class Hands(NamedTuple):
    """Hands by their codes, and by a bit for every card."""

    codes: Numbers
    bits: Numbers

    def with_card(self, place: int) -> "Hands":
        """The same hands with one more card."""
        return Hands(self.codes + CODES[place], self.bits | BITS[place])


def hands_of(cards: Faces) -> Hands:
    """The hands of so many rows of cards."""
    return Hands(_START + CODES[cards].sum(axis=1), BITS[cards].sum(axis=1))


class Strengths:
    """Every rank of a hand, the weakest first, and where the ranks of codes stand among them."""

    def __init__(self) -> None:
        lower, upper = tuple(_held(LOWER)), tuple(_held(UPPER))
        self._lower = _numbered(lower, _UPPER_AT)
        self._upper = _numbered(upper, _SUITS_AT - _UPPER_AT)
        plain = dict(_plain(lower, upper))
        flushes = {mask: rank for mask in range(1 << _RANKS) if (rank := _of_suit(mask))}
        self.ranks: list[HandRank] = sorted({*plain.values(), *flushes.values()})
        self.categories: Numbers = np.array([rank.category for rank in self.ranks])
        place = {rank: n for n, rank in enumerate(self.ranks)}
        self._plain = np.zeros((len(lower), len(upper)), np.int16)
        for at, rank in plain.items():
            self._plain[at] = place[rank]
        self._suited = np.zeros(1 << _RANKS, np.int16)
        for mask, rank in flushes.items():
            self._suited[mask] = place[rank]

    def of(self, hands: Hands) -> npt.NDArray[np.int16]:
        """Where each hand stands; a flush beats whatever else seven cards with one can make."""
        codes = hands.codes
        lower = self._lower[codes & len(self._lower) - 1]
        upper = self._upper[codes >> _UPPER_AT & len(self._upper) - 1]
        found: npt.NDArray[np.int16] = self._plain[lower, upper]
        for suit in range(len(SUITS)):
            rows = np.nonzero(codes & 8 << _SUITS_AT + 4 * suit)[0]
            found[rows] = self._suited[hands.bits[rows] >> _RANKS * suit & (1 << _RANKS) - 1]
        return found

    def least(self, rank: HandRank) -> int:
        """The first place whose rank is not below this one."""
        return bisect_left(self.ranks, rank)


@cache
def strengths() -> Strengths:
    """The table, made once."""
    return Strengths()


def _held(ranks: int) -> Iterator[Values]:
    """What seven cards can have of so many ranks, as places of ranks."""
    for size in range(MOST + 1):
        for held in combinations_with_replacement(range(ranks), size):
            if not held or max(map(held.count, held)) <= len(SUITS):
                yield held


def _numbered(held: tuple[Values, ...], bits: int) -> npt.NDArray[np.int16]:
    """The number of what is held, by its digits."""
    found = np.zeros(1 << bits, np.int16)
    for number, places in enumerate(held):
        found[sum(5**place for place in places)] = number
    return found


def _plain(
    lower: tuple[Values, ...], upper: tuple[Values, ...]
) -> Iterator[tuple[tuple[int, int], HandRank]]:
    pairs = product(enumerate(lower), enumerate(upper))
    for (low_at, low), (up_at, up) in pairs:
        if FEWEST <= len(low) + len(up) <= MOST:
            values = (*(LOWEST + n for n in low), *(LOWEST + LOWER + n for n in up))
            yield (low_at, up_at), rank_values(values, suited=False)


def _of_suit(mask: int) -> HandRank | None:
    values = [LOWEST + n for n in range(_RANKS) if mask >> n & 1]
    return rank_values(values, suited=True) if FEWEST <= len(values) <= MOST else None
