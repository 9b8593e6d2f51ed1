"""High card in a game's file: whether an ace is high, and what equal cards do."""

from typing import Literal

from config.game import Game
from config.sourced import Sourced


class Ranking(Sourced):
    """How two cards compare."""

    ace: Literal["high", "low"]
    equal: Literal["push", "lose"]


class HighCard(Game):
    """A game of high card."""

    family: Literal["high-card"]
    ranking: Ranking
