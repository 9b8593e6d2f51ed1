"""The page of guarantees names tests that exist, and leaves no promise without one."""

import re
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parents[3]
PAGE = ROOT / "docs" / "guarantees.md"
NAMED = re.compile(r"`(test_\w+)`")
DEFECTS = 20
BUGS = 14


def rows(heading: str) -> list[list[str]]:
    """The cells of every row of the tables with a heading."""
    found: list[list[str]] = []
    inside = False
    for line in PAGE.read_text(encoding="utf-8").splitlines():
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        if not line.startswith("|"):
            inside = False
        elif cells[0] == heading:
            inside = True
        elif inside and not set(line) <= set("|-"):
            found.append(cells)
    return found


@cache
def names_of_tests() -> frozenset[str]:
    files = (ROOT / "tests").rglob("test_*.py")
    texts = (file.read_text(encoding="utf-8") for file in files)
    return frozenset(name for text in texts for name in re.findall(r"def (test_\w+)", text))


def test_every_test_that_is_named_exists() -> None:
    named = NAMED.findall(PAGE.read_text(encoding="utf-8"))
    assert len(named) > DEFECTS
    assert sorted(set(named) - names_of_tests()) == []


def test_every_promise_has_a_test_and_is_one_sentence() -> None:
    promises = rows("promise")
    assert len(promises) > DEFECTS
    for promise, named in promises:
        assert NAMED.search(named), promise
        assert promise.endswith("."), promise


def test_every_bug_that_people_stumbled_over_has_its_test() -> None:
    bugs = rows("bug")
    assert [bug for bug, _, _ in bugs] == [f"B{number}" for number in range(1, BUGS + 1)]
    assert all(NAMED.search(named) for _, _, named in bugs)


def test_every_defect_has_the_test_that_failed_before_or_is_open() -> None:
    defects = rows("#")
    assert [int(number) for number, _, _ in defects] == list(range(1, DEFECTS + 1))
    for _, defect, named in defects:
        assert NAMED.search(named) or named.startswith("open"), defect
