"""A house way as data: rows of a chart, tried from the top."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from controller.hands.dealt import ACE

ALL_VALUES: Final = frozenset(range(2, ACE + 1))


class ChartError(ValueError):
    """A house way chart that cannot be used as written."""


class Shape(StrEnum):
    """What seven cards hold by rank alone, the way a chart's rows are headed."""

    NO_PAIR = "no-pair"
    ONE_PAIR = "one-pair"
    TWO_PAIRS = "two-pairs"
    THREE_PAIRS = "three-pairs"
    THREE_OF_A_KIND = "three-of-a-kind"
    TWO_THREES = "two-threes"
    FULL_HOUSE = "full-house"
    FOUR_OF_A_KIND = "four-of-a-kind"
    FIVE_ACES = "five-aces"


class Front(StrEnum):
    """What a setting asks of the two cards in front."""

    ANY = "any"
    PAIR = "pair"


class Back(StrEnum):
    """What a setting asks of the five cards behind; `main` is the rank that heads the row."""

    ANY = "any"
    MAIN_PAIR = "main-pair"
    TWO_PAIRS = "two-pairs"
    MAIN_THREE = "main-three"
    MAIN_FOUR = "main-four"
    COMPLETE = "straight-or-better"


@dataclass(frozen=True, slots=True)
class Setting:
    """One way to set a hand; of the splits that satisfy it, the highest front is played."""

    front: Front = Front.ANY
    front_at_least: int = 0
    back: Back = Back.ANY


@dataclass(frozen=True, slots=True)
class Row:
    """One row of a chart: whom it concerns, and its settings in order of preference."""

    id: str
    hands: frozenset[Shape]
    ranks: frozenset[int]
    complete_only: bool
    settings: tuple[Setting, ...]
    source: str
    reading: str


@dataclass(frozen=True, slots=True)
class Chart:
    """A room's house way; the first row that fits a hand and can be played decides."""

    name: str
    rows: tuple[Row, ...]
