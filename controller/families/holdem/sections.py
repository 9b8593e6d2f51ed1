"""Hold'em in a game's file: the sections all poker games have are enough."""

from typing import Literal

from config.game import Game


class Holdem(Game):
    """A game of hold'em."""

    family: Literal["holdem"]
