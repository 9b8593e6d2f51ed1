"""House ways: what the house dealer does with a hand he must play, and which row decided it."""

from collections.abc import Callable
from typing import Final

from controller.core.house_ways import baccarat, nine, pai_gow, tiles, twenty_one
from controller.core.house_ways.decision import HouseDecision, HouseWayError

# By family: a function of the game and the cards (tiles for pai gow tiles), in the order given.
HOUSE_WAYS: Final[dict[str, Callable[..., HouseDecision]]] = {
    "baccarat": baccarat.decide,
    "twenty-one": twenty_one.decide,
    "nine": nine.decide,
    "pai-gow-poker": pai_gow.decide,
    "pai-gow-tiles": tiles.decide,
}

__all__ = ["HOUSE_WAYS", "HouseDecision", "HouseWayError"]
