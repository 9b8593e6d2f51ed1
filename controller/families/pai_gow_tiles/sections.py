"""Pai gow tiles in a game's file."""

from typing import Literal, Self

from pydantic import model_validator

from config.charts import has_chart
from config.game import Game
from config.sourced import Name, Sourced


class Tiles(Sourced):
    """Four tiles set as a high and a low hand; copies and two zeros go to the bank."""

    # Whether the two tiles of the supreme pair count three or six, whichever is better.
    swaps_three_and_six: bool
    house_way: Name | None = None


class PaiGowTiles(Game):
    """A game of pai gow tiles."""

    family: Literal["pai-gow-tiles"]
    tiles: Tiles

    @model_validator(mode="after")
    def _has_its_chart(self) -> Self:
        name = self.tiles.house_way
        if name and not has_chart(name):
            raise ValueError(f"no chart {name!r} in the folder house_ways")
        return self
