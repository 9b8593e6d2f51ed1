"""Three-card poker hands: seven categories, their order, and the queen-high qualifier."""

from collections.abc import Sequence
from enum import IntEnum
from typing import Final, NamedTuple

from controller.facts.cards import DECK, Card
from controller.hands.dealt import ACE, VALUE, HandError, require_hand

_QUEEN: Final = 12
_BIT: Final[dict[Card, int]] = {card: 1 << card.place for card in DECK}


class ThreeCardCategory(IntEnum):
    """Kinds of three-card hands, lowest first."""

    HIGH_CARD = 0
    PAIR = 1
    FLUSH = 2
    STRAIGHT = 3
    THREE_OF_A_KIND = 4
    STRAIGHT_FLUSH = 5
    MINI_ROYAL = 6


class ThreeCardRank(NamedTuple):
    """Strength of three cards; compares as the hands do, equal means a tie."""

    category: ThreeCardCategory
    values: tuple[int, ...]


def rank_three(cards: Sequence[Card]) -> ThreeCardRank:
    """Rank three cards; the order they lie in does not matter."""
    try:
        first, second, third = cards
        return _TABLE[_BIT[first] + _BIT[second] + _BIT[third]]
    except (KeyError, ValueError):
        require_hand(cards, 3)
        raise  # pragma: no cover: require_hand has named what is wrong with any such hand


def rank_three_of_many(cards: Sequence[Card]) -> ThreeCardRank:
    """Rank three cards of several decks, where the same card may be there more than once."""
    if len(cards) != 3 or Card.JOKER in cards:
        require_hand(cards, 3)
    return _rank(cards)


def qualifies(rank: ThreeCardRank) -> bool:
    """Whether the bank plays with this hand: queen high or better."""
    return rank >= (ThreeCardCategory.HIGH_CARD, (_QUEEN,))


class _RankTable(dict[int, ThreeCardRank]):
    """Ranks by the sum of card bits, filled as hands are met; a repeated card never adds up."""

    def __missing__(self, bits: int) -> ThreeCardRank:
        if bits.bit_count() != 3:
            raise HandError("a card appears twice in three; check the reader or the deck")
        rank = self[bits] = _rank([card for card in DECK if bits & _BIT[card]])
        return rank


_TABLE: Final = _RankTable()


def _rank(cards: Sequence[Card]) -> ThreeCardRank:
    high, middle, low = values = tuple(sorted((VALUE[card] for card in cards), reverse=True))
    if high == low:
        return ThreeCardRank(ThreeCardCategory.THREE_OF_A_KIND, (high,))
    is_suited = len({card.suit for card in cards}) == 1
    if middle in (high, low) and is_suited:
        # Only several decks hold a card twice; a flush is the better of both names.
        return ThreeCardRank(ThreeCardCategory.FLUSH, values)
    if middle in (high, low):
        return ThreeCardRank(ThreeCardCategory.PAIR, (middle, low if middle == high else high))
    return _rank_unpaired(values, flush=is_suited)


def _rank_unpaired(values: tuple[int, ...], *, flush: bool) -> ThreeCardRank:
    if values == (ACE, 3, 2):
        values = (3, 2, 1)
    if values[0] - values[2] != 2:
        category = ThreeCardCategory.FLUSH if flush else ThreeCardCategory.HIGH_CARD
    elif not flush:
        category = ThreeCardCategory.STRAIGHT
    elif values[0] == ACE:
        category = ThreeCardCategory.MINI_ROYAL
    else:
        category = ThreeCardCategory.STRAIGHT_FLUSH
    return ThreeCardRank(category, values)
