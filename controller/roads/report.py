"""The `roads` command's input and output: shoes as JSON text in, roads as plain data out."""

import json
import re
from collections.abc import Iterable
from functools import lru_cache
from typing import Final, TypedDict

from controller.roads.layout import Tail, Trail
from controller.roads.roads import (
    Colour,
    DerivedMarks,
    Outcome,
    Roads,
    RoadsError,
    Stone,
    Winner,
)

_OUTCOME: Final = re.compile(r"([PBT])([npb]*)((?:\+[a-z0-9]+(?:-[a-z0-9]+)*)*)")
_OUTCOME_HELP: Final = "use P, B or T with flags n, p, b"
_SHOES_HELP: Final = 'write an array of shoes, each an array of hands, as in [["B", "Pn", "T"]]'
# A day at a table is some hundred; so many take seconds.
MOST_HANDS: Final = 100_000
_SHOWN: Final = 40


class BeadCell(TypedDict):
    """A hand on the bead plate."""

    column: int
    row: int
    winner: str
    natural: bool
    player_pair: bool
    banker_pair: bool
    marks: list[str]


class BigRoadCell(BeadCell):
    """A won hand on the big road with its tie count."""

    ties: int


class DerivedCell(TypedDict):
    """A mark on a derived road."""

    column: int
    row: int
    colour: str


class NextMarks(TypedDict):
    """Colour each derived road would take, or None."""

    big_eye_boy: str | None
    small_road: str | None
    cockroach_pig: str | None


class ShoeRoads(TypedDict):
    """Everything a board shows of one shoe."""

    bead_plate: list[BeadCell]
    big_road: list[BigRoadCell]
    big_eye_boy: list[DerivedCell]
    small_road: list[DerivedCell]
    cockroach_pig: list[DerivedCell]
    leading_ties: int
    next: dict[str, NextMarks]


def roads_of_shoes(shoes: Iterable[Iterable[Outcome]], tail: Tail = Tail.STAY) -> list[ShoeRoads]:
    """Report every shoe, in the order given."""
    return [shoe_roads(Roads(tail, shoe)) for shoe in shoes]


def shoe_roads(roads: Roads) -> ShoeRoads:
    """Report one shoe in the shape the `roads` command prints."""
    big_eye_boy, small_road, cockroach_pig = roads.derived
    return {
        "bead_plate": [_bead_cell(stone) for stone in roads.bead_plate],
        "big_road": [{**_bead_cell(stone), "ties": stone.ties} for stone in roads.big_road],
        "big_eye_boy": _derived_cells(big_eye_boy),
        "small_road": _derived_cells(small_road),
        "cockroach_pig": _derived_cells(cockroach_pig),
        "leading_ties": roads.leading_ties,
        "next": {"P": _next(roads.ask(Winner.PLAYER)), "B": _next(roads.ask(Winner.BANKER))},
    }


def parse_shoes(text: str) -> list[list[Outcome]]:
    """Read a JSON array of shoes; raise RoadsError naming the shoe and hand that is wrong."""
    shoes = _load(text)
    if not isinstance(shoes, list):
        raise RoadsError(f"{_shown(shoes)} is not an array of shoes; {_SHOES_HELP}")
    hands = sum(len(shoe) for shoe in shoes if isinstance(shoe, list))
    if hands > MOST_HANDS:
        raise RoadsError(f"{hands:,} hands are too many at once; give at most {MOST_HANDS:,}")
    return [_parse_shoe(number, shoe) for number, shoe in enumerate(shoes, start=1)]


@lru_cache(maxsize=512)
def parse_outcome(text: str) -> Outcome:
    """Read one hand such as `P`, `Bn`, `Tpb` or, with named marks, `B+dragon-7`."""
    match = _OUTCOME.fullmatch(text)
    if match is None:
        raise RoadsError(f"{_shown(text)} is not an outcome; {_OUTCOME_HELP}")
    winner, flags, marks = match.groups()
    if len(set(flags)) < len(flags):
        raise RoadsError(f"{_shown(text)} repeats a flag; write each of n, p, b at most once")
    names = tuple(marks.split("+")[1:])
    return Outcome(Winner(winner), "n" in flags, "p" in flags, "b" in flags, names)


def _load(text: str) -> object:
    try:
        loaded: object = json.loads(text)
    except json.JSONDecodeError as error:
        place = f"line {error.lineno}, column {error.colno}"
        raise RoadsError(f"{place}: this is not JSON ({error.msg}); {_SHOES_HELP}") from None
    except (ValueError, RecursionError):
        raise RoadsError(f"the JSON holds more than shoes and hands; {_SHOES_HELP}") from None
    return loaded


def _parse_shoe(number: int, shoe: object) -> list[Outcome]:
    if not isinstance(shoe, list):
        raise RoadsError(f"shoe {number}: {_shown(shoe)} is not an array of hands; {_SHOES_HELP}")
    return [_parse_hand(number, hand, code) for hand, code in enumerate(shoe, start=1)]


def _parse_hand(shoe: int, hand: int, code: object) -> Outcome:
    try:
        if not isinstance(code, str):
            raise RoadsError(f"{_shown(code)} is not an outcome; {_OUTCOME_HELP}")
        return parse_outcome(code)
    except RoadsError as error:
        raise RoadsError(f"shoe {shoe}, hand {hand}: {error}") from None


def _shown(value: object) -> str:
    if isinstance(value, list | dict):
        return "an array" if isinstance(value, list) else "an object"
    text = repr(value) if isinstance(value, str) else json.dumps(value)
    return text if len(text) <= _SHOWN else f"{text[:_SHOWN]}…"


def _bead_cell(stone: Stone) -> BeadCell:
    column, row, hand, _ = stone
    return {
        "column": column,
        "row": row,
        "winner": hand.winner.value,
        "natural": hand.natural,
        "player_pair": hand.player_pair,
        "banker_pair": hand.banker_pair,
        "marks": list(hand.marks),
    }


def _derived_cells(trail: Trail[Colour]) -> list[DerivedCell]:
    return [{"column": column, "row": row, "colour": mark.value} for column, row, mark in trail]


def _next(marks: DerivedMarks) -> NextMarks:
    return {
        "big_eye_boy": marks.big_eye_boy,
        "small_road": marks.small_road,
        "cockroach_pig": marks.cockroach_pig,
    }
