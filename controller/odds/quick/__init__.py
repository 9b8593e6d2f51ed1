"""Rounds by the million: one seat against the bank, dealt and decided without a table."""

from collections.abc import Callable
from random import Random
from typing import Final

from config.game import Game
from controller.odds.quick import nine, poker, twenty_one
from controller.odds.quick.place import Dealt

Rounds = Callable[[], Dealt]
DEALERS: Final[dict[str, Callable[[Game, Random], Rounds]]] = {
    "holdem": poker.rounds_of,
    "nine": nine.rounds_of,
    "pai-gow-poker": poker.rounds_of,
    "pai-gow-tiles": poker.rounds_of,
    "stud": poker.rounds_of,
    "three-card-poker": poker.rounds_of,
    "twenty-one": twenty_one.rounds_of,
}


def quick_rounds(game: Game, chance: Random) -> Rounds | None:
    """Deal one round after another as the simulated people play it; nothing without a bank."""
    dealer = DEALERS.get(game.family)
    return dealer(game, chance) if dealer else None
