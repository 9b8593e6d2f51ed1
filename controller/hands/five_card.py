"""Five-card poker hands, and the best five of six or seven, without a joker."""

from collections import Counter
from collections.abc import Iterable, Sequence
from enum import IntEnum
from typing import Final, NamedTuple

from controller.facts.cards import DECK, SUITS, Card
from controller.hands.dealt import ACE, LOWEST, VALUE, HandError, require_hand

# A hand's code is the sum of its cards' codes: a counter of three bits per rank, then one of four
# bits per suit. The suit counters start at three, so five of a suit raise a counter's top bit.
_RANK_BITS: Final = 3
_SUITS_AT: Final = _RANK_BITS * 13
_RANKS: Final = (1 << _SUITS_AT) - 1
_PAIRED: Final = sum(0b110 << _RANK_BITS * place for place in range(13))
_START: Final = 0x3333 << _SUITS_AT
_FLUSH: Final = 0x8888 << _SUITS_AT
_LEAST: Final = 5
_MOST: Final = 7


class Category(IntEnum):
    """Kinds of five-card hands, lowest first; five aces need a joker."""

    HIGH_CARD = 0
    PAIR = 1
    TWO_PAIRS = 2
    THREE_OF_A_KIND = 3
    STRAIGHT = 4
    FLUSH = 5
    FULL_HOUSE = 6
    FOUR_OF_A_KIND = 7
    STRAIGHT_FLUSH = 8
    ROYAL_FLUSH = 9
    FIVE_ACES = 10


class HandRank(NamedTuple):
    """Strength of a hand; compares as hands do, equal means a tie; `values` in order of weight."""

    category: Category
    values: tuple[int, ...]


def _code(card: Card) -> int:
    rank = 1 << _RANK_BITS * (VALUE[card] - LOWEST)
    return rank + (1 << _SUITS_AT + 4 * SUITS.index(card.suit))


_code_of: Final = {card: _code(card) for card in DECK}.__getitem__


def best_five(cards: Sequence[Card]) -> HandRank:
    """Rank the best five of five, six or seven cards; their order does not matter."""
    try:
        code = sum(map(_code_of, cards), _START)
        # A card can be there twice only where a rank is; the other hands skip the slower look.
        if len(cards) <= _MOST and (not code & _PAIRED or len({*cards}) == len(cards)):
            return _SUITED[_suited_mask(cards)] if code & _FLUSH else _UNSUITED[code & _RANKS]
    except KeyError:
        pass
    raise _refusal(cards)


def rank_values(values: Iterable[int], *, suited: bool) -> HandRank:
    """Rank the best five of these values (ace 14), all of one suit or never five of one."""
    counts = Counter(values)
    top = _straight_top(counts)
    if suited:
        return _rank_suited(counts, top)
    lead, second = sorted(counts, key=lambda value: (counts[value], value), reverse=True)[:2]
    if counts[lead] == 4:
        return _grouped(Category.FOUR_OF_A_KIND, counts, lead)
    if counts[lead] == 3 and counts[second] >= 2:
        return HandRank(Category.FULL_HOUSE, (lead, second))
    if top:
        return HandRank(Category.STRAIGHT, _run(top))
    return _rank_low(counts, lead, second)


def _rank_suited(counts: Counter[int], top: int) -> HandRank:
    if top == ACE:
        return HandRank(Category.ROYAL_FLUSH, _run(top))
    if top:
        return HandRank(Category.STRAIGHT_FLUSH, _run(top))
    return HandRank(Category.FLUSH, tuple(sorted(counts, reverse=True)[:5]))


def _rank_low(counts: Counter[int], lead: int, second: int) -> HandRank:
    if counts[lead] == 3:
        return _grouped(Category.THREE_OF_A_KIND, counts, lead)
    if counts[second] == 2:
        return _grouped(Category.TWO_PAIRS, counts, lead, second)
    if counts[lead] == 2:
        return _grouped(Category.PAIR, counts, lead)
    return _grouped(Category.HIGH_CARD, counts)


def _grouped(category: Category, counts: Counter[int], *groups: int) -> HandRank:
    kickers = sorted(set(counts).difference(groups), reverse=True)
    room = 5 - sum(counts[value] for value in groups)
    return HandRank(category, (*groups, *kickers[:room]))


def _straight_top(counts: Counter[int]) -> int:
    held = {*counts, 1} if ACE in counts else set(counts)
    return next((top for top in range(ACE, 4, -1) if held.issuperset(_run(top))), 0)


def _run(top: int) -> tuple[int, ...]:
    return tuple(range(top, top - 5, -1))


def _suited_mask(cards: Sequence[Card]) -> int:
    suits = [card.suit for card in cards]
    suit = max(SUITS, key=suits.count)
    return sum(1 << VALUE[card] for card in cards if card.suit == suit)


def _refusal(cards: Sequence[Card]) -> HandError:
    require_hand(cards, len(cards))
    return HandError(f"{' '.join(cards)}: {len(cards)} cards; the best five come of 5, 6 or 7")


class _Unsuited(dict[int, HandRank]):
    """Ranks by rank counters, filled as hands are met; refuses fewer than five."""

    def __missing__(self, code: int) -> HandRank:
        counts = ((code >> _RANK_BITS * place) & 7 for place in range(13))
        values = [LOWEST + place for place, count in enumerate(counts) for _ in range(count)]
        if len(values) < _LEAST:
            raise KeyError(code)
        rank = self[code] = rank_values(values, suited=False)
        return rank


class _Suited(dict[int, HandRank]):
    """Ranks of five or more of one suit by mask of values, filled as hands are met."""

    def __missing__(self, mask: int) -> HandRank:
        values = [value for value in range(LOWEST, ACE + 1) if mask >> value & 1]
        rank = self[mask] = rank_values(values, suited=True)
        return rank


_UNSUITED: Final = _Unsuited()
_SUITED: Final = _Suited()
