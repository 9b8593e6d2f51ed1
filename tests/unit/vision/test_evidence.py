"""The pictures that decided: private, hashed, and not for ever."""

import json
import stat
from pathlib import Path

import numpy as np
import pytest

from vision.evidence import INDEX, EvidenceRing, Retention, problem_of, read_index

CROP = np.full((320, 240, 3), 90, np.uint8)
NOW = 1_700_000_000.0


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "evidence" / "shoe-1"


def fill(ring: EvidenceRing, count: int, at: float = NOW, first: int = 1) -> None:
    for sequence in range(first, first + count):
        ring.keep(7, sequence, f"card_drawn {sequence}", [CROP, CROP], at)


def test_pictures_and_index_are_the_owners_alone(folder: Path) -> None:
    fill(EvidenceRing(folder, Retention(days=1e6)), 1)
    assert mode(folder) == 0o700
    files = sorted(path.name for path in folder.iterdir())
    assert files == ["00000007-000001-1.jpg", "00000007-000001-2.jpg", INDEX]
    assert {mode(path) for path in folder.iterdir()} == {0o600}


def test_the_index_names_the_event_and_the_hash(folder: Path) -> None:
    fill(EvidenceRing(folder, Retention(days=1e6)), 2)
    first, second = read_index(folder)
    assert (first.boot, first.sequence, first.outcome) == (7, 1, "card_drawn 1")
    assert second.sequence == 2
    assert [problem_of(folder, crop) for crop in first.crops] == ["", ""]


def test_a_changed_or_missing_picture_is_noticed(folder: Path) -> None:
    fill(EvidenceRing(folder, Retention(days=1e6)), 1)
    (exhibit,) = read_index(folder)
    changed, missing = exhibit.crops
    with (folder / changed.name).open("ab") as file:
        file.write(b"!")
    (folder / missing.name).unlink()
    assert problem_of(folder, changed) == f"{changed.name}: was changed after it was written"
    assert problem_of(folder, missing) == f"{missing.name}: no such file or directory"


def test_the_oldest_go_when_there_are_too_many(folder: Path) -> None:
    fill(EvidenceRing(folder, Retention(events=10, days=1e6)), 11)
    kept = [exhibit.sequence for exhibit in read_index(folder)]
    assert kept == list(range(3, 12))
    assert len(list(folder.glob("*.jpg"))) == 2 * len(kept)


def test_the_oldest_go_when_they_take_too_much_room(folder: Path) -> None:
    fill(EvidenceRing(folder, Retention(days=1e6)), 1)
    size = read_index(folder)[0].size
    fill(EvidenceRing(folder, Retention(size=5 * size, days=1e6)), 10, first=2)
    kept = [exhibit.sequence for exhibit in read_index(folder)]
    assert kept[-1] == 11
    assert sum(exhibit.size for exhibit in read_index(folder)) <= 5 * size


def test_pictures_go_with_age(folder: Path) -> None:
    ring = EvidenceRing(folder, Retention(days=1e6))
    fill(ring, 3, at=NOW)
    later = EvidenceRing(folder, Retention(days=1e6))
    fill(later, 1, at=NOW + 3 * 86_400, first=4)
    old = EvidenceRing(folder, Retention(days=1))
    fill(old, 0)
    assert read_index(folder) == ()


def test_a_successor_goes_on_where_the_first_ended(folder: Path) -> None:
    fill(EvidenceRing(folder, Retention(days=1e6)), 2)
    fill(EvidenceRing(folder, Retention(days=1e6)), 2, first=3)
    assert [exhibit.sequence for exhibit in read_index(folder)] == [1, 2, 3, 4]


def test_a_line_cut_short_costs_that_line_only(folder: Path) -> None:
    fill(EvidenceRing(folder, Retention(days=1e6)), 2)
    index = folder / INDEX
    index.write_bytes(index.read_bytes() + b'{"boot": 7, "sequ')
    assert [exhibit.sequence for exhibit in read_index(folder)] == [1, 2]
    assert json.loads(index.read_bytes().splitlines()[0])["sequence"] == 1
