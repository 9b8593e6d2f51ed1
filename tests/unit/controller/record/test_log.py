"""The log beside a record: lost or damaged, it is missed; torn at its end, it is not."""

import shutil
from pathlib import Path

import pytest

from controller.record.connection import PAGE_BYTES
from controller.record.journal import Journal
from controller.record.log import read_log
from controller.record.proving import problems_of
from controller.record.rescue import Damage, open_proved
from tests.unit.controller.sample_record import an_event

COMMITS = 12


@pytest.fixture
def killed(path: Path, tmp_path: Path) -> Path:
    """What a writer leaves that was killed: the file as it opened it, and its log."""
    left = tmp_path / "left"
    left.mkdir()
    with Journal.open(path) as journal:
        for sequence in range(1, COMMITS + 1):
            journal.append([an_event(sequence)])
        for ending in ("", "-wal"):
            shutil.copy(f"{path}{ending}", left)
    return left / path.name


def opened(path: Path) -> tuple[int, Damage | None]:
    journal, damage = open_proved(path, "1")
    with journal:
        return journal.last_number, damage


def last_commit(log: bytes) -> int:
    """Where the last commit begins in a log."""
    size = PAGE_BYTES + 24
    heads = range(32, len(log), size)
    ends = [head + size for head in heads if int.from_bytes(log[head + 4 : head + 8], "big")]
    return ends[-2]


def test_a_killed_writer_leaves_everything_and_no_damage(killed: Path) -> None:
    assert opened(killed) == (COMMITS, None)


def test_a_log_that_is_gone_is_missed(killed: Path) -> None:
    killed.with_name(killed.name + "-wal").unlink()
    number, damage = opened(killed)
    assert damage is not None
    assert (number, damage.row) == (0, 1)


def test_a_log_that_was_emptied_is_missed(killed: Path) -> None:
    killed.with_name(killed.name + "-wal").write_bytes(b"")
    assert opened(killed)[1] is not None


def test_a_log_torn_in_its_last_commit_is_what_a_power_cut_leaves(killed: Path) -> None:
    log = killed.with_name(killed.name + "-wal")
    log.write_bytes(log.read_bytes()[: -PAGE_BYTES // 2])
    assert opened(killed) == (COMMITS - 1, None)


def test_every_damage_before_the_last_commit_is_missed_and_the_log_is_kept(killed: Path) -> None:
    log = killed.with_name(killed.name + "-wal")
    whole, file = log.read_bytes(), killed.read_bytes()
    for place in range(24, last_commit(whole), 331):
        killed.write_bytes(file)
        content = bytearray(whole)
        content[place] ^= 0x10
        log.write_bytes(content)
        number, damage = opened(killed)
        assert (number == COMMITS) != (damage is not None), place
        if damage is not None:
            kept = killed.with_name(damage.file)
            assert read_log(kept) == bytes(content)


def test_a_clean_stop_leaves_one_whole_file(path: Path, tmp_path: Path) -> None:
    with Journal.open(path) as journal:
        journal.append([an_event(1)])
        with Journal.open_for_reading(path):
            pass
    alone = tmp_path / "copy.sqlite"
    shutil.copy(path, alone)
    with Journal.open_for_reading(alone) as journal:
        assert (journal.last_number, problems_of(journal)) == (1, [])


def test_a_copy_without_its_log_is_told_short(killed: Path) -> None:
    killed.with_name(killed.name + "-wal").unlink()
    with Journal.open_for_reading(killed) as journal:
        (problem,) = problems_of(journal)
    assert problem.kind == "truncated"
    assert "has no -wal file beside it; copy both" in problem.text


def test_a_clean_stop_beside_a_reader_leaves_one_whole_file(path: Path, tmp_path: Path) -> None:
    with Journal.open(path) as journal:
        journal.append([an_event(1)])
        reader = Journal.open_for_reading(path)
    alone = tmp_path / "copy.sqlite"
    shutil.copy(path, alone)
    reader.close()
    with Journal.open_for_reading(alone) as copied:
        assert (copied.last_number, problems_of(copied)) == (1, [])
