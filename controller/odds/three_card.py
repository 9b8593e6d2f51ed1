"""Three-card poker counted: every hand of a seat against every hand the bank may then have."""

from bisect import bisect_left, bisect_right
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from functools import cache
from itertools import accumulate, combinations_with_replacement, permutations
from math import comb
from typing import NamedTuple

from controller.facts.cards import DECK, SUITS, Card
from controller.hands.named import kind_of
from controller.hands.three_card import ThreeCardRank, qualifies, rank_three_of_many
from controller.odds.meetings import Meeting
from controller.settlement.showdown import Contest
from controller.simulate.strategies.poker import plays_three

Cards = tuple[Card, ...]


class _Hands(NamedTuple):
    """Every hand of three, the weakest first; how often each is dealt, summed up to each."""

    cards: tuple[Cards, ...]
    ranks: tuple[ThreeCardRank, ...]
    ways: tuple[int, ...]
    up_to: tuple[int, ...]
    # Where the hands that hold a card stand.
    holding: dict[Card, tuple[int, ...]]


class _Share(NamedTuple):
    """How many of the bank's hands meet a seat's hand alike, and one of them."""

    theirs: ThreeCardRank
    ways: int


def meetings(decks: int) -> Iterator[Meeting]:
    """Every hand of a seat, but for the names of suits, with each share of the bank's hands."""
    for held, ways in _classes(decks).items():
        plays, ours = plays_three(held), rank_three_of_many(held)
        for theirs, deals in _shares(decks, held):
            contest = Contest(ours, theirs, qualifies(theirs), None)
            yield Meeting(contest, plays, ways * deals)


@cache
def _shares(decks: int, held: Cards) -> tuple[_Share, ...]:
    """The bank's hands by whether they qualify and how they stand to the seat's."""
    hands, ours = _hands(decks), rank_three_of_many(held)
    marks = {
        0,
        bisect_left(hands.ranks, True, key=qualifies),
        bisect_left(hands.ranks, ours),
        bisect_right(hands.ranks, ours),
    }
    starts = sorted(mark for mark in marks if mark < len(hands.ranks))
    ends = (*starts[1:], len(hands.ranks))
    ways = [hands.up_to[end] - hands.up_to[start] for start, end in zip(starts, ends, strict=True)]
    # A card the seat holds is missing from the bank's hands that have it.
    out = Counter(held)
    for place in {place for card in out for place in hands.holding[card]}:
        fewer = _ways(hands.cards[place], decks, out) - hands.ways[place]
        ways[bisect_right(starts, place) - 1] += fewer
    return tuple(_Share(hands.ranks[start], n) for start, n in zip(starts, ways, strict=True) if n)


def _ways(cards: Cards, decks: int, out: Mapping[Card, int]) -> int:
    """How often these cards, equal ones beside each other, can be dealt of what is left."""
    one, two, three = (decks - out.get(card, 0) for card in cards)
    if cards[0] is cards[2]:
        return comb(one, 3)
    if cards[0] is cards[1]:
        return comb(one, 2) * three
    return one * (comb(two, 2) if cards[1] is cards[2] else two * three)


@cache
def _hands(decks: int) -> _Hands:
    every = [
        (rank_three_of_many(cards), cards, ways)
        for cards in combinations_with_replacement(DECK, 3)
        if (ways := _ways(cards, decks, {}))
    ]
    every.sort(key=lambda hand: hand[0])
    holding: defaultdict[Card, list[int]] = defaultdict(list)
    for place, (_rank, cards, _count) in enumerate(every):
        for card in {*cards}:
            holding[card].append(place)
    counts = tuple(count for _rank, _cards, count in every)
    return _Hands(
        cards=tuple(cards for _rank, cards, _count in every),
        ranks=tuple(rank for rank, _cards, _count in every),
        ways=counts,
        up_to=(0, *accumulate(counts)),
        holding={card: tuple(at) for card, at in holding.items()},
    )


@cache
def _classes(decks: int) -> Counter[Cards]:
    """One hand for all that differ in the names of suits alone, and how often they are dealt."""
    found: Counter[Cards] = Counter()
    hands = _hands(decks)
    for cards, ways in zip(hands.cards, hands.ways, strict=True):
        found[_first_named(cards)] += ways
    return found


@cache
def _first_named(cards: Cards) -> Cards:
    """The same ranks with the suits named so that the hand comes first of all its like."""
    names = (dict(zip(SUITS, suits, strict=True)) for suits in permutations(SUITS))
    return min(tuple(sorted(_renamed(card, name) for card in cards)) for name in names)


def _renamed(card: Card, name: dict[str, str]) -> Card:
    return Card(f"{card.rank_code}{name[card.suit]}")


@cache
def three_card_hands(decks: int = 1) -> Counter[str | None]:
    """How often each hand of three cards comes."""
    found: Counter[str | None] = Counter()
    hands = _hands(decks)
    for rank, ways in zip(hands.ranks, hands.ways, strict=True):
        found[kind_of(rank)] += ways
    return found
