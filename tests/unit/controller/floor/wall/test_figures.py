"""The figures of a span: what rounds come to, by table, dealer and hour."""

import csv
import io

from hypothesis import given, strategies as st

from controller.floor.rounds import PlayedRound
from controller.floor.wall.figures import HOUR_MS, report_of, sheet_of

SINCE = 1_790_000_000_000 // HOUR_MS * HOUR_MS


def a_round(number: int) -> PlayedRound:
    opened = SINCE + 60_000 * number
    return PlayedRound(
        table="oaks/t1",
        round=number,
        shoe=1,
        dealer="Dana",
        opened_ms=opened,
        closed_ms=opened + 40_000,
        first_row=10 * number,
        last_row=10 * number + 9,
        outcome="banker",
        result="",
        is_void=False,
        held_ms=0,
        irregularities=(),
        people=(),
    )


def test_pace_length_and_what_went_wrong_are_counted() -> None:
    rounds = [
        a_round(0),
        a_round(1)._replace(irregularities=("misread",), held_ms=30_000, people=("Ann",)),
        a_round(2)._replace(is_void=True),
    ]
    line = report_of(rounds, SINCE, SINCE + HOUR_MS).whole
    assert (line.rounds, line.median_s, line.void, line.irregular, line.held_s) == (3, 40, 1, 1, 30)
    # Three rounds in 160 seconds.
    assert line.pace == round(3 * 3600 / 160)


def test_tables_and_dealers_stand_beside_one_another() -> None:
    rounds = [
        a_round(0),
        a_round(1)._replace(table="oaks/t2", dealer="Eli"),
        a_round(2)._replace(dealer=""),
    ]
    report = report_of(rounds, SINCE, SINCE + HOUR_MS)
    assert [(line.name, line.rounds) for line in report.tables] == [("oaks/t1", 2), ("oaks/t2", 1)]
    assert [(line.name, line.rounds) for line in report.dealers] == [("Dana", 1), ("Eli", 1)]
    assert report.dealers[0].pace is None


@given(st.lists(st.integers(0, 24 * 60 - 1), max_size=60))
def test_every_round_is_in_one_hour_and_one_table(minutes: list[int]) -> None:
    rounds = [a_round(minute) for minute in minutes]
    report = report_of(rounds, SINCE, SINCE + 25 * HOUR_MS)
    assert sum(bar.rounds for bar in report.hours) == len(rounds)
    assert sum(line.rounds for line in report.tables) == len(rounds)
    assert len(report.hours) == 25


def test_the_sheet_has_every_round_and_no_formula() -> None:
    rounds = [a_round(1)._replace(dealer="=1+1", irregularities=("a", "b")), a_round(2)]
    lines = list(csv.DictReader(io.StringIO(sheet_of(rounds))))
    assert [line["round"] for line in lines] == ["1", "2"]
    assert (lines[0]["dealer"], lines[0]["irregularities"]) == ("'=1+1", "a b")
