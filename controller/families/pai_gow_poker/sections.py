"""Pai gow poker in a game's file: what the joker is, who sets which hand."""

from typing import Literal, Self

from pydantic import model_validator

from config.charts import has_chart
from config.game import Game
from config.sourced import Name, Sourced


class PaiGow(Sourced):
    """Seven cards set as two and five against the bank; equal hands go to the bank."""

    joker: Literal["full", "limited"]
    wheel: Literal["lowest", "second"]
    bank_sets: Literal["house-way", "house-way-then-freely", "freely"]
    # The chart in the folder house_ways; none where the book prints none.
    house_way: Name | None = None


class PaiGowPoker(Game):
    """A game of pai gow poker."""

    family: Literal["pai-gow-poker"]
    pai_gow: PaiGow

    @model_validator(mode="after")
    def _has_its_chart(self) -> Self:
        name = self.pai_gow.house_way
        if name and not has_chart(name):
            raise ValueError(f"no chart {name!r} in the folder house_ways")
        return self
