"""Who wins what: one judge per family, and the ledger that pays until the bank is exhausted."""

from typing import Final

from controller.families.baccarat import verdict as baccarat
from controller.families.holdem import verdict as holdem
from controller.families.nine import verdict as nine
from controller.families.pai_gow_poker import verdict as pai_gow
from controller.families.pai_gow_tiles import verdict as tiles
from controller.families.stud import verdict as stud
from controller.families.three_card import verdict as three_card
from controller.families.twenty_one import verdict as twenty_one
from controller.settlement.verdict import Judge, Result, RoundError, Verdict, Verdicts

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
