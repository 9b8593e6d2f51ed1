"""Points that go from player to player, where there is no bank."""

from fractions import Fraction
from typing import Final, NamedTuple

POINTS: Final = "points"


class Exchange(NamedTuple):
    """Points one seat owes another, and how many of them the chips of both cover."""

    winner: int
    loser: int
    points: int
    covered: Fraction
    why: str
