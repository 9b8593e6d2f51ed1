"""A file system without a byte left: nothing is taken, nothing is lost, and room is enough."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from config.table import TABLES
from controller.daemon.keeper import Arrival, TableKeeper
from controller.facts.events import FloorCalled
from controller.families.opening import rules_of
from controller.families.tables import load_table
from controller.record.archive import proved
from controller.record.journal import Journal
from controller.record.row import JournalError
from tests.system.small_disk import NO_MOUNT, SmallDisk, can_mount

RULES = rules_of(load_table(TABLES / "emulated-baccarat.toml"))
MOST_ROWS = 5000


@pytest.fixture
def disk(tmp_path: Path) -> Iterator[SmallDisk]:
    if not can_mount():
        pytest.skip(NO_MOUNT)
    small = SmallDisk(tmp_path / "small", 2)
    yield small
    small.close()


def admit(keeper: TableKeeper) -> None:
    keeper.admit([Arrival("pad-1", FloorCalled(), 1, keeper.number + 1)])


def admit_many(keeper: TableKeeper) -> None:
    for _ in range(MOST_ROWS):
        admit(keeper)


def test_a_file_system_that_is_truly_full_takes_nothing_and_loses_nothing(disk: SmallDisk) -> None:
    path = disk.folder / "journal.sqlite"
    with Journal.open(path) as journal:
        keeper = TableKeeper(RULES, journal)
        disk.fill()
        with pytest.raises(JournalError, match="full"):
            admit_many(keeper)
        taken, state = keeper.number, keeper.state
        with pytest.raises(JournalError):
            admit(keeper)
        assert (keeper.number, keeper.state, journal.last_number) == (taken, state, taken)
        disk.free()
        admit(keeper)
        assert journal.last_number > taken
    assert proved(path).problems == []


def test_a_record_on_a_full_file_system_says_so_and_opens_when_there_is_room(
    disk: SmallDisk,
) -> None:
    path = disk.folder / "journal.sqlite"
    with Journal.open(path) as journal:
        admit(TableKeeper(RULES, journal))
        before = journal.last_number
    disk.fill()
    with pytest.raises(JournalError, match="check the disk and the space"):
        Journal.open(path)
    disk.free()
    with Journal.open(path) as journal:
        keeper = TableKeeper(RULES, journal)
        assert keeper.number == before
        admit(keeper)
    assert proved(path).problems == []
