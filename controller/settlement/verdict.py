"""What becomes of one wager, whatever order it is settled in."""

from collections.abc import Callable, Mapping
from decimal import Decimal
from enum import StrEnum
from fractions import Fraction
from typing import NamedTuple

from config.game import Game
from controller.facts.decisions import IrregularityFound
from controller.facts.failure import OperatorError
from controller.facts.phrase import Phrase
from controller.settlement.finished import FinishedRound


class RoundError(OperatorError):
    """A finished round that cannot be settled; the text says what is wrong with it."""


class IllegalRoundError(RoundError):
    """A told round that the table would have found irregular, and the lines it breaks."""

    def __init__(self, found: IrregularityFound, lines: str) -> None:
        super().__init__(f"{found.name} ({lines})")
        self.found = found
        self.lines = lines


class Result(StrEnum):
    """Won, returned, lost, or undecided: it stays on the table."""

    WIN = "win"
    PUSH = "push"
    LOSE = "lose"
    STAY = "stay"


class Verdict(NamedTuple):
    """A wager's result; `pays` is what the bank owes beside the wager on a win, exactly.

    `stake` is what was at risk where that is not the wager itself (doubled hands), `takes` what a
    loss costs where that is not all of it (surrender); `parts` are the hands of one split wager.
    """

    result: Result
    pays: Fraction = Fraction(0)
    why: str | Phrase = ""
    stake: Fraction | None = None
    takes: Fraction | None = None
    parts: tuple["Verdict", ...] = ()


PUSH = Verdict(Result.PUSH)
LOSE = Verdict(Result.LOSE)
STAY = Verdict(Result.STAY)

# The verdict on every wager, by seat and wager name.
Verdicts = Mapping[tuple[int, str], Verdict]
Judge = Callable[[Game, FinishedRound], Verdicts]


def win(amount: Decimal, odds: str, why: str | Phrase = "") -> Verdict:
    """A won wager at odds such as `3:2`."""
    to, _, one = odds.partition(":")
    return Verdict(Result.WIN, Fraction(amount) * int(to) / int(one), why)
