"""How often each hand comes: by the ranks of its cards, and one by one where suits matter."""

from collections import Counter
from collections.abc import Callable, Iterator
from itertools import combinations, combinations_with_replacement, groupby, product
from math import comb, factorial, prod
from typing import Final

from controller.facts.cards import RANKS, SUITS, Card

Cards = tuple[Card, ...]
Name = Callable[[Cards], str | None]
Mask = tuple[int, ...]
FLUSH: Final = 5
ROYAL_MATCH: Final = frozenset({RANKS.index("Q"), RANKS.index("K")})
CARD: Final = [[Card(f"{rank}{suit}") for rank in RANKS] for suit in SUITS]


def hand_counts(size: int, name: Name, joker: bool = False) -> Counter[str | None]:
    """How many hands of so many cards have each name; the suits of a name must be exchangeable.

    A name may ask for five of a suit, or with the joker for four, and for nothing less of suits.
    """
    found = _counts(size, FLUSH, name, ())
    if joker:
        found.update(_counts(size - 1, FLUSH - 1, name, (Card.JOKER,)))
    return found


def _counts(size: int, least: int, name: Name, more: Cards) -> Counter[str | None]:
    """Hands with so many of a suit are named one by one, all others by their ranks alone."""
    found: Counter[str | None] = Counter()
    suited: Counter[Mask] = Counter()
    named: dict[object, str | None] = {}
    for suits, ways in suit_classes(size, least):
        ranks = tuple(sorted(rank for one in suits for rank in one))
        suited[ranks] += ways
        alike = _alike(suits, ranks, bool(more))
        if alike not in named:
            cards = (CARD[suit][rank] for suit, one in enumerate(suits) for rank in one)
            named[alike] = name((*cards, *more))
        found[named[alike]] += ways
    for ranks in combinations_with_replacement(range(len(RANKS)), size):
        held = Counter(ranks)
        if max(held.values()) <= len(SUITS):
            ways = prod(comb(len(SUITS), count) for count in held.values()) - suited[ranks]
            found[name((*_mixed(ranks), *more))] += ways
    return found


def _alike(suits: tuple[Mask, ...], ranks: Mask, joker: bool) -> object:
    """What alone can tell hands of a long suit apart: beside it lie two cards at most.

    They may pair with it, and may be a queen and a king of one suit beside a royal flush; with a
    joker they may pair with each other too.
    """
    is_match = any({*others} >= ROYAL_MATCH for others in suits[1:])
    if joker:
        return suits[0], ranks, is_match
    return suits[0], len({*ranks}), max(map(ranks.count, ranks)), is_match


def _mixed(ranks: Mask) -> Cards:
    """Cards of these ranks whose suits take turns."""
    return tuple(CARD[place % len(SUITS)][rank] for place, rank in enumerate(ranks))


def suit_classes(size: int, least: int) -> Iterator[tuple[tuple[Mask, ...], int]]:
    """Hands with so many of one suit at least, but for the names of suits; and how many are so."""
    for sizes in _sizes(size, len(SUITS), size):
        if sizes[0] < least:
            continue
        groups = [
            combinations_with_replacement(
                tuple(combinations(range(len(RANKS)), count)), len([*same])
            )
            for count, same in groupby(sizes)
        ]
        for chosen in product(*groups):
            suits = tuple(ranks for group in chosen for ranks in group)
            alike = prod(factorial(count) for count in Counter(suits).values())
            yield suits, factorial(len(SUITS)) // alike


def _sizes(left: int, suits: int, most: int) -> Iterator[tuple[int, ...]]:
    """How many cards each suit may have, the longest first."""
    if suits == 0:
        if left == 0:
            yield ()
        return
    for count in range(min(left, most, len(RANKS)), -1, -1):
        for others in _sizes(left - count, suits - 1, count):
            yield (count, *others)
