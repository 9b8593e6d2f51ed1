"""Calibration: the window is found where it is, and what is wrong is said in words."""

from dataclasses import asdict
from pathlib import Path

import cv2
import numpy as np
import pytest

from config.calibration import load_calibration
from controller.facts.cards import Card
from vision.calibration.advice import Measures, advice
from vision.calibration.cup import calibrate_cup
from vision.calibration.light import Light
from vision.calibration.sharpness import sharpness
from vision.calibration.shoe import ShoeCalibration, calibrate_shoe
from vision.calibration.text import cup_text, shoe_text
from vision.calibration.views import Views, ViewsError, gather
from vision.cards.geometry import DEFAULT
from vision.dice.sighting import DiceSighting, DieFace
from vision.emulation.cards.window import render_window
from vision.emulation.rehearsal import Mount, RehearsalCup, RehearsalWindow, mounted
from vision.picture.frame import Frame
from vision.tools.calibration_sheet import draw_cup, draw_shoe

FRAMES = 80


def views_of(frames: list[Frame]) -> Views:
    views = Views()
    for frame in frames:
        views.add(frame)
    return views


@pytest.fixture(scope="module")
def windows() -> list[Frame]:
    """What passes an emulated window, drawn once for all tests."""
    source = RehearsalWindow(None)
    return [source.read().frame for _ in range(FRAMES)]


def calibrated(windows: list[Frame], mount: Mount) -> ShoeCalibration:
    return calibrate_shoe(views_of([mounted(window, mount) for window in windows]))


@pytest.mark.parametrize(
    "mount",
    [Mount(), Mount(120, 20, 8.0, 0.0), Mount(300, 110, 5.5, -6.0), Mount(200, 10, 9.5, 4.0)],
)
def test_finds_place_scale_and_turn_of_the_window(windows: list[Frame], mount: Mount) -> None:
    found = calibrated(windows, mount).place.geometry
    # Cards need not reach the window's rim: two millimetres stay unknown.
    reach = 2.2 * mount.px_per_mm
    assert found.px_per_mm == pytest.approx(mount.px_per_mm, rel=0.05)
    assert found.turn_deg == pytest.approx(mount.turn_deg, abs=0.5)
    assert (found.left_px, found.top_px) == pytest.approx((mount.left_px, mount.top_px), abs=reach)


def test_a_picture_that_is_the_window_needs_no_geometry(windows: list[Frame]) -> None:
    assert calibrate_shoe(views_of(windows)).place.geometry == DEFAULT


def test_a_well_set_camera_needs_no_change(windows: list[Frame]) -> None:
    assert calibrated(windows, Mount()).advice == ()


@pytest.mark.parametrize(
    ("mount", "words"),
    [
        (Mount(light=0.35), "too dark: paper shows at"),
        (Mount(light=1.9), "too bright:"),
        (Mount(blur_px=11), "motion blur 1"),
        (Mount(turn_deg=8), "turn the camera clockwise"),
        (Mount(px_per_mm=4), "is coarse: move the camera nearer"),
    ],
)
def test_says_what_to_change(windows: list[Frame], mount: Mount, words: str) -> None:
    assert any(words in line for line in calibrated(windows, mount).advice)


def test_an_upside_down_camera_is_told(windows: list[Frame]) -> None:
    turned = [np.ascontiguousarray(window[::-1, ::-1]) for window in windows]
    done = calibrate_shoe(views_of(turned))
    assert "cards come in upside down: turn the camera by 180°" in done.advice


def test_dirt_on_the_glass_is_counted_and_placed(windows: list[Frame]) -> None:
    places = ((60, 150), (130, 250), (200, 120))
    dirty = [window.copy() for window in windows]
    for window in dirty:
        for place in places:
            cv2.circle(window, place, 4, (60, 60, 60), -1)
    light = calibrate_shoe(views_of(dirty)).measures.light
    assert light is not None
    assert len(light.dirt) == 3
    for place in places:
        assert min(abs(x - place[0]) + abs(y - place[1]) for x, y in light.dirt) <= 3


def test_a_whole_card_of_known_size_gives_the_scale() -> None:
    frame = np.full((720, 1280, 3), 20, np.uint8)
    card = ((640.0, 360.0), (57.15 * 6, 88.9 * 6), 5.0)
    cv2.fillPoly(frame, [cv2.boxPoints(card).astype(np.int32)], (235, 235, 235))
    done = calibrate_shoe(views_of([frame]), "bridge")
    assert done.place.geometry.px_per_mm == pytest.approx(6.0, rel=0.02)
    assert done.place.geometry.turn_deg == pytest.approx(5.0, abs=0.3)
    taken = calibrate_shoe(views_of([frame]), "poker")
    assert any("looks like bridge size" in line for line in taken.advice)


@pytest.mark.parametrize(
    ("frame", "words"),
    [
        (np.full((480, 640, 3), 30, np.uint8), "nothing bright in sight"),
        (np.full((40, 50, 3), 30, np.uint8), "the picture is 50x40"),
    ],
)
def test_no_window_says_why(frame: Frame, words: str) -> None:
    with pytest.raises(ViewsError, match=words):
        calibrate_shoe(views_of([frame]))


def test_a_window_that_lies_across_is_refused(windows: list[Frame]) -> None:
    lying = [np.ascontiguousarray(np.rot90(window)) for window in windows]
    framed = [cv2.copyMakeBorder(w, 60, 60, 80, 80, cv2.BORDER_CONSTANT, value=30) for w in lying]
    with pytest.raises(ViewsError, match="turn the camera by 90°"):
        calibrate_shoe(views_of([np.asarray(frame, np.uint8) for frame in framed]))


