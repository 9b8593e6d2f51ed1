"""Who wins what: one judge per family, and the ledger that pays until the bank is exhausted."""

from typing import Final

from controller.core.verdicts import (
    baccarat,
    holdem,
    nine,
    pai_gow,
    stud,
    three_card,
    tiles,
    twenty_one,
)
from controller.core.verdicts.verdict import Judge, Result, RoundError, Verdict, Verdicts

JUDGES: Final[dict[str, Judge]] = {
    "baccarat": baccarat.judge,
    "three-card-poker": three_card.judge,
    "holdem": holdem.judge,
    "nine": nine.judge,
    "stud": stud.judge,
    "twenty-one": twenty_one.judge,
    "pai-gow-poker": pai_gow.judge,
    "pai-gow-tiles": tiles.judge,
}

__all__ = ["JUDGES", "Judge", "Result", "RoundError", "Verdict", "Verdicts"]
