"""Printed marks are read when they are there, and never seen where they are not."""

import re
from xml.etree import ElementTree

import cv2
import numpy as np
import pytest

from controller.facts.cards import DECK
from vision.emulation.cards.deck import random_deck
from vision.emulation.cards.window import render_window
from vision.marks.bullseye import draw_bullseye, find_bullseye
from vision.marks.sheet import sheet
from vision.marks.stripes import Mark, code_of, draw_mark, read_mark
from vision.picture.frame import Frame

MARKS: list[Mark] = [*range(1, 9), "lid-open", "shoe-empty"]


def held(mark: Mark, rng: np.random.Generator) -> Frame:
    """A mark as a hand holds it: turned, shifted, a little out of focus, badly lit."""
    turn = cv2.getRotationMatrix2D((120, 160), rng.uniform(-5, 5), 1)
    turn[:, 2] = turn[:, 2] + rng.uniform(-20, 20, 2)
    drawn = draw_mark(mark, 240, 320, 8.0)
    picture = cv2.warpAffine(drawn, turn, (240, 320), borderMode=cv2.BORDER_REPLICATE)
    picture = cv2.GaussianBlur(picture, (0, 0), rng.uniform(0.5, 2))
    lit = picture * rng.uniform(0.5, 1.1) + rng.normal(0, 6, picture.shape)
    return np.asarray(np.clip(lit, 0, 255), np.uint8)


@pytest.mark.parametrize("mark", MARKS)
def test_a_mark_held_by_hand_is_read(mark: Mark) -> None:
    rng = np.random.default_rng(5)
    assert {read_mark(held(mark, rng), 8.0) for _ in range(20)} == {mark}


def test_half_a_mark_is_none() -> None:
    whole = draw_mark(4, 240, 320, 8.0)
    half = whole.copy()
    half[:160] = 30
    assert read_mark(whole, 8.0) == 4
    assert read_mark(half, 8.0) is None


def test_no_card_is_taken_for_a_mark() -> None:
    rng = np.random.default_rng(6)
    deck = random_deck(rng)
    frames = [render_window(card, rng, "hard", deck) for card in DECK]
    frames += [render_window(odd, rng, "mid", deck) for odd in ("back", "two-cards", "texture") * 8]
    assert [read_mark(frame, 8.0) for frame in frames] == [None] * len(frames)


def test_the_lid_is_found_wherever_it_lies() -> None:
    rng = np.random.default_rng(7)
    for _ in range(25):
        felt = rng.normal((40, 110, 50), 8, (480, 480, 3)).clip(0, 255).astype(np.uint8)
        x, y, radius = rng.uniform(190, 290), rng.uniform(190, 290), rng.uniform(80, 140)
        draw_bullseye(felt, x, y, radius)
        found = find_bullseye(np.asarray(cv2.GaussianBlur(felt, (0, 0), 2), np.uint8))
        assert found is not None
        assert abs(found.x * 480 - x) < 5
        assert abs(found.y * 480 - y) < 5
        assert abs(found.radius * 480 - radius) < 10


def test_a_cups_rim_around_the_lid_is_not_taken_for_its_ring() -> None:
    for shift in (-30, 0, 30):
        felt = np.full((480, 480, 3), 200, np.uint8)
        cv2.circle(felt, (240, 240), 212, (30, 30, 30), -1)
        draw_bullseye(felt, 240 + shift, 240, 150)
        found = find_bullseye(felt)
        assert found is not None
        assert abs(found.x * 480 - 240 - shift) < 3
        assert abs(found.radius * 480 - 150) < 6


def test_no_lid_is_found_where_none_is() -> None:
    rng = np.random.default_rng(8)
    felt = rng.normal((40, 110, 50), 8, (480, 480, 3)).clip(0, 255).astype(np.uint8)
    assert find_bullseye(felt) is None
    cv2.circle(felt, (240, 240), 120, (230, 230, 230), -1)
    cv2.circle(felt, (240, 240), 60, (20, 20, 20), -1)
    assert find_bullseye(felt) is None


def test_the_printed_sheet_has_every_mark_as_it_is_read() -> None:
    drawing = ElementTree.fromstring(sheet())
    labels = [text.text for text in drawing.iter("{http://www.w3.org/2000/svg}text")]
    assert [label for label in labels if label and label.startswith("new shoe")] == [
        "new shoe, 1 deck",
        *(f"new shoe, {decks} decks" for decks in range(2, 9)),
    ]
    bars = len(list(drawing.iter("{http://www.w3.org/2000/svg}rect"))) - 1
    assert bars == sum(len(re.findall("B+", code_of(mark))) for mark in MARKS)
