"""Nine counted: every three cards of a seat and of the bank, and what either draws to them."""

from collections import Counter
from collections.abc import Iterator
from decimal import Decimal
from fractions import Fraction
from itertools import combinations_with_replacement
from math import comb, prod
from typing import Final, NamedTuple

from controller.facts.cards import Card
from controller.families.nine.sections import NineGame
from controller.families.nine.values import FIRST, row_of, total_of
from controller.families.nine.verdict import BASE, judge
from controller.settlement.finished import BankRound, FinishedRound, SeatRound
from controller.settlement.verdict import Result
from controller.simulate.strategies.drawing import draws_fourth
from controller.table.shoe import copies_in_deck

Values = tuple[int, ...]
BANK, SEAT = 1, 2
UNIT: Final = Decimal(1)
# One card of each value from 0 to 9.
FACES: Final = tuple(Card(f"{rank}s") for rank in "KA23456789")
THREES: Final = tuple(combinations_with_replacement(range(10), FIRST))


class _Kind(NamedTuple):
    """What the verdicts look at: both totals, and what the bank's first three cards total."""

    ours: int
    theirs: int
    begun: int


def game_return(game: NineGame) -> Fraction:
    """What the wager gains: seats draw by the strategy, the bank by its chart."""
    found: Counter[_Kind] = Counter()
    example: dict[_Kind, tuple[Values, Values]] = {}
    for ours, theirs, ways in _deals(game):
        kind = _Kind(sum(ours) % 10, sum(theirs) % 10, sum(theirs[:FIRST]) % 10)
        found[kind] += ways
        example.setdefault(kind, (ours, theirs))
    gained = (_gain(game, *example[kind]) * ways for kind, ways in found.items())
    return sum(gained, Fraction(0)) / found.total()


def _deals(game: NineGame) -> Iterator[tuple[Values, Values, int]]:
    """Both hands by the values of their cards, and how often they come."""
    shoe = _shoe(game)
    seat_draws = {three for three in THREES if draws_fourth(_cards(three))}
    bank_draws = {three for three in THREES if _bank_draws(game, three)}
    for ours, first, left in _threes(shoe):
        for theirs, second, rest in _threes(left):
            for own, banks, ways in _fourths(rest, ours in seat_draws, theirs in bank_draws):
                yield (*ours, *own), (*theirs, *banks), first * second * ways


def _shoe(game: NineGame) -> Values:
    """How many cards of each value a full shoe has."""
    decks = game.cards.decks[1]
    copies = copies_in_deck(game.cards, decks)
    left: Counter[int] = Counter()
    for card in Card:
        left[total_of((card,))] += copies[card.place] * decks
    return tuple(left[value] for value in range(len(FACES)))


def _threes(left: Values) -> Iterator[tuple[Values, int, Values]]:
    """Three cards of what is left, in how many ways they are dealt, and what is left then."""
    for three in THREES:
        ways = prod(comb(left[value], three.count(value)) for value in {*three})
        if ways:
            after = (count - three.count(value) for value, count in enumerate(left))
            yield three, ways, tuple(after)


def _fourths(left: Values, ours: bool, theirs: bool) -> Iterator[tuple[Values, Values, int]]:
    """The fourth cards of both; a hand that takes none leaves any card where it lies."""
    more = sum(left) - 1
    for own, ways in _next(left, ours):
        if own and theirs:
            after = tuple(count - (value == own[0]) for value, count in enumerate(left))
            yield from ((own, banks, ways * then) for banks, then in _next(after, True))
        elif theirs:
            yield from (((), banks, more * then) for banks, then in _next(left, True))
        else:
            yield own, (), ways * more


def _next(left: Values, draws: bool) -> Iterator[tuple[Values, int]]:
    if not draws:
        yield (), sum(left)
        return
    yield from (((value,), count) for value, count in enumerate(left) if count)


def _bank_draws(game: NineGame, three: Values) -> bool:
    must = row_of(game.nine.charts.bank, sum(three) % 10).must
    return must == "hit" or (must == "choose" and draws_fourth(_cards(three)))


def _cards(values: Values) -> tuple[Card, ...]:
    return tuple(FACES[value] for value in values)


def _gain(game: NineGame, ours: Values, theirs: Values) -> Fraction:
    seat = SeatRound(wagers={BASE: UNIT}, cards=_cards(ours))
    bank = BankRound(seat=BANK, cards=_cards(theirs))
    verdict = judge(game, FinishedRound(bank=bank, seats={str(SEAT): seat}))[SEAT, BASE]
    return verdict.pays - (verdict.result is Result.LOSE)
