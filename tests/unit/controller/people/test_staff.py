from pathlib import Path

import pytest

from controller.facts.roles import DEMONSTRATION
from controller.people.pins import hashed
from controller.people.staff import Member, StaffFileError, StaffRoll, demonstration

ANN = Member(person="Ann Lee", role="floor", pin=hashed("7392", cost=2))


def test_people_are_kept_over_a_start_in_a_file_of_the_daemons_own(tmp_path: Path) -> None:
    file = tmp_path / "staff.json"
    StaffRoll(file).put(ANN)
    assert StaffRoll(file).find("Ann Lee") == ANN
    assert file.stat().st_mode & 0o777 == 0o600
    assert [path.name for path in tmp_path.iterdir()] == ["staff.json"]
    assert "7392" not in file.read_text()


def test_a_change_replaces_and_keeps_the_others(tmp_path: Path) -> None:
    file = tmp_path / "staff.json"
    roll = StaffRoll(file)
    roll.put(ANN)
    roll.put(ANN.model_copy(update={"person": "Bo"}))
    roll.put(ANN.model_copy(update={"is_locked": True}))
    found = {member.person: member.is_locked for member in StaffRoll(file).members}
    assert found == {"Ann Lee": True, "Bo": False}


def test_a_demonstrations_people_are_never_written(tmp_path: Path) -> None:
    file = tmp_path / "staff.json"
    roll = StaffRoll(file, demonstration(DEMONSTRATION))
    demo = roll.members[0]
    roll.put(demo.model_copy(update={"failures": 2}))
    assert roll.members[0].failures == 2
    assert not file.exists()


@pytest.mark.parametrize("text", ["", "nonsense", '[{"person": "Ann"}]', "{}"])
def test_a_damaged_file_is_an_error_that_names_it(tmp_path: Path, text: str) -> None:
    file = tmp_path / "staff.json"
    file.write_text(text)
    with pytest.raises(StaffFileError, match=r"staff\.json.*; put a copy back"):
        StaffRoll(file)


def test_a_folder_that_cannot_be_written_changes_nothing(tmp_path: Path) -> None:
    roll = StaffRoll(tmp_path / "gone" / "staff.json")
    with pytest.raises(StaffFileError, match="make room or make it writable"):
        roll.put(ANN)
    assert roll.members == ()
