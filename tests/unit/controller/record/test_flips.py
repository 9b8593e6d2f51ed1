"""Every flipped bit of what a table leaves ends in the same state or a hold with a name."""

from collections import Counter
from pathlib import Path
from random import Random

import pytest

from controller.table.state import Rules
from tests.unit.controller.record.flipping import NAMED, Flipping

FILES = [
    ("journal.sqlite", True, 60),
    ("journal.sqlite", False, 30),
    ("journal.sqlite-wal", False, 60),
    ("journal.notes", True, 30),
    ("table.key", True, 15),
]


@pytest.mark.parametrize(("name", "is_clean", "flips"), FILES)
def test_a_flipped_bit_ends_in_the_same_state_or_a_named_hold(
    baccarat_rules: Rules, tmp_path: Path, name: str, is_clean: bool, flips: int
) -> None:
    chance = Random(5)
    flipping = Flipping(baccarat_rules, tmp_path, is_clean)
    size = flipping.size(name)
    found = Counter(
        flipping.outcome(name, chance.randrange(size), chance.randrange(8)) for _ in range(flips)
    )
    # A schema number of the future is refused in a sentence: an older program must not write.
    assert set(found) <= {"same", "refused", *NAMED}, found
    assert found["refused"] <= 2
