"""The drawn shoe window: reproducible, of the right size, and worse as the level says."""

import numpy as np
import pytest

from controller.facts.cards import DECK, Card
from vision.emulation.cards.deck import random_deck
from vision.emulation.cards.suits import random_suits, suit_mask
from vision.emulation.cards.typeface import random_typeface, rank_mask
from vision.emulation.cards.window import ODDITIES, Oddity, Pose, render_window


@pytest.mark.parametrize("level", ["clean", "mid", "hard", "wild"])
def test_draws_the_same_frame_from_the_same_seed(level: str) -> None:
    one, other = (render_window(Card("Qh"), np.random.default_rng(4), level) for _ in range(2))
    assert one.shape == (320, 240, 3)
    assert one.dtype == np.uint8
    assert np.array_equal(one, other)


@pytest.mark.parametrize("odd", ODDITIES)
def test_draws_everything_else_that_may_be_seen(odd: Oddity) -> None:
    frames = [render_window(odd, np.random.default_rng(seed), "mid") for seed in range(8)]
    assert {frame.shape for frame in frames} == {(320, 240, 3)}
    assert (np.mean(frames) < 45) == (odd in ("empty", "dirty"))


def test_puts_the_paper_where_the_pose_says() -> None:
    deck = random_deck(np.random.default_rng(3), "normal")
    frame = render_window(Card("7c"), np.random.default_rng(1), "clean", deck, Pose(10, 20, 0))
    assert frame[: 19 * 8].mean() < 60
    assert frame[:, : 9 * 8].mean() < 60
    assert frame[35 * 8 :, 11 * 8 : 13 * 8].mean() > 150


def test_halves_the_window() -> None:
    frame = render_window(Card("7c"), np.random.default_rng(1), "hard", shrink=2)
    assert frame.shape == (160, 120, 3)


def test_prints_a_deck_of_fifty_two_different_faces() -> None:
    deck = random_deck(np.random.default_rng(6))
    faces = {deck.face(card).tobytes() for card in DECK}
    assert len(faces) == 52


def test_index_boxes_hold_the_index_ink() -> None:
    deck = random_deck(np.random.default_rng(9), "normal")
    face = deck.face(Card("8s"))
    for left, top, width, height in deck.boxes(Card("8s")):
        x, y, w, h = (round(side * 10) for side in (left, top, width, height))
        assert face[y : y + h, x : x + w].min() < 90


def test_no_two_ranks_of_a_typeface_look_alike() -> None:
    face = random_typeface(np.random.default_rng(8))
    masks = {rank_mask(face, rank).tobytes() for rank in "A23456789TJQK"}
    assert len(masks) == 13


@pytest.mark.parametrize("suit", ["h", "d", "c", "s"])
def test_suit_marks_are_symmetrical(suit: str) -> None:
    mask = suit_mask(random_suits(np.random.default_rng(5)), suit) > 127
    assert (mask == mask[:, ::-1]).mean() > 0.93
