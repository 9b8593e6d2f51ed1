"""Poker against a bank: the shuffler's plan, the betting windows, the qualifier."""

from typing import Annotated, Literal

from pydantic import Field, StringConstraints

from config.document import Section
from config.sourced import Name, Sourced

Judged = Literal[
    "comparison",
    "own-hand",
    "six-cards",
    "winning-hand",
    "beaten-hand",
    # Pai gow: both hands against the bank's, the best of all seven cards, other seats' bonus hands.
    "two-hands",
    "seven-cards",
    "other-hands",
]
Label = Annotated[str, StringConstraints(pattern=r"^[a-z-]*$")]
POKER_HANDS: frozenset[str] = frozenset(
    {
        "high-card",
        "pair",
        "two-pairs",
        "three-of-a-kind",
        "straight",
        "flush",
        "full-house",
        "four-of-a-kind",
        "straight-flush",
        "royal-flush",
        "mini-royal",
    }
)

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


class Delivery(Section):
    """A part of the shuffler's plan; `stage` is the label of the stacks step that deals it."""

    to: Literal["wagers", "bank", "community", "seats"]
    count: Annotated[int, Field(ge=1, le=7)]
    face: Literal["down", "up"] = "down"
    # So many of these cards, from the top of the stack, are out of play.
    burn: Annotated[int, Field(ge=0, le=6)] = 0
    stage: Label = ""


class Stacks(Sourced):
    """What the shuffler puts out, in which order, and the decks it alternates."""

    deck_size: Annotated[int, Field(ge=32, le=54)]
    colours: Annotated[tuple[Literal["red", "blue", "green", "black"], ...], Field(min_length=1)]
    first: Literal["bank-left", "house-left", "first-hand"]
    plan: Annotated[tuple[Delivery, ...], Field(min_length=1)]


class Window(Sourced):
    """A second betting window: Play wagers in times the Ante, and whether a seat may fold."""

    times: Annotated[tuple[Annotated[int, Field(ge=1, le=9)], ...], Field(min_length=1)]
    folds: bool


class Decisions(Sourced):
    """With whom the choice to play or to fold starts; it goes round clockwise."""

    first: Literal["bank-left", "house-left"]


class Turning(Sourced):
    """Cards that are turned up together."""

    whose: Literal["bank", "community"]
    count: Annotated[int, Field(ge=1, le=7)]


class Fate(Section):
    """What becomes of a wager by the player's hand against the bank's."""

    better: Literal["win", "push", "lose"]
    equal: Literal["win", "push", "lose"]
    worse: Literal["win", "push", "lose"]


class Qualifier(Sourced):
    """The least hand the bank plays with; below it these wagers have a fate of their own."""

    hand: Literal["queen-high", "pair", "ace-king"]
    unqualified: dict[Name, Fate]


class StakeRule(Sourced):
    """Wagers that together are a multiple of another one, or at most as much."""

    wagers: Annotated[tuple[Name, ...], Field(min_length=1)]
    of: Name
    # A round with other amounts was not to be, or the wager lies there and wins nothing.
    otherwise: Literal["refused", "not-paid"] = "refused"
    times: tuple[Annotated[int, Field(ge=1, le=9)], ...] = ()
