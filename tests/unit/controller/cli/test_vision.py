"""`underfelt vision`: calibrate and watch, from files and emulated cameras."""

import json
from pathlib import Path

import cv2
import numpy as np
import pytest
from click.testing import CliRunner, Result

from config.calibration import load_calibration
from controller.cli.vision import vision_group
from vision.cards.geometry import DEFAULT
from vision.emulation.rehearsal import Mount, RehearsalWindow
from vision.tools.half_blocks import half_blocks
from vision.tools.watch import CardLook, watch


def run(*arguments: str | Path) -> Result:
    return CliRunner().invoke(vision_group, [str(a) for a in arguments], standalone_mode=False)


@pytest.fixture(scope="module")
def stills(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("stills")
    source = RehearsalWindow(Mount())
    for number in range(60):
        cv2.imwrite(str(folder / f"{number:03}.png"), source.read().frame)
    return folder


def test_calibrates_from_stills_and_writes_file_and_picture(stills: Path, tmp_path: Path) -> None:
    out = tmp_path / "window.toml"
    result = run("calibrate", "--source", stills, "--out", out)
    assert result.exception is None
    assert "scale 7." in result.stdout
    assert f"written: {out}, {tmp_path / 'window.png'}" in result.stdout
    assert load_calibration(out).window.px_per_mm == pytest.approx(7.2, rel=0.05)
    assert cv2.imread(str(tmp_path / "window.png")) is not None


def test_calibrates_to_json(stills: Path, tmp_path: Path) -> None:
    out = tmp_path / "window.toml"
    report = json.loads(run("calibrate", "--source", stills, "--out", out, "--json").stdout)
    assert report["file"] == str(out)
    assert report["measures"]["light"]["paper"] > 150
    assert report["place"]["geometry"]["width_px"] > 200


def test_a_dark_camera_is_a_failed_check(tmp_path: Path) -> None:
    cv2.imwrite(str(tmp_path / "dark.png"), np.full((480, 640, 3), 9, np.uint8))
    result = run("calibrate", "--source", tmp_path, "--out", tmp_path / "x.toml")
    assert getattr(result.exception, "exit_code", None) == 1
    assert "light the window and let cards pass" in str(result.exception)
    assert not (tmp_path / "x.toml").exists()


@pytest.mark.parametrize("command", ["calibrate", "watch"])
def test_a_source_that_is_not_there_is_bad_input(command: str) -> None:
    result = run(command, "--source", "/dev/no-such-camera")
    assert getattr(result.exception, "exit_code", None) == 2
    assert str(result.exception) == "camera /dev/no-such-camera: not there; plug the camera in"


def test_a_file_that_cannot_be_written_is_bad_input(stills: Path, tmp_path: Path) -> None:
    result = run("calibrate", "--source", stills, "--out", tmp_path / "no" / "window.toml")
    assert getattr(result.exception, "exit_code", None) == 2
    assert "no such file or directory; name a file that can be written" in str(result.exception)


def test_watch_prints_a_readout_for_every_picture(stills: Path) -> None:
    result = run("watch", "--source", stills, "--frames", "8", "--json")
    said = [json.loads(line) for line in result.stdout.splitlines()]
    assert [one["frames"] for one in said] == list(range(1, 9))
    assert {"kind", "answer", "confidence", "reason", "result", "fps", "read_ms"} <= set(said[0])


def test_watch_prints_a_line_only_for_news() -> None:
    result = run("watch", "--frames", "30")
    assert result.exception is None
    assert 1 <= len(result.stdout.splitlines()) < 30


def test_watch_joins_the_frames_of_each_card() -> None:
    seen = []
    for number, watched in enumerate(watch(RehearsalWindow(), CardLook(DEFAULT))):
        seen.append(watched.readout)
        if number == 24:
            break
    assert seen[0].result == ""
    assert seen[-1].result


def test_half_blocks_show_two_rows_in_one_line() -> None:
    frame = np.zeros((4, 4, 3), np.uint8)
    frame[:2] = (0, 0, 255)
    (line, *others) = half_blocks(frame, 4)
    assert len(others) == 1
    assert line.count("\N{UPPER HALF BLOCK}") == 4
    assert "38;2;255;0;0" in line
