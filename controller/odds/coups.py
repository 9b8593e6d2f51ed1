"""Every coup of a full shoe, counted once, and what a wager gains on average."""

from collections import Counter
from collections.abc import Iterator
from decimal import Decimal
from fractions import Fraction
from itertools import combinations_with_replacement, product
from math import perm
from typing import NamedTuple

from config.game import Wager
from controller.facts.cards import DECK, Card
from controller.families.baccarat.coup import VALUE, Coup, result_of
from controller.families.baccarat.coup_result import CoupResult, Look, look_of
from controller.families.baccarat.sections import Coup as CoupRule
from controller.families.baccarat.verdict import verdict_on
from controller.settlement.verdict import Result

# One card of each value from 0 to 9, and how many ranks have that value.
FACES = tuple(Card(f"{rank}s") for rank in "KA23456789")
RANKS_OF_VALUE = (4, *(1,) * 9)
MOST_CARDS = 6
# By what the draws go by: most games draw alike.
_COUNTED: dict[tuple[object, ...], Counter[CoupResult]] = {}


def coups_of(rule: CoupRule, decks: int) -> Counter[CoupResult]:
    """Every result of a coup by the number of ways the next six cards of a full shoe bring it."""
    draws = (rule.rows, rule.player_draws_to, rule.banker_draws_to, rule.naturals_stop, decks)
    if draws not in _COUNTED:
        _COUNTED[draws] = _coups(rule, decks)
    return _COUNTED[draws]


def _coups(rule: CoupRule, decks: int) -> Counter[CoupResult]:
    found: Counter[CoupResult] = Counter()
    pairs = tuple(combinations_with_replacement(FACES, 2))
    for ours, theirs in product(pairs, repeat=2):
        # Two different cards lie in either order.
        orders = (1 + (ours[0] != ours[1])) * (1 + (theirs[0] != theirs[1]))
        shoe = _Shoe(tuple(4 * decks * ranks for ranks in RANKS_OF_VALUE), orders)
        coup = Coup()
        for card in (ours[0], theirs[0], ours[1], theirs[1]):
            coup, shoe = coup.with_card(rule, card), shoe.without(card)
        for end, left in _ends(rule, coup, shoe):
            found[result_of(end)] += left.ways_of_six(len(end.player) + len(end.banker))
    return found


class _Shoe(NamedTuple):
    """Cards of each value that are left, and the ways in which the others were drawn."""

    left: tuple[int, ...]
    ways: int

    def without(self, card: Card) -> "_Shoe":
        value = VALUE[card]
        left = (*self.left[:value], self.left[value] - 1, *self.left[value + 1 :])
        return _Shoe(left, self.ways * self.left[value])

    def ways_of_six(self, dealt: int) -> int:
        """The cards of the six that a coup did not need come in any order."""
        return self.ways * perm(sum(self.left), MOST_CARDS - dealt)


def _ends(rule: CoupRule, coup: Coup, shoe: _Shoe) -> Iterator[tuple[Coup, _Shoe]]:
    if coup.due is None:
        yield coup, shoe
        return
    for card in FACES:
        if shoe.left[VALUE[card]]:
            yield from _ends(rule, coup.with_card(rule, card), shoe.without(card))


def looks_of(decks: int) -> Counter[CoupResult]:
    """How often the first two cards of both hands look so; nothing else of these results is so."""
    found: Counter[CoupResult] = Counter()
    for ours, ways in _pairs_by_look(decks):
        for theirs in product(DECK, repeat=2):
            left = _ways(theirs, decks, Counter(ours))
            found[CoupResult(0, 0, 0, 0, look_of(ours), look_of(theirs))] += ways * left
    return found


def _pairs_by_look(decks: int) -> Iterator[tuple[tuple[Card, ...], int]]:
    """Two cards for every look they can have, and how often two cards look so."""
    ways: Counter[Look] = Counter()
    first: dict[Look, tuple[Card, ...]] = {}
    for pair in product(DECK, repeat=2):
        ways[look_of(pair)] += _ways(pair, decks, Counter())
        first.setdefault(look_of(pair), pair)
    return ((pair, ways[look]) for look, pair in first.items() if ways[look])


def _ways(pair: tuple[Card, ...], decks: int, out: Counter[Card]) -> int:
    one, two = pair
    return (decks - out[one]) * (decks - out[two] - (one is two))


def coup_return(wager: Wager, coups: Counter[CoupResult]) -> Fraction:
    """The gain of one unit on a wager; one that stays is followed to where it is decided."""
    gained, decided = Fraction(0), 0
    for result, ways in coups.items():
        verdict = verdict_on(wager, Decimal(1), result)
        if verdict.result is not Result.STAY:
            decided += ways
            gained += ways * (verdict.pays - (verdict.result is Result.LOSE))
    return gained / decided
