"""The Fortune bonus: the best-paid hand among seven cards, in the paytable's own order."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import permutations
from typing import Final, Literal

from controller.facts.cards import DECK, SUITS, Card
from controller.hands.dealt import ACE, VALUE, require_hand


class BonusHand(StrEnum):
    """Hands a Fortune paytable may list."""

    SEVEN_CARD_STRAIGHT_FLUSH = "seven-card-straight-flush"
    ROYAL_FLUSH_ROYAL_MATCH = "royal-match"
    SEVEN_CARD_STRAIGHT_FLUSH_JOKER = "seven-card-straight-flush-joker"
    FIVE_ACES = "five-aces"
    ROYAL_FLUSH = "royal-flush"
    STRAIGHT_FLUSH = "straight-flush"
    FOUR_OF_A_KIND = "four-of-a-kind"
    FULL_HOUSE = "full-house"
    FLUSH = "flush"
    THREE_OF_A_KIND = "three-of-a-kind"
    STRAIGHT = "straight"
    THREE_PAIRS = "three-pairs"


FLUSH: Final = 5
# Sets of values are bits: a hand is asked about hundreds of thousands of times in a count.
_LOW_ACE: Final = 1 << 1
_HIGH_ACE: Final = 1 << ACE
_ROYAL: Final = sum(1 << value for value in range(10, ACE + 1))
_MATCH: Final = 1 << 12 | 1 << 13
_SUIT_AT: Final = {card: SUITS.index(card.suit) for card in DECK}
_RUNS: Final = {
    length: tuple(((1 << length) - 1) << low for low in range(1, ACE + 2 - length))
    for length in (5, 7)
}


@dataclass(frozen=True, slots=True)
class _Seven:
    """Seven cards as the tests below need them; an ace stands at 14 and at 1."""

    counts: Counter[int]
    suits: tuple[int, ...]
    sizes: tuple[int, ...]
    jokers: int
    joker: Literal["full", "limited"]

    @property
    def long(self) -> list[int]:
        """The values of each suit that makes a flush, and so alone can hold more."""
        pairs = zip(self.suits, self.sizes, strict=True)
        return [values for values, size in pairs if size + self.jokers >= FLUSH]


def best_bonus(
    cards: Sequence[Card], order: Sequence[BonusHand], joker: Literal["full", "limited"]
) -> BonusHand | None:
    """Find the first hand of a paytable, read in its own order, that seven cards hold."""
    held = bonus_hands(cards, joker)
    return next((hand for hand in order if hand in held), None)


def bonus_hands(cards: Sequence[Card], joker: Literal["full", "limited"]) -> frozenset[BonusHand]:
    """Every bonus hand that seven cards hold; a better hand counts as the lesser ones in it."""
    require_hand(cards, 7, joker=True)
    seven = _read(cards, joker)
    return frozenset((*_kinds(seven), *_runs(seven), *_seven_card_hands(seven)))


def _read(cards: Sequence[Card], joker: Literal["full", "limited"]) -> _Seven:
    plain = [card for card in cards if card is not Card.JOKER]
    by_suit = [0] * len(SUITS)
    for card in plain:
        by_suit[_SUIT_AT[card]] |= 1 << VALUE[card]
    return _Seven(
        counts=Counter(VALUE[card] for card in plain),
        suits=tuple(_low_ace(values) for values in by_suit),
        sizes=tuple(values.bit_count() for values in by_suit),
        jokers=len(cards) - len(plain),
        joker=joker,
    )


def _low_ace(values: int) -> int:
    return values | _LOW_ACE if values & _HIGH_ACE else values


def _kinds(seven: _Seven) -> Iterator[BonusHand]:
    if seven.jokers and seven.counts[ACE] == 4:
        yield BonusHand.FIVE_ACES
    counts, wild = seven.counts, seven.jokers
    if wild and seven.joker == "limited":
        counts, wild = counts + Counter((ACE,)), 0
    most, second = (count for _, count in (*counts.most_common(2), (0, 0))[:2])
    if most + wild >= 4:
        yield BonusHand.FOUR_OF_A_KIND
    if max(0, 3 - most) + max(0, 2 - second) <= wild:
        yield BonusHand.FULL_HOUSE
    if most + wild >= 3:
        yield BonusHand.THREE_OF_A_KIND
    if sum(count >= 2 for count in counts.values()) + wild >= 3:
        yield BonusHand.THREE_PAIRS


def _runs(seven: _Seven) -> Iterator[BonusHand]:
    long = seven.long
    if long:
        yield BonusHand.FLUSH
    if _has_run(_low_ace(sum(1 << value for value in seven.counts)), 5, seven.jokers):
        yield BonusHand.STRAIGHT
    if any(_has_run(values, 5, seven.jokers) for values in long):
        yield BonusHand.STRAIGHT_FLUSH
    if any((_ROYAL & ~values).bit_count() <= seven.jokers for values in long):
        yield BonusHand.ROYAL_FLUSH


def _seven_card_hands(seven: _Seven) -> Iterator[BonusHand]:
    long = seven.long
    if any(_has_run(values, 7, seven.jokers) for values in long):
        joker = BonusHand.SEVEN_CARD_STRAIGHT_FLUSH_JOKER
        yield joker if seven.jokers else BonusHand.SEVEN_CARD_STRAIGHT_FLUSH
    spare = seven.jokers if seven.joker == "full" else 0
    for royal, match in permutations(seven.suits, 2) if long else ():
        short, unmatched = (_ROYAL & ~royal).bit_count(), (_MATCH & ~match).bit_count()
        if short + unmatched <= seven.jokers and unmatched <= spare:
            yield BonusHand.ROYAL_FLUSH_ROYAL_MATCH


def _has_run(values: int, length: int, wild: int) -> bool:
    return any((run & ~values).bit_count() <= wild for run in _RUNS[length])
