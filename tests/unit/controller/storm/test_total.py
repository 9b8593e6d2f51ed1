"""The total of a campaign: it goes on, and says which program played what."""

from collections import Counter
from pathlib import Path

import pytest

from controller.facts.failure import OperatorError
from controller.storm.sometimes import SOMETIMES
from controller.storm.storm import Outcome
from controller.storm.total import Total, keeping, kept, new_total, resumed, this_program

KEPT = Path(__file__).parents[4] / "docs" / "storm.json"


def _played(seed: int) -> Outcome:
    seen = Counter({"power-cut": 2})
    return Outcome(seed, 2.0, 30, 900, 4000, "ab12", (), seen, at=7200.0, leapt_s=3600)


def test_a_campaign_that_was_stopped_goes_on_with_the_seed_after(tmp_path: Path) -> None:
    file = tmp_path / "total.json"
    keeping(file)(new_total(3000).with_run(_played(3000), 60.0))
    again = resumed(file, 1).with_run(_played(3001), 60.0)
    assert (again.first, again.following, len(again.parts)) == (3000, 3002, 1)
    assert (again.whole.hours, again.whole.leapt, again.whole.rounds) == (4.0, 2.0, 60)
    assert (again.pace, again.seen) == (2.0, {"power-cut": 4})
    assert again.parts[0].program == this_program()


def test_another_program_plays_a_part_of_its_own_and_an_empty_part_is_not_kept(
    tmp_path: Path,
) -> None:
    first = new_total(3000).with_run(_played(3000), 60.0)
    second = first.played_by("other").played_by("another").with_run(_played(3001), 30.0)
    assert [(part.program, part.first, part.following) for part in second.parts] == [
        (this_program(), 3000, 3001),
        ("another", 3001, 3002),
    ]
    assert (second.whole.hours, second.whole.cpu_s) == (4.0, 90.0)
    kept(second, tmp_path / "total.json")
    assert Total.model_validate_json((tmp_path / "total.json").read_bytes()) == second


def test_a_file_that_is_no_total_is_named_with_what_to_do(tmp_path: Path) -> None:
    file = tmp_path / "total.json"
    file.write_text("{}")
    with pytest.raises(OperatorError, match="not the total of a campaign"):
        resumed(file, 1)


def test_the_kept_campaign_has_no_hole_and_met_what_it_should() -> None:
    total = Total.model_validate_json(KEPT.read_bytes())
    for part, following in zip(total.parts, total.parts[1:], strict=False):
        assert part.following == following.first
    assert set(total.seen) >= set(SOMETIMES)
