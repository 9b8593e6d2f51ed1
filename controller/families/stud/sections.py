"""Stud in a game's file: the sections all poker games have are enough."""

from typing import Literal

from config.game import Game


class Stud(Game):
    """A game of stud."""

    family: Literal["stud"]
