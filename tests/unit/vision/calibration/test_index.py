"""Calibration tells a jumbo index from a standard one, and finds lamps that the glass mirrors."""

from dataclasses import replace

import cv2
import numpy as np
import pytest

from config.calibration import WindowPlace
from controller.facts.cards import DECK, Card
from vision.calibration.index import measure_index
from vision.calibration.shoe import ShoeCalibration, calibrate_shoe
from vision.calibration.views import Views
from vision.cards.geometry import DEFAULT, WindowGeometry, window_of
from vision.cards.reader import CardReader
from vision.emulation.cards.deck import DrawnDeck, random_deck
from vision.emulation.cards.window import Pose, render_window
from vision.picture.frame import Frame
from vision.training.trial_rows import CALIBRATED

CARDS = DECK[::4]
POSE = Pose(4.0, 6.0, 0.5)


def shown(deck: DrawnDeck, pose: Pose = POSE) -> list[Frame]:
    rng = np.random.default_rng(3)
    cards = [render_window(card, rng, CALIBRATED, deck, pose) for card in CARDS]
    return [*cards, render_window("empty", rng, CALIBRATED)]


def calibrated(windows: list[Frame], width_mm: float = 30.0) -> ShoeCalibration:
    views = Views()
    for window in windows:
        views.add(window)
    return calibrate_shoe(views, width_mm=width_mm)


@pytest.fixture(scope="module")
def jumbo() -> DrawnDeck:
    return random_deck(np.random.default_rng(5), "jumbo")


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_a_standard_index_fits(seed: int) -> None:
    deck = random_deck(np.random.default_rng(seed), "normal")
    found = measure_index(shown(deck), DEFAULT.shown_px_per_mm)
    assert found is not None
    assert not found.is_jumbo
    assert found.fits
    assert found.rank_mm == pytest.approx(deck.layout.rank_height, abs=1.0)


def test_a_jumbo_index_that_is_cut_is_told_with_the_opening_it_needs(jumbo: DrawnDeck) -> None:
    layout = replace(jumbo.layout, top=5.5, rank_height=17.0, gap=1.5, suit_height=12.0)
    (line,) = [
        line
        for line in calibrated(shown(replace(jumbo, layout=layout, cache={}))).advice
        if "jumbo" in line
    ]
    assert "make the opening 35 x 47 mm and calibrate with --window 35x47" in line


def test_a_larger_opening_is_seen_smaller_and_read(jumbo: DrawnDeck) -> None:
    rng = np.random.default_rng(4)
    wide = WindowGeometry(240, 320, round(240 / 35, 3), width_mm=35.0)
    frame = render_window(Card("9h"), rng, CALIBRATED, jumbo, Pose(3.0, 2.0, 0.0))
    small = cv2.resize(frame, None, fx=30 / 35, fy=30 / 35, interpolation=cv2.INTER_AREA)
    # The card goes on below and beside what the smaller opening showed of it.
    below, beside = 320 - small.shape[0], 240 - small.shape[1]
    window = np.pad(small, ((0, below), (0, beside), (0, 0)), mode="edge").astype(np.uint8)
    assert window_of(window, wide) is not None
    assert CardReader(wide).read(window).card is Card("9h")
    assert calibrated(shown(jumbo), 35.0).place.geometry == wide


def test_the_calibration_file_keeps_the_opening() -> None:
    assert WindowPlace(width_mm=35).model_dump()["width_mm"] == 35.0
    assert WindowGeometry(**WindowPlace().model_dump()) == DEFAULT


def test_a_lamp_that_the_glass_mirrors_is_placed() -> None:
    windows = shown(random_deck(np.random.default_rng(2), "normal"))
    for window in windows:
        cv2.circle(window, (190, 80), 9, (255, 255, 255), -1)
    (line,) = [line for line in calibrated(windows).advice if "point lamp" in line]
    assert "24 mm from the left and 10 mm from the top" in line
    assert "the lamp on the upper right" in line