def test_pictures_of_two_cameras_are_refused() -> None:
    with pytest.raises(ViewsError, match="another size"):
        views_of([np.zeros((100, 100, 3), np.uint8), np.zeros((100, 90, 3), np.uint8)])


@pytest.mark.parametrize("length", [5, 7, 9, 12])
@pytest.mark.parametrize("is_across", [True, False])
def test_motion_blur_is_measured_in_pixels(length: int, is_across: bool) -> None:
    rng = np.random.default_rng(11)
    frames = [render_window(Card(code), rng, "clean") for code in ("Qh", "8s", "5d", "As", "Kc")]
    size = (length, 1) if is_across else (1, length)
    greys = [cv2.cvtColor(cv2.blur(frame, size), cv2.COLOR_BGR2GRAY) for frame in frames]
    found = [sharpness(np.asarray(grey, np.uint8)) for grey in greys]
    motion = np.median([one.motion_px for one in found if one is not None])
    assert float(motion) == pytest.approx(length, abs=1.6)


def test_defocus_widens_edges_without_being_motion() -> None:
    rng = np.random.default_rng(12)
    frame = render_window(Card("Qh"), rng, "clean")
    soft = cv2.cvtColor(cv2.GaussianBlur(frame, (0, 0), 2.5), cv2.COLOR_BGR2GRAY)
    sharp = cv2.cvtColor(frame, cv2.COLOR_BGR2GRAY)
    one, other = sharpness(np.asarray(sharp, np.uint8)), sharpness(np.asarray(soft, np.uint8))
    assert one is not None
    assert other is not None
    assert other.edge_px > one.edge_px + 2
    assert other.motion_px < 5


def test_a_flat_picture_has_no_edges_to_measure() -> None:
    assert sharpness(np.full((320, 240), 90, np.uint8)) is None


GOOD = Light(200, 25, 0.0, 0.0, 0.0, 0.0, False, (), 12, 8)


def test_the_exposure_to_set_follows_from_the_one_there_is() -> None:
    fast = Measures(8.0, 0.0, GOOD, 9.0, 2.0)
    known = Measures(8.0, 0.0, GOOD, 8.0, 2.0, exposure_ms=2.0)
    assert advice(fast)[0].startswith("motion blur 9 px: shorten exposure to 0.5 ms")
    assert advice(known)[0].startswith("motion blur 8 px: shorten exposure to 1.0 ms")


def test_every_fault_of_light_has_its_words() -> None:
    bad = Light(200, 95, 0.0, 0.08, 0.4, 0.0, False, ((1, 1), (9, 9)), 12, 8)
    said = " / ".join(advice(Measures(8.0, 0.0, bad, 1.0, 6.0)))
    expected = (
        "bed too bright",
        "glare on 8%",
        "the left half is 40% darker",
        "dirt at 2 places",
        "out of focus: edges are 6 px wide",
    )
    for words in expected:
        assert words in said


def test_the_file_reads_back_as_it_was_found(windows: list[Frame], tmp_path: Path) -> None:
    done = calibrated(windows, Mount(light=0.35))
    file = tmp_path / "window.toml"
    file.write_text(shoe_text(done, "a folder\nwith a strange name"), encoding="utf-8")
    at, read = done.place.geometry, load_calibration(file).window
    assert read.model_dump() == asdict(at)
    assert "# To change: too dark" in file.read_text(encoding="utf-8")


def test_the_picture_shows_window_and_words(windows: list[Frame]) -> None:
    views = views_of(windows)
    drawn = draw_shoe(views, calibrate_shoe(views))
    assert drawn.shape[1] > 900
    assert drawn.std() > 20


class Reader:
    """Sees three dice wherever it looks, or nothing."""

    def __init__(self, dice: tuple[int, ...] | None) -> None:
        self._dice = dice

    def read(self, frame: Frame) -> DiceSighting:
        del frame
        faces = tuple(DieFace(200.0 + 40 * n, 240.0, 32.0, n + 1, 0.9) for n in range(3))
        return (
            DiceSighting(self._dice, 6, 0.9, "", faces)
            if self._dice
            else DiceSighting(None, None, 0.0, "no dice")
        )


def test_the_lid_shows_where_the_cup_is(tmp_path: Path) -> None:
    views = gather(RehearsalCup(), 30)
    done = calibrate_cup(views, Reader(None))
    left, top, right, low = done.window
    assert ((left + right) / 2, (top + low) / 2) == pytest.approx((240, 240), abs=25)
    file = tmp_path / "cup.toml"
    file.write_text(cup_text(done, "here"), encoding="utf-8")
    cup = load_calibration(file).cup
    assert cup is not None
    assert (cup.left_px, cup.top_px, cup.right_px, cup.bottom_px) == done.window
    assert draw_cup(views, done).std() > 20


def test_without_a_lid_the_dice_show_the_cup() -> None:
    views = views_of([np.full((480, 640, 3), 60, np.uint8)] * 3)
    done = calibrate_cup(views, Reader((1, 2, 3)))
    assert done.window == (120, 160, 360, 320)
    assert done.measures.read == 3


def test_neither_lid_nor_dice_says_so() -> None:
    views = views_of([np.full((480, 640, 3), 60, np.uint8)])
    with pytest.raises(ViewsError, match="open the cup, dice inside"):
        calibrate_cup(views, Reader(None))


def test_frames_kept_are_few_and_spread() -> None:
    views = views_of([np.full((64, 64, 3), level, np.uint8) for level in range(250)])
    kept = [int(frame[0, 0, 0]) for frame in views.kept]
    assert len(kept) <= 48
    assert kept[0] == 0
    assert kept[-1] > 230
    assert (int(views.brightest.min()), int(views.darkest.max())) == (249, 0)
