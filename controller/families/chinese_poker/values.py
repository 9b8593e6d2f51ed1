"""Chinese poker hands: thirteen cards set as three, five and five, and the clean sweeps."""

from collections import Counter
from collections.abc import Sequence
from itertools import combinations
from typing import Final, NamedTuple

from controller.facts.cards import SUITS, Card
from controller.families.chinese_poker.sections import Segment, Sweep
from controller.hands.dealt import VALUE
from controller.hands.five_card import Category, HandRank, best_five

CARDS: Final = 13
FRONT: Final = 3
FIVE: Final = 5
# Values a straight may have; the ace is also low.
_THREES: Final = [frozenset(range(low, low + FRONT)) for low in range(1, 13)]
_FIVES: Final = [frozenset(range(low, low + FIVE)) for low in range(1, 11)]
_OF_A_KIND: Final = {1: Category.HIGH_CARD, 2: Category.PAIR, 3: Category.THREE_OF_A_KIND}


class SetHand(NamedTuple):
    """A hand as set: three in front, five in the middle, five at the back."""

    front: HandRank
    middle: HandRank
    back: HandRank

    def segment(self, name: Segment) -> HandRank:
        """One of the three."""
        return {"front": self.front, "middle": self.middle, "back": self.back}[name]


def rank_front(cards: Sequence[Card]) -> HandRank:
    """Rank three cards as high card, pair or three of a kind."""
    counts = Counter(VALUE[card] for card in cards)
    order = sorted(counts, key=lambda value: (counts[value], value), reverse=True)
    return HandRank(_OF_A_KIND[counts[order[0]]], tuple(order))


def set_hand(cards: Sequence[Card], front: Sequence[Card], middle: Sequence[Card]) -> SetHand | str:
    """Rank a hand as set, or say why it is fouled."""
    if len(cards) != CARDS or len(set(cards)) != CARDS:
        return "not thirteen different cards"
    if len(front) != FRONT or len(middle) != FIVE:
        return "not set as three, five and five"
    placed = {*front, *middle}
    back = [card for card in cards if card not in placed]
    if len(placed) != FRONT + FIVE or len(back) != FIVE:
        return "set with cards it does not hold"
    hand = SetHand(rank_front(front), best_five(middle), best_five(back))
    if hand.front > hand.middle or hand.middle > hand.back:
        return "a hand in front ranks higher than the one behind it"
    return hand


def sweeps_of(cards: Sequence[Card]) -> frozenset[Sweep]:
    """Name every clean sweep thirteen cards make."""
    if len(cards) != CARDS or len(set(cards)) != CARDS:
        return frozenset()
    found: set[Sweep] = set()
    counts = Counter(VALUE[card] for card in cards)
    if len(counts) == CARDS:
        found.add("dragon")
    if sum(count // 2 for count in counts.values()) == CARDS // 2:
        found.add("six-pairs")
    if _is_three_flushes(cards):
        found.add("three-flushes")
    if _is_three_straights(counts):
        found.add("three-straights")
    return frozenset(found)


def _is_three_flushes(cards: Sequence[Card]) -> bool:
    """Each suit must be made up of the segments three, five and five."""
    suits = Counter(card.suit for card in cards)
    held = sorted(suits[suit] for suit in SUITS if suits[suit])
    return held in ([3, 5, 5], [3, 10], [5, 8], [13])


def _is_three_straights(counts: Counter[int]) -> bool:
    held = Counter(counts)
    return any(
        _splits(held, front, fives)
        for front in _THREES
        for fives in [*combinations(_FIVES, 2), *((five, five) for five in _FIVES)]
    )


def _splits(
    held: Counter[int], front: frozenset[int], fives: tuple[frozenset[int], frozenset[int]]
) -> bool:
    used: Counter[int] = Counter()
    for run in (front, *fives):
        used.update(14 if value == 1 else value for value in run)
    return used == held
