"""House ways: what the house dealer does with a hand he must play, and which row decided it."""

from collections.abc import Callable
from typing import Final

from controller.families.baccarat import house_way as baccarat
from controller.families.nine import house_way as nine
from controller.families.pai_gow_poker import house_way as pai_gow
from controller.families.pai_gow_tiles import house_way as tiles
from controller.families.twenty_one import house_way as twenty_one
from controller.settlement.house_decision import HouseDecision, HouseWayError

# By family: a function of the game and the cards (tiles for pai gow tiles), in the order given.
HOUSE_WAYS: Final[dict[str, Callable[..., HouseDecision]]] = {
    "baccarat": baccarat.decide,
    "twenty-one": twenty_one.decide,
    "nine": nine.decide,
    "pai-gow-poker": pai_gow.decide,
    "pai-gow-tiles": tiles.decide,
}

__all__ = ["HOUSE_WAYS", "HouseDecision", "HouseWayError"]
