"""Exact returns: every coup of the shoe, every hand of three or six cards, counted once."""

from collections import Counter
from collections.abc import Iterator
from decimal import Decimal
from fractions import Fraction
from functools import cache
from itertools import combinations, combinations_with_replacement, product
from math import comb, perm
from typing import NamedTuple

from config.game import Game, Wager
from controller.facts.cards import DECK, Card
from controller.families.baccarat.coup import VALUE, Coup, result_of
from controller.families.baccarat.coup_result import CoupResult
from controller.families.baccarat.sections import Baccarat, Coup as CoupRule
from controller.families.baccarat.verdict import verdict_on
from controller.hands.five_card import best_five
from controller.hands.three_card import rank_three
from controller.settlement.showdown import hand_name
from controller.settlement.verdict import Result

# One card of each value from 0 to 9, and how many ranks have that value.
FACES = tuple(Card(f"{rank}s") for rank in "KA23456789")
RANKS_OF_VALUE = (4, *(1,) * 9)
MOST_CARDS = 6


def exact_returns(game: Game) -> dict[str, Fraction]:
    """What a player gains of one unit, on average, for every wager that can be counted."""
    if isinstance(game, Baccarat):
        coups = coups_of(game.coup, game.cards.decks[1])
        return {wager.name: coup_return(wager, coups) for wager in game.wagers}
    if game.family == "three-card-poker" and game.cards.decks[1] == 1:
        return dict(_three_card_returns(game))
    return {}


def coups_of(rule: CoupRule, decks: int) -> Counter[CoupResult]:
    """Every result of a coup by the number of ways the next six cards of a full shoe bring it."""
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


def coup_return(wager: Wager, coups: Counter[CoupResult]) -> Fraction:
    """The gain of one unit on a wager; one that stays is followed to where it is decided."""
    gained, decided = Fraction(0), 0
    for result, ways in coups.items():
        verdict = verdict_on(wager, Decimal(1), result)
        if verdict.result is not Result.STAY:
            decided += ways
            gained += ways * (verdict.pays - (verdict.result is Result.LOSE))
    return gained / decided


def _three_card_returns(game: Game) -> Iterator[tuple[str, Fraction]]:
    for wager in game.wagers:
        if wager.judged == "own-hand":
            yield wager.name, table_return(wager, three_card_hands(), comb(52, 3))
        elif wager.judged == "six-cards":
            yield wager.name, table_return(wager, six_card_hands(), comb(52, 6))


def table_return(wager: Wager, hands: Counter[str], deals: int) -> Fraction:
    """The gain of one unit on a wager that pays by its table and loses otherwise."""
    gained = Fraction(-deals)
    for name, odds in wager.table.items():
        to, _, one = odds.partition(":")
        gained += hands[name] * (1 + Fraction(int(to), int(one)))
    return gained / deals


@cache
def three_card_hands() -> Counter[str]:
    """How often each hand of three cards comes, of 22,100."""
    return Counter(hand_name(rank_three(hand)) for hand in combinations(DECK, 3))


@cache
def six_card_hands() -> Counter[str]:
    """How often each best hand of six cards comes, of 20,358,520; a minute or two."""
    return Counter(hand_name(best_five(hand)) for hand in combinations(DECK, 6))
