"""A long record proved by slices: as strict as the walk along all of it."""

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from controller.record import slices
from controller.record.archive import close_file
from controller.record.journal import Journal
from controller.record.proving import problems_of
from controller.record.sealing import Seal
from controller.record.tree import NOTHING, grown, leaf_hash
from tests.unit.controller.record.sealed_record import TABLE, forge, grow, sealed
from tests.unit.controller.sample_record import tamper

SLICE = 8


@pytest.fixture
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    """Slices of a few rows, walked by threads: a process would only take longer to start."""
    monkeypatch.setattr(slices, "SLICE", SLICE)
    monkeypatch.setattr(slices, "LONG", SLICE)

    def threads(count: int, **_options: object) -> ThreadPoolExecutor:
        return ThreadPoolExecutor(count)

    monkeypatch.setattr(slices, "ProcessPoolExecutor", threads)


def written(folder: Path, steps: tuple[int, ...] = (3, 4, 9, 2)) -> Path:
    path = folder / "journal.sqlite"
    with sealed(path) as seal:
        for count in steps:
            grow(seal, count)
    return path


def is_proved(path: Path) -> bool:
    with Journal.open_for_reading(path) as journal:
        notes = Seal.of(journal, TABLE).notes.signed_by(Seal.of(journal, TABLE).key.public)
        return slices.is_proved(journal, notes)


def kinds(path: Path) -> list[str]:
    with Journal.open_for_reading(path) as journal:
        return [problem.kind for problem in problems_of(journal)]


@pytest.mark.usefixtures("small")
def test_an_intact_record_is_proved_by_its_slices_and_progress_is_told(tmp_path: Path) -> None:
    path, told = written(tmp_path), list[int]()
    with Journal.open_for_reading(path) as journal:
        assert problems_of(journal, progress=told.append) == []
    assert told == [8, 16, 24, 32, 36]


def test_real_processes_prove_a_record(tmp_path: Path) -> None:
    assert is_proved(written(tmp_path))


@pytest.mark.usefixtures("small")
def test_a_file_that_continues_another_is_proved_from_where_it_begins(tmp_path: Path) -> None:
    path = written(tmp_path, (5,))
    close_file(path, TABLE)
    with sealed(path) as seal:
        grow(seal, 12)
    assert is_proved(path)


DAMAGES = {
    "a changed row": "UPDATE entry SET at_ms = at_ms + 1 WHERE number = 20",
    "a changed last row of a slice": "UPDATE entry SET source = 'pad-1' WHERE number = 16",
    "a removed row": "DELETE FROM entry WHERE number = 17",
    "a removed end": "DELETE FROM entry WHERE number > 30",
    "a row before the first": "INSERT INTO entry SELECT -1, at_ms, source, boot, sequence, part,"
    " body, hash FROM entry WHERE number = 9",
    "a hash of another row": "UPDATE entry SET hash ="
    " (SELECT hash FROM entry WHERE number = 8) WHERE number = 24",
}


@pytest.mark.usefixtures("small")
@pytest.mark.parametrize("damage", DAMAGES)
def test_what_does_not_fit_is_left_to_the_audit_which_names_it(tmp_path: Path, damage: str) -> None:
    path = written(tmp_path)
    tamper(path, DAMAGES[damage])
    assert not is_proved(path)
    assert kinds(path)


@pytest.mark.usefixtures("small")
def test_a_record_rebuilt_to_fit_its_chain_contradicts_an_earlier_note(tmp_path: Path) -> None:
    path = written(tmp_path)
    notes = path.with_suffix(".notes").read_bytes()
    forge(path, 20)
    path.with_suffix(".notes").write_bytes(notes)
    assert not is_proved(path)
    assert "changed" in kinds(path)


@pytest.mark.usefixtures("small")
@pytest.mark.parametrize("count", range(1, 80))
def test_trees_of_slices_side_by_side_are_the_tree_over_all(count: int) -> None:
    leaves = [leaf_hash(bytes([place])) for place in range(count)]
    frontier = NOTHING
    for low in range(0, count, SLICE):
        frontier = slices.joined(frontier, low, grown(NOTHING, leaves[low : low + SLICE]))
    assert frontier == grown(NOTHING, leaves)
