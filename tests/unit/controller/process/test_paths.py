from pathlib import Path

from controller.process.paths import make_private


def test_a_records_folder_is_its_owners_alone(tmp_path: Path) -> None:
    folder = tmp_path / "state" / "table-7"
    make_private(folder)
    assert folder.stat().st_mode & 0o777 == 0o700


def test_one_that_others_could_read_is_closed_to_them(tmp_path: Path) -> None:
    folder = tmp_path / "state"
    folder.mkdir(mode=0o755)
    make_private(folder)
    assert folder.stat().st_mode & 0o777 == 0o700
