"""Who is settled when: stages before the bank's hand is known, then the last laps."""

from collections.abc import Collection
from typing import Annotated, Literal, Self

from pydantic import Field

from config.sourced import Name, Sourced
from controller.facts.seats import Direction

AccountRule = Literal["one-pot", "two-caps"]
Start = Literal["bank-left", "house-left", "house-right"]


class Stage(Sourced):
    """Wagers that are settled before the last laps, at the step `settle:NAME` of the deal."""

    name: Name
    wagers: Annotated[tuple[Name, ...], Field(min_length=1)]
    # Of every hand, of hands that folded (the wager is forfeit), or of naturals the bank has not.
    hands: Literal["all", "folded", "naturals"] = "all"
    # Where its lap starts, and its direction; else the bank's.
    start: Literal["button", "bank-left", "house-left", "house-right"] = "bank-left"
    direction: Direction | None = None


class Settlement(Sourced):
    """Who is settled when: `wager` is one lap per kind, `seat` settles all kinds at each seat."""

    by: Literal["wager", "seat"]
    order: tuple[tuple[Name, ...], ...]
    # Where settlement starts when no button is placed, and its direction; else the bank's.
    start: Start = "bank-left"
    direction: Direction | None = None
    # What a short bank's stake limits: wins and losses together, or each of them by itself.
    account: AccountRule = "two-caps"
    # In each lap all losing wagers are collected before a winning one is paid.
    losers_first: bool = False
    # What is settled earlier, in this order.
    stages: tuple[Stage, ...] = ()

    def without(self, names: Collection[str]) -> Self:
        """The same settlement where these wagers are not offered."""
        laps = (tuple(name for name in group if name not in names) for group in self.order)
        left = [
            stage.model_copy(update={"wagers": wagers})
            for stage in self.stages
            if (wagers := tuple(name for name in stage.wagers if name not in names))
        ]
        return self.model_copy(update={"order": tuple(filter(None, laps)), "stages": tuple(left)})
