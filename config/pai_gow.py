"""Pai gow, cards and tiles: what the joker is, how piles are dealt, what a fault leads to."""

from typing import Annotated, Literal

from pydantic import Field

from config.sourced import Name, Sourced
from controller.facts.kinds import DeviceKind, SeenFault

BONUS_HANDS: frozenset[str] = frozenset(
    {
        "seven-card-straight-flush",
        "royal-match",
        "seven-card-straight-flush-joker",
        "five-aces",
        "royal-flush",
        "straight-flush",
        "four-of-a-kind",
        "full-house",
        "flush",
        "three-of-a-kind",
        "straight",
        "three-pairs",
    }
)
# What only a person at the table sees; the entry pad has a key for each.


class Piles(Sourced):
    """The piles dealt in front of the house dealer, numbered from his left."""

    count: Annotated[int, Field(ge=2, le=8)]
    size: Annotated[int, Field(ge=1, le=13)]
    left_over: Annotated[int, Field(ge=0, le=10)]
    # One card at a time left to right and back, one at a time in turn, whole rows or whole piles.
    dealt: Literal["serpentine", "in-turn", "rows", "whole"] = "in-turn"
    # On which side of the pile that went out first the next one lies, for the house dealer.
    follows: Literal["right", "left"] = "right"


class PaiGow(Sourced):
    """Seven cards set as two and five against the bank; equal hands go to the bank."""

    joker: Literal["full", "limited"]
    wheel: Literal["lowest", "second"]
    bank_sets: Literal["house-way", "house-way-then-freely", "freely"]
    # The chart in the folder house_ways; none where the book prints none.
    house_way: Name | None = None


class Tiles(Sourced):
    """Four tiles set as a high and a low hand; copies and two zeros go to the bank."""

    # Whether the two tiles of the supreme pair count three or six, whichever is better.
    swaps_three_and_six: bool
    house_way: Name | None = None


class PrintedFault(Sourced):
    """A fault the book names together with what follows from it."""

    name: SeenFault
    leads_to: Literal[
        "misdeal",
        "house-way",
        "wager-lost",
        "undecided-returned",
        "card-replaced",
        "plays-as-dealt",
        "foul-paid",
    ]
    # The last step at which the book's consequence holds; later the floor decides.
    until: str | None = None


class OtherDeal(Sourced):
    """Another way to deal the same game; a table file chooses it by name."""

    steps: tuple[tuple[str, ...], ...]
    equipment: tuple[DeviceKind, ...]
