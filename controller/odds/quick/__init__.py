"""Rounds by the million: one seat against the bank, many dealt at once and told apart by kind."""

from collections.abc import Callable
from typing import Final

import numpy as np

from config.game import Game
from controller.odds.quick import holdem, pai_gow_poker, twenty_one
from controller.odds.quick.place import Deal

DEALERS: Final[dict[str, Callable[[Game, np.random.PCG64], Deal | None]]] = {
    "holdem": holdem.deal_of,
    "pai-gow-poker": pai_gow_poker.deal_of,
    "twenty-one": twenty_one.deal_of,
}


def quick_rounds(game: Game, seed: int) -> Deal | None:
    """Deal as many rounds as asked for, as the simulated people play; nothing where none can be."""
    dealer = DEALERS.get(game.family)
    return dealer(game, np.random.PCG64(seed)) if dealer else None
