"""Before and around an installation: what would stop it, what it leaves, how it is removed."""

import re
import subprocess
import sys
import time
from pathlib import Path

import pytest

from config.table import DEFAULT_TABLE
from controller.installation import activation, surroundings, upgrade, version
from controller.installation.activation import current_version, point, put_files, turn_link
from controller.installation.command import main
from controller.installation.failure import InstallError
from controller.installation.identity import identity_of
from controller.installation.places import Places, files_of
from controller.installation.questions import first_technician
from controller.installation.removal import GROUPS, USERS, installed, remove
from controller.installation.surroundings import has_display, problems
from controller.installation.table_units import let_through, units_of
from controller.installation.upgrade import turn_to
from controller.installation.version import keep_files, require_room, see_lgpio

ROOT = Path(__file__).parents[4]


@pytest.fixture
def places(tmp_path: Path) -> Places:
    for name in ("etc/underfelt", "opt/underfelt-versions"):
        (tmp_path / name).mkdir(parents=True)
    return Places(tmp_path)


def a_version(places: Places, name: str) -> Path:
    folder = places.versions / name
    (folder / "bin").mkdir(parents=True)
    keep_files(ROOT, folder)
    return folder


def test_a_dry_run_names_each_file_and_changes_nothing(
    places: Places, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(surroundings, "_is_offered", lambda _package: False)
    before = sorted(places.root.rglob("*"))
    assert main([f"--root={places.root}", f"--source={ROOT}", "--dry-run", "--no-screen"]) == 0
    told = capsys.readouterr().out
    for target in files_of(ROOT, places):
        assert f"would write {target}" in told
    assert sorted(places.root.rglob("*")) == before


def test_a_table_file_that_is_not_there_or_no_toml_is_told_before_anything(places: Places) -> None:
    absent = places.root / "absent.toml"
    assert f"there is no table file {absent}; name one that is there" in problems(
        places, absent, False
    )
    places.table.write_text("id = ")
    assert any("table.toml cannot be read" in each for each in problems(places, None, False))


def test_a_table_file_of_another_version_is_told_with_its_line_by_the_version_that_is_to_run_it(
    tmp_path: Path,
) -> None:
    file = tmp_path / "old.toml"
    file.write_text(DEFAULT_TABLE.read_text().replace("seats = 8", "seats = 8\nplaces = 8"))
    with pytest.raises(InstallError, match=r"old.toml:5: places: "):
        units_of(Path(sys.prefix), file)
    file.write_text(DEFAULT_TABLE.read_text())
    assert units_of(Path(sys.prefix), file).devices == ()


def test_a_clock_that_was_never_set_is_told(
    places: Places, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(time, "time", lambda: 0.0)
    assert any("set it, as by date -s" in each for each in problems(places, None, False))


def test_a_screen_is_refused_without_a_display_and_taken_with_one(places: Places) -> None:
    told = "no display is connected; connect one, or install without --screen"
    assert told in problems(places, None, True)
    status = places.root / "sys/class/drm/card0-HDMI-A-1/status"
    status.parent.mkdir(parents=True)
    status.write_text("connected\n")
    assert has_display(places)
    assert told not in problems(places, None, True)


def test_a_card_in_the_making_needs_no_display_and_no_running_system(places: Places) -> None:
    assert not list(problems(places, None, True, is_image=True))
    assert not places.is_live


def test_an_image_is_not_made_in_the_root_of_a_running_system(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(Places, "is_live", True)
    told = "a system runs here; --image is for the root of a card in the making"
    assert told in problems(Places(), None, None, is_image=True)


def test_a_link_that_is_right_is_left_alone_where_nothing_can_be_written(tmp_path: Path) -> None:
    link = tmp_path / "bin" / "underfelt"
    point(link, Path("/opt/underfelt"))
    before = link.lstat().st_ino
    point(link, Path("/opt/underfelt"))
    assert link.lstat().st_ino == before


def test_a_disk_without_room_is_refused_and_nothing_was_changed(
    places: Places, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(version, "NEEDED_BYTES", 2**62)
    with pytest.raises(InstallError, match="free some space, nothing was changed"):
        require_room(places)


def test_an_old_python_is_refused_in_a_sentence(tmp_path: Path) -> None:
    old = tmp_path / "python3"
    old.write_text('#!/bin/sh\n[ "$1" = --version ] && { echo Python 3.9.2; exit; }\nexit 1\n')
    old.chmod(0o755)
    done = subprocess.run(
        [ROOT / "systemd" / "install"], capture_output=True, text=True, env={"PYTHON": str(old)}
    )
    assert done.returncode == 2
    assert done.stderr.startswith("error: Python 3.9.2 is too old, 3.11 is needed; use Debian 12")


def test_nothing_that_is_no_source_folder_is_installed(tmp_path: Path) -> None:
    with pytest.raises(InstallError, match="is no source folder of underfelt"):
        identity_of(tmp_path)


def test_a_version_is_named_by_its_number_and_what_makes_it() -> None:
    number, _, digest = identity_of(ROOT).partition("-")
    assert number.count(".") == 2
    assert len(digest) == 8


def test_an_environment_sees_lgpio_of_the_system_and_nothing_else(tmp_path: Path) -> None:
    system, site = tmp_path / "system", tmp_path / "venv/lib/python3.13/site-packages"
    site.mkdir(parents=True)
    system.mkdir()
    for name in ("lgpio.py", "_lgpio.cpython-313-aarch64-linux-gnu.so", "numpy.py"):
        (system / name).touch()
    see_lgpio(tmp_path / "venv", system)
    assert {file.name for file in site.iterdir()} == {
        "lgpio.py",
        "_lgpio.cpython-313-aarch64-linux-gnu.so",
    }


def test_files_are_put_in_place_once_and_go_with_their_version(places: Places) -> None:
    new, old = a_version(places, "2"), a_version(places, "1")
    extra = new / "share/underfelt/systemd/underfelt-extra.service"
    extra.write_text("[Unit]\n")
    assert places.root / "etc/systemd/system/underfelt-extra.service" in put_files(new, places)
    assert put_files(new, places) == []
    put_files(old, places)
    assert not (places.root / "etc/systemd/system/underfelt-extra.service").exists()


def test_an_installation_by_hand_is_kept_aside_when_the_link_takes_its_place(
    places: Places,
) -> None:
    (places.current / "bin").mkdir(parents=True)
    turn_link(places, a_version(places, "1"))
    assert (places.versions / "before-versions" / "bin").is_dir()
    assert places.current.is_symlink()


def test_a_link_is_turned_in_one_step(tmp_path: Path) -> None:
    link = tmp_path / "link"
    for name in ("one", "two"):
        point(link, Path(name))
        assert link.readlink() == Path(name)


@pytest.fixture
def tried(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Versions in the order they were started; one named `bad` does not work."""
    order: list[str] = []

    def attempt(folder: Path, places: Places, *_rest: object) -> str | None:
        turn_link(places, folder)
        order.append(folder.name)
        return "the desk does not answer" if folder.name == "bad" else None

    monkeypatch.setattr(upgrade, "_try", attempt)
    monkeypatch.setattr(upgrade, "is_whole", lambda folder: folder.exists())
    return order


def test_a_version_that_does_not_work_is_left_for_the_one_before_with_its_log(
    places: Places, tried: list[str]
) -> None:
    turn_to(a_version(places, "good"), places, False, print)
    with pytest.raises(InstallError, match=r"the desk does not answer; good runs again, the log"):
        turn_to(a_version(places, "bad"), places, False, print)
    assert tried == ["good", "bad", "good"]
    assert places.current.readlink().name == "good"
    assert len(list(places.versions.glob("failed-bad-*.log"))) == 1
    assert not places.trial.exists()


def test_an_upgrade_that_a_power_cut_ended_knows_where_to_go_back_to(
    places: Places, tried: list[str]
) -> None:
    a_version(places, "good")
    bad = a_version(places, "bad")
    turn_link(places, bad)
    places.trial.write_text("good\n")
    with pytest.raises(InstallError, match="good runs again"):
        turn_to(bad, places, False, print)
    assert tried == ["bad", "good"]


def test_the_version_before_is_kept_and_older_ones_go(places: Places, tried: list[str]) -> None:
    for name in ("1", "2", "3"):
        turn_to(a_version(places, name), places, False, print)
    assert tried == ["1", "2", "3"]
    kept = {path.name for path in places.versions.iterdir()}
    assert kept == {"2", "3", "previous"}
    assert places.previous.readlink() == Path("2")


def test_the_version_told_is_the_one_that_runs(
    places: Places, capsys: pytest.CaptureFixture[str]
) -> None:
    turn_link(places, a_version(places, "1"))
    assert current_version(places) == "1"
    main([f"--root={places.root}", "--status"])
    assert capsys.readouterr().out == "installed   1\nrunning     nothing\n"


def test_removal_names_every_file_that_was_put_in_place(places: Places) -> None:
    folder = a_version(places, "1")
    put_files(folder, places)
    turn_link(places, folder)
    known = installed(places)
    for target in files_of(ROOT, places):
        assert target in known
    assert {places.current, places.command, places.versions} <= set(known)


def test_removal_knows_every_user_and_group_that_an_installation_makes() -> None:
    text = (ROOT / "systemd/sysusers.d/underfelt.conf").read_text()
    assert set(re.findall(r"^u (\S+)", text, flags=re.MULTILINE)) == set(USERS)
    assert set(re.findall(r"^[ug] (underfelt\S*)", text, flags=re.MULTILINE)) == set(GROUPS)


def test_removal_leaves_no_empty_folder_and_takes_nobody_elses_file(places: Places) -> None:
    put_files(a_version(places, "1"), places)
    folder = places.root / "etc/sysusers.d"
    (folder / "other.conf").symlink_to("/dev/null")
    remove(places)
    assert [file.name for file in folder.iterdir()] == ["other.conf"]
    (folder / "other.conf").unlink()
    remove(places)
    assert not folder.exists()


def test_a_masked_unit_stays_masked_and_what_is_behind_it_as_it_was(
    places: Places, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Not the device itself: a wrong installer run by root would change it for everybody.
    nothing = places.root / "nothing"
    nothing.touch(0o666)
    monkeypatch.setattr(activation, "NOTHING", nothing)
    masked = places.root / "etc/systemd/system/underfelt-kiosk.service"
    masked.parent.mkdir(parents=True)
    masked.symlink_to(nothing)
    assert masked not in put_files(a_version(places, "1"), places)
    assert (masked.readlink(), nothing.read_bytes()) == (nothing, b"")


def test_a_pin_is_wanted_before_the_first_change(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("UNDERFELT_NEW_PIN", "12")
    with pytest.raises(InstallError, match="the PIN of Tom needs 4 to 12 digits"):
        first_technician("Tom")
    monkeypatch.setenv("UNDERFELT_NEW_PIN", "1234")
    with pytest.raises(InstallError, match="one of the first that anybody tries"):
        first_technician("Tom")
    monkeypatch.setenv("UNDERFELT_NEW_PIN", "8264")
    person = first_technician("Tom")
    assert person is not None
    assert person.pin == "8264"


def test_a_table_with_witnesses_and_an_archive_asks_for_a_courier_and_its_folders(
    tmp_path: Path,
) -> None:
    file = tmp_path / "table.toml"
    record = """
[record]
witnesses = ["/media/stick", "https://witness.example/"]
archive = "/media/archive"
"""
    file.write_text(DEFAULT_TABLE.read_text() + record)
    units = units_of(Path(sys.prefix), file)
    assert units.devices == ("underfelt-courier.service",)
    assert units.folders == ("/media/stick", "/media/archive")


def test_a_folder_is_let_through_whatever_it_is_called() -> None:
    assert let_through(("/media/stick", '/media/50 % "x"')).splitlines()[1:] == [
        "[Service]",
        'ReadWritePaths="-/media/stick"',
        'ReadWritePaths="-/media/50 %% \\"x\\""',
    ]
