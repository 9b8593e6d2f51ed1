"""`underfelt read-card`: files, folders and frames of one card in, JSON lines out."""

import json
import subprocess
import sys
from pathlib import Path

import cv2
import numpy as np
import pytest
from click.testing import CliRunner, Result

from controller.cli.read_card import read_card_command
from controller.facts.cards import DECK, Card
from vision.emulation.cards.deck import random_deck
from vision.emulation.cards.window import Oddity, render_window
from vision.picture.frame import Frame

SEED = 940_000


def run(*arguments: str | Path) -> Result:
    return CliRunner().invoke(read_card_command, [str(a) for a in arguments], standalone_mode=False)


def lines(result: Result) -> list[dict[str, object]]:
    return [json.loads(line) for line in result.stdout.splitlines()]


def save(file: Path, frame: Frame) -> Path:
    file.parent.mkdir(parents=True, exist_ok=True)
    assert cv2.imwrite(str(file), frame)
    return file


def frames_of(card: Card, count: int, seed: int = SEED) -> list[Frame]:
    rng = np.random.default_rng(seed)
    deck = random_deck(rng, "normal")
    return [render_window(card, rng, "clean", deck) for _ in range(count)]


def odd(kind: Oddity) -> Frame:
    return render_window(kind, np.random.default_rng(SEED + 1), "clean")


@pytest.fixture
def empty(tmp_path: Path) -> Path:
    return save(tmp_path / "empty.png", odd("empty"))


def test_cards_are_read_and_never_wrong(tmp_path: Path) -> None:
    cards = DECK[::5]
    files = [save(tmp_path / f"{card}.png", frames_of(card, 1)[0]) for card in cards]
    result = run(*files)
    read = [line["card"] for line in lines(result)]
    assert result.return_value == 0
    assert all(seen in (None, card) for seen, card in zip(read, cards, strict=True))
    assert sum(seen is not None for seen in read) >= 0.6 * len(cards)


def test_every_line_has_the_contract_keys(empty: Path) -> None:
    (line,) = lines(run(empty))
    assert (line["image"], line["card"], line["kind"]) == (str(empty), None, "empty")
    assert isinstance(line["confidence"], float)
    assert line["reason"]


def test_a_folder_stands_for_its_pictures_in_the_order_of_names(tmp_path: Path) -> None:
    for name in ("b/2.png", "b/1.PNG", "a/3.png"):
        save(tmp_path / name, odd("empty"))
    (tmp_path / "b" / "notes.txt").write_text("not a picture")
    images = [str(line["image"]) for line in lines(run(tmp_path))]
    assert [Path(image).name for image in images] == ["3.png", "1.PNG", "2.png"]


def test_a_bad_file_is_one_line_and_the_others_are_read(tmp_path: Path, empty: Path) -> None:
    whole = empty.read_bytes()
    (tmp_path / "cut.png").write_bytes(whole[: len(whole) // 2])
    (tmp_path / "hollow.png").write_bytes(b"")
    (tmp_path / "words.jpg").write_text("a cat")
    names = ["cut.png", "hollow.png", "words.jpg", "missing.png", "empty.png"]
    result = run(*(tmp_path / name for name in names))
    seen = {Path(str(line["image"])).name: line for line in lines(result)}
    assert result.return_value == 1
    assert [line["card"] for line in seen.values()] == [None] * 5
    assert "cut short" in str(seen["cut.png"]["reason"])
    assert seen["empty.png"]["kind"] == "empty"
    errors = result.stderr.splitlines()
    assert len(errors) == 4
    assert (
        errors[1] == f"error: {tmp_path / 'hollow.png'}: the file is empty; take the picture again"
    )


def test_nothing_there_is_bad_input(tmp_path: Path) -> None:
    result = run(tmp_path / "no.png", tmp_path / "nor.png")
    assert result.stdout == ""
    assert getattr(result.exception, "exit_code", None) == 2
    assert "no such file; name pictures" in str(result.exception)


def test_a_folder_without_pictures_is_told(tmp_path: Path) -> None:
    result = run(tmp_path)
    assert result.return_value == 1
    assert result.stderr.startswith(f"error: {tmp_path}: is a directory")


def test_a_picture_of_another_shape_is_not_tried(tmp_path: Path) -> None:
    wide = save(tmp_path / "wide.png", np.full((480, 640, 3), 90, np.uint8))
    (line,) = lines(run(wide))
    assert line["card"] is None
    assert "the picture is 640x480" in str(line["reason"])


def test_together_gives_one_card_on_every_line(tmp_path: Path) -> None:
    frames = [*frames_of(Card("9d"), 4, 31), odd("empty")]
    files = [save(tmp_path / f"{n}.png", frame) for n, frame in enumerate(frames)]
    seen = lines(run("--together", *files))
    alone = [line["card"] for line in lines(run(*files))]
    assert [line["image"] for line in seen] == [str(file) for file in files]
    assert len({line["card"] for line in seen}) == 1
    assert [line["frame_card"] for line in seen] == alone
    assert seen[0]["card"] in (None, "9d")
    assert (seen[0]["card"] is not None) == (alone.count("9d") >= 2)


def test_together_takes_each_folder_as_a_card(tmp_path: Path) -> None:
    for name, card in (("first", "9d"), ("second", "4c")):
        for number, frame in enumerate(frames_of(Card(card), 3, 31)):
            save(tmp_path / name / f"{number}.png", frame)
    seen = lines(run("--together", tmp_path))
    assert [
        line["card"] in (None, card)
        for line, card in zip(seen, ["9d"] * 3 + ["4c"] * 3, strict=True)
    ] == [True] * 6
    assert {Path(str(line["image"])).parent.name for line in seen[:3]} == {"first"}


def test_explain_writes_a_picture_for_each_image(tmp_path: Path, empty: Path) -> None:
    wide = save(tmp_path / "other" / "empty.png", np.full((480, 640, 3), 90, np.uint8))
    seen = tmp_path / "seen"
    assert run("--explain", seen, empty, wide).return_value == 0
    assert sorted(file.name for file in seen.iterdir()) == ["empty-2.jpg", "empty.jpg"]
    drawn = cv2.imread(str(seen / "empty.jpg"))
    assert drawn is not None
    assert drawn.shape[0] > 600


def test_a_wrong_calibration_names_its_line(tmp_path: Path, empty: Path) -> None:
    file = tmp_path / "window.toml"
    file.write_text("[window]\nleft_px = 3\npx_per_mm = 900\nheigth_px = 3\n")
    result = run("--calibration", file, empty)
    assert getattr(result.exception, "exit_code", None) == 2
    assert f"{file}:3: window.px_per_mm:" in str(result.exception)
    assert f"{file}:4: window.heigth_px: unknown key" in str(result.exception)


def test_a_calibration_finds_the_window_in_a_larger_picture(tmp_path: Path) -> None:
    inner = frames_of(Card("9d"), 1, 31)[0]
    outer = np.full((400, 500, 3), 40, np.uint8)
    outer[50:370, 100:340] = inner
    file = tmp_path / "window.toml"
    file.write_text("[window]\nleft_px = 100\ntop_px = 50\n")
    small, large = save(tmp_path / "small.png", inner), save(tmp_path / "large.png", outer)
    (alone,), (within,) = lines(run(small)), lines(run("--calibration", file, large))
    assert (within["card"], within["kind"]) == (alone["card"], alone["kind"])


def test_the_command_line_starts_without_opencv() -> None:
    code = (
        "import sys, controller.cli.read_card, controller.cli.vision; print('cv2' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "False\n"
