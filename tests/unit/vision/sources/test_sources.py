"""Frames come from stills, films and cameras; what is wrong with one is said in one line."""

from pathlib import Path

import cv2
import numpy as np
import pytest

from vision.picture.change import ChangeWatch
from vision.picture.frame import Frame
from vision.sources.by_name import open_source
from vision.sources.capture import CameraSource, VideoSource
from vision.sources.emulated import EmulatedCamera
from vision.sources.freeze import FreezeWatch
from vision.sources.shot import EndOfFramesError, FrameSource, SourceError
from vision.sources.stills import StillsSource


def grey(level: int) -> Frame:
    return np.full((120, 160, 3), level, np.uint8)


def noisy(level: int, rng: np.random.Generator) -> Frame:
    return rng.normal(level, 3, (120, 160, 3)).clip(0, 255).astype(np.uint8)


def shown(source: FrameSource) -> list[tuple[int, float]]:
    """The middle grey and the time of every frame."""
    found = []
    try:
        while True:
            shot = source.read()
            found.append((int(shot.frame.mean()), shot.t_s))
    except EndOfFramesError:
        source.close()
    return found


@pytest.fixture
def stills(tmp_path: Path) -> Path:
    for number, level in enumerate((10, 120, 200)):
        cv2.imwrite(str(tmp_path / f"{number:03}.png"), grey(level))
    (tmp_path / "notes.txt").write_text("not a picture")
    return tmp_path


@pytest.fixture
def film(tmp_path: Path) -> Path:
    file = tmp_path / "film.avi"
    writer = cv2.VideoWriter(str(file), cv2.VideoWriter.fourcc(*"MJPG"), 20.0, (160, 120))
    for level in (10, 120, 200):
        writer.write(grey(level))
    writer.release()
    return file


def test_stills_come_in_the_order_of_their_names(stills: Path) -> None:
    source = open_source(str(stills), stills / "device")
    assert isinstance(source, StillsSource)
    levels, times = zip(*shown(source), strict=True)
    assert levels == (10, 120, 200)
    assert list(times) == sorted(set(times))


def test_a_film_comes_in_its_own_time(film: Path) -> None:
    source = open_source(str(film), film.parent / "device")
    assert isinstance(source, VideoSource)
    levels, times = zip(*shown(source), strict=True)
    assert levels == pytest.approx((10, 120, 200), abs=4)
    assert times == pytest.approx((0.05, 0.10, 0.15))


def test_a_broken_still_is_named(stills: Path) -> None:
    whole = (stills / "001.png").read_bytes()
    (stills / "001.png").write_bytes(whole[: len(whole) // 2])
    source = StillsSource(stills)
    source.read()
    with pytest.raises(SourceError, match=r"001\.png: the picture is cut short"):
        source.read()


@pytest.mark.parametrize(
    ("make", "words"),
    [
        (lambda folder: StillsSource(folder / "none"), "not there; correct the path"),
        (lambda folder: StillsSource(folder), "holds no pictures; put PNG or JPEG"),
        (lambda folder: VideoSource(folder / "none.mp4"), "not there; correct the path"),
        (lambda folder: CameraSource(str(folder / "video9")), "not there; plug the camera in"),
        (lambda folder: EmulatedCamera(folder / "none"), "no emulators answer; start them"),
    ],
)
def test_what_is_missing_is_said_in_one_line(tmp_path: Path, make: object, words: str) -> None:
    assert callable(make)
    with pytest.raises(SourceError) as problem:
        make(tmp_path)
    assert words in str(problem.value)
    assert "\n" not in str(problem.value)


def test_a_file_that_is_no_film_is_refused(tmp_path: Path) -> None:
    (tmp_path / "film.avi").write_bytes(b"not a film" * 100)
    with pytest.raises(SourceError, match="cannot be played; convert it"):
        VideoSource(tmp_path / "film.avi")


def test_a_camera_with_the_same_picture_for_ever_is_frozen() -> None:
    watch = FreezeWatch(frozen_s=3.0)
    frame = noisy(80, np.random.default_rng(1))
    verdicts = [watch.is_frozen(frame, number * 0.1) for number in range(40)]
    assert not any(verdicts[:30])
    assert all(verdicts[31:])


def test_a_camera_is_alive_once_two_pictures_differ() -> None:
    rng = np.random.default_rng(4)
    watch, frame = FreezeWatch(), noisy(80, rng)
    for number in range(3):
        watch.is_frozen(frame, number * 0.1)
        assert not watch.is_alive
    watch.is_frozen(noisy(80, rng), 0.3)
    assert watch.is_alive


def test_a_still_scene_is_not_a_frozen_camera() -> None:
    rng = np.random.default_rng(2)
    watch = FreezeWatch(frozen_s=3.0)
    assert not any(watch.is_frozen(noisy(80, rng), number * 0.1) for number in range(100))


def test_noise_is_no_change_and_an_object_is_one() -> None:
    rng = np.random.default_rng(3)
    watch = ChangeWatch()
    assert watch.is_changed(noisy(40, rng))
    assert not any(watch.is_changed(noisy(40, rng)) for _ in range(50))
    frame = noisy(40, rng)
    frame[50:70, 60:80] = 150
    assert watch.is_changed(frame)
    assert not watch.is_changed(frame)


def test_a_red_card_as_green_as_the_bed_is_a_change() -> None:
    watch = ChangeWatch()
    bed = np.full((320, 240, 3), (35, 43, 43), np.uint8)
    card = bed.copy()
    card[60:, 40:] = (15, 43, 140)
    assert watch.is_changed(card)
    assert watch.is_changed(bed)
