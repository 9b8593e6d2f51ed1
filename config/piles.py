"""Piles, printed faults and other deals: sections that several families have."""

from typing import Annotated, Literal

from pydantic import Field

from config.sourced import Sourced
from config.wire_document import DeviceKind
from controller.facts.kinds import SeenFault


class Piles(Sourced):
    """The piles dealt in front of the house dealer, numbered from his left."""

    count: Annotated[int, Field(ge=2, le=8)]
    size: Annotated[int, Field(ge=1, le=13)]
    left_over: Annotated[int, Field(ge=0, le=10)]
    # One card at a time left to right and back, one at a time in turn, whole rows or whole piles.
    dealt: Literal["serpentine", "in-turn", "rows", "whole"] = "in-turn"
    # On which side of the pile that went out first the next one lies, for the house dealer.
    follows: Literal["right", "left"] = "right"


class Setting(Sourced):
    """Players set their hands before the bank's is opened."""

    # Hands dealt to seats without a wager are collected first.
    empty_collected: bool = False


class PrintedFault(Sourced):
    """A fault the book names together with what follows from it."""

    name: SeenFault
    leads_to: Literal[
        "misdeal",
        "house-way",
        "wager-lost",
        "bettor-loses",
        "undecided-returned",
        "card-replaced",
        "plays-as-dealt",
        "foul-paid",
    ]
    # The last step at which the book's consequence holds; later the floor decides.
    until: str | None = None


class RemovedWager(Sourced):
    """The book lets a wager that was taken away early lose the maximum or win the minimum."""


class OtherDeal(Sourced):
    """Another way to deal the same game; a table file chooses it by name."""

    steps: tuple[tuple[str, ...], ...]
    equipment: tuple[DeviceKind, ...]
