"""Cameras in table files: what they need, and what they may not say."""

from pathlib import Path

import pytest

from config.calibration import Calibration, load_calibration
from config.document import DocumentError
from config.table import TABLES
from controller.families.tables import load_table

TABLE = (TABLES / "emulated-cameras.toml").read_text(encoding="utf-8")
SOURCE = 'source = "camera"\n'
CAMERA = 'camera = "emulated"\n'


def problems(folder: Path, old: str, new: str) -> str:
    assert old in TABLE
    file = folder / "table.toml"
    file.write_text(TABLE.replace(old, new), encoding="utf-8")
    with pytest.raises(DocumentError) as refused:
        load_table(file)
    return "\n".join(str(problem) for problem in refused.value.problems)


def test_an_emulated_camera_is_the_benchs() -> None:
    cameras = load_table(TABLES / "emulated-cameras.toml").table.cameras
    assert {name: entry.emulator for name, entry in cameras.items()} == {"shoe-1": "shoe/camera"}


def test_a_camera_with_a_place_is_not_the_benchs(tmp_path: Path) -> None:
    file = tmp_path / "table.toml"
    file.write_text(TABLE.replace(CAMERA, 'camera = "/dev/video0"\n'))
    shoe = load_table(file).table.cameras["shoe-1"]
    assert (shoe.emulator, shoe.camera) == (None, "/dev/video0")


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        (SOURCE, 'source = "emulated"\n', "shoe-1.camera: no key of source emulated"),
        (
            SOURCE,
            SOURCE + 'port = "/dev/ttyACM0"\n',
            "no key of source camera; remove it",
        ),
        (CAMERA, "", "devices.shoe-1.camera: missing; add this key"),
        (CAMERA, 'camera = ""\n', "devices.shoe-1.camera: string should have at least 1"),
        ('kind = "shoe"', 'kind = "lamps"', "source camera is for kind shoe or dice-cup"),
        (SOURCE, SOURCE + 'calibration = "none.toml"\n', "none.toml:1: no such file"),
    ],
)
def test_what_does_not_fit_is_refused(tmp_path: Path, old: str, new: str, words: str) -> None:
    assert words in problems(tmp_path, old, new)


def test_a_wrong_calibration_names_file_and_line(tmp_path: Path) -> None:
    (tmp_path / "window.toml").write_text("[window]\nleft_px = 12\npx_per_mm = 0\nlens = 4\n")
    found = problems(tmp_path, SOURCE, SOURCE + 'calibration = "window.toml"\n')
    assert "window.toml:3: window.px_per_mm" in found
    assert "window.toml:4: window.lens" in found


def test_a_calibration_fills_in_what_it_does_not_say(tmp_path: Path) -> None:
    (tmp_path / "window.toml").write_text("[window]\nleft_px = 200\ntop_px = 80\n")
    window = load_calibration(tmp_path / "window.toml").window
    assert (window.left_px, window.top_px, window.width_px, window.px_per_mm) == (200, 80, 240, 8.0)
    assert Calibration().cup is None


def test_a_cup_without_an_inside_is_refused(tmp_path: Path) -> None:
    text = "[cup]\nleft_px = 100\nright_px = 90\ntop_px = 0\nbottom_px = 200\n"
    (tmp_path / "cup.toml").write_text(text)
    with pytest.raises(DocumentError, match="smaller than 16 pixels"):
        load_calibration(tmp_path / "cup.toml")
