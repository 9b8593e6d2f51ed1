"""The room's days: closed in a quiet moment, continued, copied, proved, and named when old."""

import logging
from datetime import datetime, time
from pathlib import Path

import pytest

from controller.daemon.days import (
    EMPTY_TABLE_S,
    Archive,
    DayWatch,
    close_day,
    day_of,
    still_there,
)
from controller.daemon.keeper import DAEMON, Arrival, TableKeeper
from controller.facts.events import (
    BankAccepted,
    BetsClosed,
    CollectionTaken,
    DeviceConnected,
    DeviceLost,
    Event,
    FloorCalled,
    ShoeLoaded,
)
from controller.record.archive import YEAR_MS, breaks, proved
from controller.record.journal import Journal
from controller.record.row import JournalError
from controller.record.shelf import closed_files
from controller.table.state import Rules

ENDS = time(6, 0)
EVENING_MS = int(datetime(2026, 3, 1, 22, 0).timestamp() * 1000)
NEXT_MORNING_MS = int(datetime(2026, 3, 2, 6, 0).timestamp() * 1000)
IN_PLAY: tuple[Event, ...] = (BankAccepted(), ShoeLoaded(decks=8))
MIDWAY: tuple[Event, ...] = (*IN_PLAY, BetsClosed(), CollectionTaken())


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "journal.sqlite"


def keeper_of(
    rules: Rules, journal: Journal, *events: Event, later_ms: int = EVENING_MS
) -> TableKeeper:
    """A table that was opened in the evening, and what its clock says later."""
    clock = [EVENING_MS]
    keeper = TableKeeper(rules, journal, clock_ms=lambda: clock[0])
    keeper.admit(Arrival("pad-1", event) for event in events)
    clock[0] = later_ms
    return keeper


def closes_after(
    rules: Rules, path: Path, *events: Event, at_ms: int = NEXT_MORNING_MS, ends: time | None = ENDS
) -> float | None:
    """Seconds without a row until the file is closed; None if it stays open."""
    with Journal.open(path) as journal:
        keeper = keeper_of(rules, journal, *events, later_ms=at_ms)
        watch = DayWatch(journal, ends)
        for second in range(0, 2 * int(EMPTY_TABLE_S), 10):
            if watch.is_over(keeper, float(second)):
                return second
    return None


def test_a_day_begins_when_the_one_before_ends() -> None:
    assert day_of(NEXT_MORNING_MS - 1, ENDS) == day_of(EVENING_MS, ENDS)
    assert day_of(NEXT_MORNING_MS, ENDS) > day_of(EVENING_MS, ENDS)


@pytest.mark.parametrize("events", [(), IN_PLAY], ids=["before a shoe", "with a shoe in play"])
def test_a_file_is_closed_when_nobody_has_played_for_a_while(
    baccarat_rules: Rules, path: Path, events: tuple[Event, ...]
) -> None:
    assert closes_after(baccarat_rules, path, *events) == EMPTY_TABLE_S


def test_every_row_makes_it_wait_anew(baccarat_rules: Rules, path: Path) -> None:
    with Journal.open(path) as journal:
        keeper = keeper_of(baccarat_rules, journal, later_ms=NEXT_MORNING_MS)
        watch = DayWatch(journal, ENDS)
        assert not watch.is_over(keeper, 0.0)
        keeper.admit([Arrival("pad-1", BankAccepted())])
        assert not watch.is_over(keeper, EMPTY_TABLE_S)
        assert watch.is_over(keeper, 2 * EMPTY_TABLE_S)


@pytest.mark.parametrize("events", [MIDWAY, (FloorCalled(),)], ids=["in mid-round", "in a hold"])
def test_nothing_is_closed_in_the_middle_of_something(
    baccarat_rules: Rules, path: Path, events: tuple[Event, ...]
) -> None:
    assert closes_after(baccarat_rules, path, *events) is None


def test_the_same_day_and_a_table_without_days_go_on(baccarat_rules: Rules, path: Path) -> None:
    assert closes_after(baccarat_rules, path, at_ms=NEXT_MORNING_MS - 1) is None
    assert closes_after(baccarat_rules, path, ends=None) is None


def test_the_next_file_continues_and_knows_the_devices(baccarat_rules: Rules, path: Path) -> None:
    devices = (
        DeviceConnected(device="shoe-1", device_kind="shoe", boot=9),
        DeviceLost(device="pad-1", reason="no such port"),
    )
    with Journal.open(path) as journal:
        keeper = keeper_of(baccarat_rules, journal, *devices)
    close_day(path, "table-7")
    with Journal.open(path) as journal:
        after = TableKeeper(baccarat_rules, journal)
        after.admit(Arrival(DAEMON, event) for event in still_there(keeper.state))
        assert after.state.devices == keeper.state.devices
        assert journal.beginning.number == keeper.number
    assert list(breaks(path)) == []


def test_a_day_that_cannot_be_closed_goes_on(
    baccarat_rules: Rules, path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    def full(_path: Path, _table: str) -> Path:
        raise JournalError("record: the disk is full; make room")

    with Journal.open(path) as journal:
        keeper_of(baccarat_rules, journal)
    close_day(path, "table-7", full)
    assert "the disk is full" in caplog.text
    assert closed_files(path.parent) == []


def test_closed_files_are_copied_once_and_the_copies_proved(
    baccarat_rules: Rules, path: Path, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    folder = tmp_path / "archive"
    with Journal.open(path) as journal:
        keeper_of(baccarat_rules, journal)
    close_day(path, "table-7")
    with caplog.at_level(logging.INFO):
        Archive(folder, "five-years").begin(path.parent, EVENING_MS).join()
    (copy,) = closed_files(folder)
    assert proved(copy).problems == []
    assert "copied and checked" in caplog.text
    before = copy.stat().st_mtime_ns
    Archive(folder, "five-years").fill(path.parent, EVENING_MS)
    assert copy.stat().st_mtime_ns == before


@pytest.mark.parametrize(("keep", "years"), [("five-years", 5), ("seven-years", 7)])
def test_what_need_not_be_kept_is_named_and_stays(
    baccarat_rules: Rules,
    path: Path,
    tmp_path: Path,
    caplog: pytest.LogCaptureFixture,
    keep: str,
    years: int,
) -> None:
    folder = tmp_path / "archive"
    with Journal.open(path) as journal:
        keeper_of(baccarat_rules, journal)
    close_day(path, "table-7")
    archive = Archive(folder, keep)
    archive.fill(path.parent, EVENING_MS + years * YEAR_MS)
    assert "need not be kept" not in caplog.text
    archive.fill(path.parent, EVENING_MS + years * YEAR_MS + 1)
    (copy,) = closed_files(folder)
    assert f"{copy}: need not be kept any longer" in caplog.text


def test_an_archive_that_is_away_is_told_and_harms_nothing(
    baccarat_rules: Rules, path: Path, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    with Journal.open(path) as journal:
        keeper_of(baccarat_rules, journal)
    close_day(path, "table-7")
    (tmp_path / "file").write_text("")
    Archive(tmp_path / "file", "five-years").fill(path.parent, EVENING_MS)
    assert "closed files stay where they are" in caplog.text
