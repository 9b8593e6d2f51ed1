"""One bit of every byte a table leaves: the same state, or a hold with a name."""

from collections import Counter
from pathlib import Path
from random import Random

import pytest

from controller.table.state import Rules
from tests.unit.controller.record.flipping import NAMED, Flipping
from tests.unit.controller.record.test_flips import FILES


@pytest.mark.timeout(3600)
@pytest.mark.parametrize(("name", "is_clean", "_flips"), FILES)
def test_every_byte(
    baccarat_rules: Rules, tmp_path: Path, name: str, is_clean: bool, _flips: int
) -> None:
    chance = Random(6)
    flipping = Flipping(baccarat_rules, tmp_path, is_clean)
    found = Counter(
        flipping.outcome(name, place, chance.randrange(8)) for place in range(flipping.size(name))
    )
    print(f"\n{name}, {'stopped' if is_clean else 'killed'}: {dict(found)}")
    assert set(found) <= {"same", "refused", *NAMED}
    # The four bytes of the schema's number, in the file and in the log's first page.
    assert found["refused"] <= 8
