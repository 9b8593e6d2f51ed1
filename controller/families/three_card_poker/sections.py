"""Three-card poker in a game's file: the sections all poker games have are enough."""

from typing import Literal

from config.game import Game


class ThreeCard(Game):
    """A game of three-card poker."""

    family: Literal["three-card-poker"]
