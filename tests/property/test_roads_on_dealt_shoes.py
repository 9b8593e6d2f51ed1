"""Thousands of dealt and streaky shoes against a reading of the rules by the eye's own method."""

from collections.abc import Iterator
from itertools import groupby

import pytest

from controller.roads.report import parse_outcome
from controller.roads.roads import Colour, Outcome, Roads, Winner
from tests.bench.dealt_shoes import dealt_shoes, streaky_shoes

OUTCOMES = {side: Outcome(Winner(side)) for side in "PBT"}
Marks = tuple[str, str, str]


def reference(shoe: str) -> Marks:
    """Write the streaks as columns of any depth, and look at the columns to the left.

    A hand below another asks whether the neighbours of both are alike, taken or free. A hand that
    begins a column asks whether the two columns before it, so far apart, are equally deep.
    """
    columns = [len(list(streak)) for _, streak in groupby(shoe.replace("T", ""))]
    taken = {(column, row) for column, depth in enumerate(columns) for row in range(depth)}
    big_eye, small, cockroach = (_marks(columns, taken, back) for back in (1, 2, 3))
    return big_eye, small, cockroach


def _marks(columns: list[int], taken: set[tuple[int, int]], back: int) -> str:
    marks = ""
    for column, depth in enumerate(columns):
        if column > back:
            marks += "R" if columns[column - 1] == columns[column - 1 - back] else "B"
        if column >= back:
            left = column - back
            for row in range(1, depth):
                marks += "R" if ((left, row) in taken) == ((left, row - 1) in taken) else "B"
    return marks


def ours(shoe: str) -> Marks:
    letters = {Colour.RED: "R", Colour.BLUE: "B"}
    roads = Roads(outcomes=(OUTCOMES[side] for side in shoe))
    big_eye, small, cockroach = ("".join(letters[m] for _, _, m in t) for t in roads.derived)
    return big_eye, small, cockroach


def ask(shoe: str, side: str) -> list[str]:
    """The marks the reference adds when this side wins the next hand."""
    return [
        after[len(before) :]
        for before, after in zip(reference(shoe), reference(shoe + side), strict=True)
    ]


@pytest.mark.parametrize(
    ("shoe", "marks"),
    [
        ("BPPPB", ("BRB", "", "")),
        ("BBPPB", ("RR", "", "")),
        ("BPB", ("R", "", "")),
        ("TTBPP", ("B", "", "")),
        ("B" * 9 + "PBPBP", ("BRRR", "BRR", "BR")),
        ("B" * 12 + "PPBPP", ("RBBB", "BR", "R")),
        ("B" * 9 + "P" * 10 + "BPB", ("RRRRRRRRBBBR", "BB", "B")),
        ("", ("", "", "")),
        ("T" * 80, ("", "", "")),
        ("B" * 18, ("", "", "")),
    ],
)
def test_named_shoes_have_their_marks(shoe: str, marks: Marks) -> None:
    assert ours(shoe) == marks
    assert reference(shoe) == marks


@pytest.mark.parametrize(
    "seed", [0, 1, *(pytest.param(seed, marks=pytest.mark.long) for seed in (2, 3, 4))]
)
def test_a_thousand_dealt_shoes_have_the_derived_roads_of_the_reference(seed: int) -> None:
    for shoe in dealt_shoes(1000, seed):
        assert ours(shoe) == reference(shoe), shoe


def test_two_thousand_streaky_shoes_have_the_derived_roads_of_the_reference() -> None:
    for shoe in streaky_shoes(2000, seed=2024):
        assert ours(shoe) == reference(shoe), shoe


@pytest.mark.parametrize("shoes", [dealt_shoes(60, seed=7), streaky_shoes(60, seed=7)])
def test_ask_marks_are_what_the_reference_adds_after_every_hand(shoes: Iterator[str]) -> None:
    letters = {Colour.RED: "R", Colour.BLUE: "B", None: ""}
    for shoe in shoes:
        roads = Roads()
        for played, side in enumerate(shoe):
            for next_side in "PB":
                asked = [letters[mark] for mark in roads.ask(Winner(next_side))]
                assert asked == ask(shoe[:played], next_side), (shoe, played)
            roads.add(parse_outcome(side))


def test_dealt_shoes_look_like_baccarat() -> None:
    hands = "".join(dealt_shoes(300, seed=5))
    assert 78 < len(hands) / 300 < 84
    share = {side: hands.count(side) / len(hands) for side in "PBT"}
    assert abs(share["B"] - 0.4586) < 0.015
    assert abs(share["P"] - 0.4462) < 0.015
    assert abs(share["T"] - 0.0952) < 0.01
