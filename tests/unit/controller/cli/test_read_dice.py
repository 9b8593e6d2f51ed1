"""`underfelt read-dice`: pictures of the cup in, JSON lines out."""

import json
from pathlib import Path

import cv2
import numpy as np
from click.testing import CliRunner, Result

from controller.cli.read_dice import read_dice_command
from vision.emulation.dice.cup import render_scene

THROWS = ((2, 5, 6), (1, 1, 4), (3, 6, 6), (1, 2, 3), (4, 4, 5), (2, 2, 2))


def run(*arguments: str | Path) -> Result:
    return CliRunner().invoke(read_dice_command, [str(a) for a in arguments], standalone_mode=False)


def lines(result: Result) -> list[dict[str, object]]:
    return [json.loads(line) for line in result.stdout.splitlines()]


def save(file: Path, values: tuple[int, ...], number: int = 1) -> Path:
    rng = np.random.default_rng((990_000, number))
    assert cv2.imwrite(str(file), render_scene(values, rng, size=(320, 320)).frame)
    return file


def test_dice_are_read_and_never_wrong(tmp_path: Path) -> None:
    for number, values in enumerate(THROWS):
        save(tmp_path / f"{number}.png", values, number)
    result = run(tmp_path)
    pairs = list(zip(lines(result), THROWS, strict=True))
    read = [line for line, _ in pairs if line["dice"] is not None]
    assert result.return_value == 0
    assert all(line["dice"] in (None, list(values)) for line, values in pairs)
    assert all(line["sum"] == sum(values) for line, values in pairs if line["dice"] is not None)
    assert len(read) >= 4


def test_unsure_is_null_with_the_reason(tmp_path: Path) -> None:
    (line,) = lines(run(save(tmp_path / "two.png", (3, 4))))
    assert (line["dice"], line["sum"]) == (None, None)
    assert line["reason"]


def test_a_bad_file_is_one_line_and_the_others_are_read(tmp_path: Path) -> None:
    good = save(tmp_path / "good.png", THROWS[0])
    (tmp_path / "bad.png").write_bytes(good.read_bytes()[:900])
    result = run(tmp_path / "bad.png", good)
    bad, other = lines(result)
    assert result.return_value == 1
    assert (bad["dice"], bad["reason"]) == (None, "the picture is cut short; copy the file again")
    assert other["image"] == str(good)
    assert result.stderr.count("\n") == 1


def test_explain_marks_the_dice(tmp_path: Path) -> None:
    file = save(tmp_path / "throw.png", THROWS[0])
    assert run("--explain", tmp_path / "seen", file).return_value == 0
    drawn = cv2.imread(str(tmp_path / "seen" / "throw.jpg"))
    assert drawn is not None
    assert drawn.shape[1] == 640


def test_a_calibration_without_a_cup_reads_the_whole_picture(tmp_path: Path) -> None:
    file = save(tmp_path / "throw.png", THROWS[0])
    calibration = tmp_path / "shoe.toml"
    calibration.write_text("[window]\nleft_px = 0\n")
    assert lines(run("--calibration", calibration, file)) == lines(run(file))
