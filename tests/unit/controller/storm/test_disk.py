"""The simulated disk: what was synced stays; a crash or an error may come at every call."""

from contextlib import suppress
from random import Random

import pytest

from controller.facts.events import FloorCalled
from controller.record.journal import Journal
from controller.record.row import JournalError, event_row
from controller.storm.disk import Disk
from controller.storm.processes import open_journal


def write(journal: Journal, sequence: int) -> None:
    journal.append([event_row(1, "pad-1", FloorCalled(), 1, sequence)])


def test_what_was_committed_outlives_the_power() -> None:
    disk = Disk(Random(1))
    journal = open_journal(disk)
    for sequence in range(1, 21):
        write(journal, sequence)
    disk.lose_power()
    again = open_journal(disk)
    assert again.last_number == 20
    assert again.verify() == []


@pytest.mark.parametrize("calls", range(1, 16))
def test_a_power_cut_at_any_call_of_a_commit_leaves_all_of_it_or_nothing(calls: int) -> None:
    disk = Disk(Random(calls))
    journal = open_journal(disk)
    write(journal, 1)
    disk.calls_to_crash = calls
    is_committed = True
    for sequence in range(2, 7):
        try:
            write(journal, sequence)
        except JournalError:
            is_committed = False
            break
    last = sequence if is_committed else sequence - 1
    disk.lose_power()
    again = open_journal(disk)
    # A commit that failed may be whole all the same, for nobody was told of it.
    assert again.last_number in (last, last + (not is_committed))
    assert again.verify() == []


@pytest.mark.parametrize("calls", range(1, 16))
def test_an_error_at_any_call_is_told_and_the_journal_goes_on(calls: int) -> None:
    disk = Disk(Random(calls))
    journal = open_journal(disk)
    disk.calls_to_error = calls
    written = 0
    for sequence in range(1, 9):
        with suppress(JournalError):
            write(journal, sequence)
            written += 1
    assert journal.last_number == written
    assert journal.verify() == []


def test_a_full_disk_is_told_as_one() -> None:
    disk = Disk(Random(1))
    journal = open_journal(disk)
    disk.is_full = True
    with pytest.raises(JournalError, match="disk full"):
        write(journal, 1)
    disk.is_full = False
    write(journal, 1)
    assert journal.last_number == 1


def test_without_a_sync_committed_rows_are_lost() -> None:
    lost = 0
    for seed in range(5):
        disk = Disk(Random(seed))
        journal = open_journal(disk)
        journal._connection.execute("PRAGMA synchronous = OFF")
        for sequence in range(1, 11):
            write(journal, sequence)
        disk.lose_power()
        try:
            lost += 10 - open_journal(disk).last_number
        except JournalError:
            lost += 10
    assert lost > 0
