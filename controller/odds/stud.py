"""Caribbean stud counted: every five cards of a seat against every five the bank may then have.

Hands are taken by their ranks: how many suits fit is a product, and flushes are counted apart.
"""

from bisect import bisect_left
from collections.abc import Iterator
from itertools import combinations_with_replacement
from math import comb
from typing import Final

import numpy as np
import numpy.typing as npt

from controller.families.stud.verdict import CARDS, LEAST
from controller.hands.dealt import ACE, LOWEST
from controller.hands.five_card import HandRank, rank_values
from controller.odds.meetings import Meeting
from controller.settlement.showdown import Contest
from controller.simulate.strategies.poker import LEAST_FIVE

Counts = npt.NDArray[np.int64]
SUITS: Final = 4
VALUES: Final = range(LOWEST, ACE + 1)
# Ways to choose so many cards (second place) of a rank of which so many are gone (first place).
LEFT: Final = np.array([[comb(SUITS - gone, held) for held in range(5)] for gone in range(5)])


def meetings() -> Iterator[Meeting]:
    """Every hand of a seat by its ranks, with the bank's hands that stand to it alike."""
    plain, flushes = _ranks(SUITS), _ranks(1)
    counts, suited_counts = _counts(plain), _counts(flushes)
    bank = _BankHands(plain, flushes)
    for values, held in zip(plain, counts.T, strict=True):
        theirs: Counts = LEFT[held[:, None], counts].prod(axis=0)
        every: Counts = LEFT[0, held].prod() * theirs
        to_flush: Counts = SUITS * LEFT[suited_counts, held[:, None]].prod(axis=0)
        if held.max() == 1:
            both: Counts = SUITS * (SUITS - 1 + (held @ suited_counts == 0))
            yield from bank.meet(rank_values(values, suited=True), SUITS * theirs, both)
            every, to_flush = every - SUITS * theirs, to_flush - both
        yield from bank.meet(rank_values(values, suited=False), every, to_flush)


def _ranks(most: int) -> list[tuple[int, ...]]:
    """The values of every hand that has no more than so many of a rank."""
    every = combinations_with_replacement(VALUES, CARDS)
    return [values for values in every if max(map(values.count, values)) <= most]


def _counts(hands: list[tuple[int, ...]]) -> Counts:
    """How many cards of each rank (first place) each hand (second place) has."""
    return np.array([[values.count(value) for values in hands] for value in VALUES])


class _BankHands:
    """The bank's hands, plain ones and then flushes, by their strength."""

    def __init__(self, plain: list[tuple[int, ...]], flushes: list[tuple[int, ...]]) -> None:
        suited = [rank_values(values, suited=True) for values in flushes]
        self._ranks = [*(rank_values(values, suited=False) for values in plain), *suited]
        self._flush_at = np.array([n for n, values in enumerate(plain) if len({*values}) == CARDS])
        self._order = sorted({*self._ranks})
        place = {rank: n for n, rank in enumerate(self._order)}
        self._strength = np.array([place[rank] for rank in self._ranks])
        self._qualified = self._strength >= bisect_left(self._order, LEAST)

    def meet(self, ours: HandRank, every: Counts, flushes: Counts) -> Iterator[Meeting]:
        """The bank's hands by whether they qualify and how they stand to the seat's."""
        plain = every.copy()
        plain[self._flush_at] -= flushes
        ways = np.concatenate((plain, flushes))
        stands = np.sign(self._strength - bisect_left(self._order, ours)) + 1 + 3 * self._qualified
        for alike in range(6):
            among = np.nonzero(stands == alike)[0]
            if len(among):
                theirs = self._ranks[among[0]]
                contest = Contest(ours, theirs, theirs >= LEAST, None)
                yield Meeting(contest, ours >= LEAST_FIVE, int(ways[among].sum()))
