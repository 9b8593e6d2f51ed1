"""Chinese poker: thirteen cards in three hands, points between every two players."""

from typing import Annotated, Literal, Self

from pydantic import Field, model_validator

from config.game import Game
from config.poker import POKER_HANDS
from config.sourced import Name, Sourced

Points = Annotated[int, Field(ge=1, le=100)]
Segment = Literal["front", "middle", "back"]
Sweep = Literal["dragon", "six-pairs", "three-straights", "three-flushes"]


class Chinese(Sourced):
    """Who plays, and what a segment, a bonus hand, a clean sweep and a foul are worth in points."""

    # Hands dealt in a round; further seats wait for the button to come round.
    hands: Annotated[int, Field(ge=2, le=4)]
    # In front of every player before a hand.
    least: Points
    segment: Points
    # To each other player, for each of the three segments.
    foul: Points
    # Two sweeps push when they are worth the same, or only when they are the same hand.
    sweeps_push: Literal["same-value", "same-hand"]
    sweeps: Annotated[dict[Sweep, Points], Field(min_length=1)]
    bonuses: dict[Segment, dict[Name, Points]]

    @model_validator(mode="after")
    def _pays_known_hands(self) -> Self:
        odd = sorted({name for paid in self.bonuses.values() for name in paid} - POKER_HANDS)
        if odd:
            raise ValueError(f"{odd[0]!r} is no hand; use {', '.join(sorted(POKER_HANDS))}")
        return self


class ChinesePoker(Game):
    """A game of chinese poker."""

    family: Literal["chinese-poker"]
    chinese: Chinese
