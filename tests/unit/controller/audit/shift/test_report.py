"""The shift's report: what happened in its hours, under whom, by which device."""

from decimal import Decimal

import pytest

from config.words import languages, words
from controller.audit.shift.page import shift_page
from controller.audit.shift.report import ShiftReport, shift_report
from controller.audit.shift.sentences import shift_summary
from controller.audit.shift.tables import shift_csv, shift_tables
from controller.audit.told import Told
from controller.facts.decisions import (
    CollectionCounted,
    Decision,
    HoldReleased,
    IrregularityFound,
    RoundClosed,
    RoundOpened,
    RulingRefused,
    SeatFee,
    TableHeld,
)
from controller.facts.events import (
    CardUnreadable,
    CollectionTaken,
    Event,
    PersonLoggedIn,
    RulingGiven,
)
from controller.facts.phrase import phrase

MINUTE = 60_000
START = 1_790_000_000_000


class Written:
    """Facts in order, each with its row, its time and who reported it."""

    def __init__(self) -> None:
        self.facts: list[Told] = []
        self._event, self._origin = 0, ""

    def event(self, minute: float, source: str, event: Event, *decided: Decision) -> None:
        self._event, self._origin = len(self.facts) + 1, source
        for fact in (event, *decided):
            at_ms = START + int(minute * MINUTE)
            number = len(self.facts) + 1
            self.facts.append(Told(number, at_ms, source, fact, self._event, self._origin))


def irregular(name: str) -> IrregularityFound:
    return IrregularityFound(name=name, seen=phrase("seen-nothing"))


@pytest.fixture
def report() -> ShiftReport:
    """An hour: Bo deals, then Cy; two unread cards, one ruling, two rounds."""
    record = Written()
    record.event(-30, "desk", PersonLoggedIn(person="Bo", role="dealer", where="page"))
    unread = CardUnreadable(reason="unread")
    for minute in (0, 10):
        opened = RoundOpened(round=1, bank=1, turn=1)
        collection = CollectionCounted(
            round=1,
            option="1",
            action=Decimal(100),
            bank=Decimal(2),
            players=(SeatFee(seat=2, fee=Decimal("0.50")),),
        )
        record.event(minute, "pad-1", CollectionTaken(), opened, collection)
        held = (irregular("card-unreadable"), TableHeld(name="card-unreadable"))
        record.event(minute + 1, "shoe-1", unread, *held)
        ruling = RulingGiven(by="Ann Lee", ruling="void-round", note="torn card")
        released = HoldReleased(name="card-unreadable", by="Ann Lee", ruling="void-round")
        record.event(minute + 2, "desk:floor:desk:Ann Lee", ruling, released)
        again = RulingGiven(by="Ann Lee", ruling="resume")
        refused = RulingRefused(reason=phrase("no-hold"))
        record.event(minute + 2.5, "desk:floor:desk:Ann Lee", again, refused)
        record.event(minute + 3, "pad-1", CollectionTaken(), RoundClosed(round=1))
        came = PersonLoggedIn(person="Cy", role="dealer", where="page")
        record.event(minute + 4, "desk", came)
    record.event(90, "shoe-1", unread, irregular("card-unreadable"))
    return shift_report(record.facts, START, START + 60 * MINUTE)


def test_irregularities_are_told_by_kind_dealer_and_device(report: ShiftReport) -> None:
    lines = {(line.name, line.dealer, line.device): line.count for line in report.irregularities}
    assert lines == {
        ("card-unreadable", "Bo", "shoe-1"): 1,
        ("card-unreadable", "Cy", "shoe-1"): 1,
    }


def test_what_is_outside_the_shift_does_not_count(report: ShiftReport) -> None:
    assert [share.misreads for share in report.misreads.devices] == [2]
    assert report.tempo.rounds == 2


def test_rounds_are_told_by_dealer(report: ShiftReport) -> None:
    assert {line.dealer: line.rounds for line in report.dealers} == {"Bo": 1, "Cy": 1}


def test_a_ruling_is_told_with_its_hold_and_its_reason(report: ShiftReport) -> None:
    given = [line for line in report.rulings if line.by == "Ann Lee"]
    assert {(line.ruling, line.cause, line.note) for line in given} == {
        ("void-round", "card-unreadable", "torn card")
    }
    assert len(given) == 2


def test_fees_are_summed_by_tier(report: ShiftReport) -> None:
    lines = {(line.payer, line.fee): (line.times, line.total) for line in report.fees}
    assert lines == {
        ("bank", Decimal(2)): (2, Decimal(4)),
        ("player", Decimal("0.50")): (2, Decimal("1.00")),
    }
    assert report.collected == Decimal(5)
    assert report.fee_rounds == 2


@pytest.mark.parametrize("language", languages())
def test_the_report_is_a_page_a_sheet_and_sentences_in_every_language(
    report: ShiftReport, language: str
) -> None:
    said = words(language)
    page = shift_page(report, said, language, "table-1")
    assert page.count("<svg") == 3
    assert all(table.title in page for table in shift_tables(report, said))
    assert "Ann Lee" in shift_csv(report, said)
    assert all(said.sentence(each) for each in shift_summary(report))


def test_a_shift_without_play_says_so() -> None:
    empty = shift_report([], START, START + MINUTE)
    codes = [each.code for each in shift_summary(empty)]
    assert codes == [
        "shift-no-rounds",
        "shift-all-regular",
        "audit-no-rulings",
        "shift-fees-unknown",
    ]
    assert shift_tables(empty, words()) == []
