"""What the floor's page is made of: sentences of rows, the past, who rules."""

from collections.abc import Sequence
from pathlib import Path
from typing import cast

import pytest

from config.words import languages, words
from controller.bus.client import DeskError
from controller.bus.desk_client import DeskClient
from controller.bus.messages import Entry
from controller.daemon.keeper import Arrival, TableKeeper
from controller.desk.pages.floor.hold_view import hold_shown, leads_to
from controller.desk.pages.floor.lines import lines_of
from controller.desk.pages.floor.memory import NewestRows
from controller.desk.pages.floor.one_ruler import OneRuler
from controller.desk.pages.floor.past import found, rows_since
from controller.desk.pages.floor.requests import Seek
from controller.facts.cards import Card
from controller.facts.events import (
    BankAccepted,
    BetsClosed,
    CardDrawn,
    CollectionTaken,
    Event,
    FloorCalled,
    RoundSettled,
    RulingGiven,
    ShoeLoaded,
)
from controller.facts.floor import HoldReport
from controller.record.journal import Journal
from controller.record.row import entry_of
from controller.table.offers import hold_report, prospect_of
from controller.table.state import Rules, TableState

ANN = "desk:floor:desk:Ann Lee"
HAND = tuple(CardDrawn(card=Card(code)) for code in ("9c", "Kc", "Kd", "7c"))
PLAYED: tuple[tuple[str, Event], ...] = (
    ("shoe-1", ShoeLoaded(decks=8)),
    ("pad-1", BankAccepted()),
    ("pad-1", BetsClosed()),
    ("pad-1", CollectionTaken()),
    *(("shoe-1", card) for card in HAND),
    ("pad-1", RoundSettled()),
    (ANN, RulingGiven(by="Ann Lee", ruling="correct-hand", hand=1, to="B")),
    ("shoe-1", CardDrawn(card=Card("5s"))),
    ("pad-1", FloorCalled()),
)


class RecordedTable:
    """A table's rows as its desk hands them out, and its last state."""

    def __init__(self, rows: Sequence[Entry], state: TableState) -> None:
        self.rows = tuple(rows)
        self.state = state
        self.asked = 0

    @property
    def newest(self) -> int:
        return self.rows[-1].number

    @property
    def desk(self) -> DeskClient:
        return cast(DeskClient, self)

    def history(self, after: int, limit: int = 500) -> tuple[Entry, ...]:
        self.asked += 1
        return tuple(row for row in self.rows if after < row.number <= after + limit)

    @property
    def report(self) -> HoldReport:
        return hold_report(self.state, self.newest)


@pytest.fixture
def table(baccarat_rules: Rules, tmp_path: Path) -> RecordedTable:
    """A settled hand, corrected; then a card too early, which holds."""
    clock = iter(range(1_000_000, 10_000_000, 1_000))
    with Journal.open(tmp_path / "journal.sqlite") as journal:
        keeper = TableKeeper(baccarat_rules, journal, clock_ms=lambda: next(clock))
        for source, event in PLAYED:
            keeper.admit([Arrival(source, event)])
        return RecordedTable([entry_of(row) for row in journal.rows()], keeper.state)


def seek(table: RecordedTable, **wanted: object) -> list[str]:
    request = Seek.model_validate({"language": "en", **wanted})
    return [line.said.text for line in found(table.desk, table.newest, request, words()).lines]


def test_a_hold_tells_its_cause_what_was_seen_and_the_steps_before(table: RecordedTable) -> None:
    shown = hold_shown(table.report, table.rows, "", words())
    assert shown is not None
    assert shown.cause == "A card came out before the round was ready."
    assert shown.seen.cards == ("5s",)
    assert [step.said.cards for step in shown.last][-1] == ("5s",)
    assert len(shown.last) == 5
    assert [offer.ruling for offer in shown.offers] == ["resume", "free-hand", "void-round"]
    assert shown.offers[0].label == "Go on"
    assert shown.offers[0].leads is not None
    assert shown.offers[0].leads.held == "The floor has been called."
    assert [each.text for each in shown.waiting] == ["The floor was called"]


def test_a_ruling_that_would_be_refused_says_why(table: RecordedTable) -> None:
    wrong = RulingGiven(by="Ann Lee", ruling="use-card", card=Card("5s"))
    assert leads_to(prospect_of(table.state, wrong), words()).refused


@pytest.mark.parametrize("language", languages())
def test_every_row_that_has_a_line_can_be_said(table: RecordedTable, language: str) -> None:
    lines = list(lines_of(table.rows, words(language)))
    assert len(lines) > 10
    assert all(line.said.text and "{" not in line.said.text for line in lines)


def test_the_past_is_found_by_person_kind_and_round(table: RecordedTable) -> None:
    assert seek(table, person="Ann Lee") == [
        "Shoe 1, hand 1: Pn becomes B, by Ann Lee",
        "Ann Lee ruled: Correct a hand",
    ]
    assert "A card came out before the round was ready." in seek(table, group="rulings")
    first = seek(table, round=1)
    assert first[0] == "Shoe 1, hand 1: Pn becomes B, by Ann Lee"
    assert first[-1] == "Round 1 begins"
    assert seek(table, round=99) == []


def test_the_past_is_found_by_time_and_ends_where_it_says(table: RecordedTable) -> None:
    last = table.rows[-1].at_ms
    assert len(seek(table, since_ms=last)) < len(seek(table))
    assert seek(table, until_ms=0) == []
    rows = rows_since(table.desk, table.newest, last)
    assert rows[-1] == table.rows[-1]


def test_only_new_rows_are_asked_for(table: RecordedTable) -> None:
    memory = NewestRows()
    assert memory.up_to(table.desk, table.newest) == table.rows
    asked = table.asked
    assert memory.up_to(table.desk, table.newest) == table.rows
    assert table.asked == asked


def test_one_person_rules_and_another_takes_over_only_from_whom_it_was_told_of() -> None:
    ruler = OneRuler()
    ruler.take(7, "Ann Lee", None)
    ruler.check(7, "Ann Lee")
    with pytest.raises(DeskError, match="Ann Lee is ruling"):
        ruler.check(7, "Bo")
    with pytest.raises(DeskError, match="Ann Lee is ruling"):
        ruler.take(7, "Bo", None)
    with pytest.raises(DeskError, match="Ann Lee is ruling"):
        ruler.take(7, "Bo", "Cy")
    ruler.take(7, "Bo", "Ann Lee")
    ruler.check(7, "Bo")
    ruler.check(8, "Ann Lee")
    assert ruler.of(8) == ""
