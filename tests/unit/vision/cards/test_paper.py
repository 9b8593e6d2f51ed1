"""The card's corner is found wherever it lies, and its paper is evened out."""

import cv2
import numpy as np
import pytest

from controller.facts.cards import DECK, Card
from vision.cards.glyphs import find_index
from vision.cards.paper import LEAD_MM, PX_PER_MM, evened, find_paper, straightened
from vision.cards.scene import searchable
from vision.emulation.cards.deck import random_deck
from vision.emulation.cards.window import Pose, render_window


@pytest.mark.parametrize("turn", [-8.0, -3.0, 0.0, 4.0, 8.0])
@pytest.mark.parametrize("corner", [(3.0, 3.0), (9.0, 2.0), (5.0, 10.0)])
def test_finds_corner_and_turn(corner: tuple[float, float], turn: float) -> None:
    deck = random_deck(np.random.default_rng(11), "normal")
    pose = Pose(*corner, turn)
    frame = render_window(Card("4d"), np.random.default_rng(1), "mid", deck, pose)
    paper = find_paper(searchable(frame))
    assert paper.x / PX_PER_MM == pytest.approx(corner[0], abs=0.7)
    assert paper.y / PX_PER_MM == pytest.approx(corner[1], abs=0.7)
    assert np.degrees(paper.turn) == pytest.approx(turn, abs=1)


def test_takes_the_window_for_the_card_when_no_edge_is_in_sight() -> None:
    deck = random_deck(np.random.default_rng(11), "normal")
    frame = render_window(Card("4d"), np.random.default_rng(1), "clean", deck, Pose(-3, -3, 0))
    paper = find_paper(searchable(frame))
    assert not paper.left_seen
    assert not paper.top_seen
    assert (paper.x, paper.y) == (0, 0)


def test_light_and_cast_vanish_from_evened_paper() -> None:
    patch = np.full((152, 76, 3), (120, 160, 200), np.uint8)
    patch[40:60, 20:30] = (10, 10, 120)
    slope = np.linspace(0.6, 1, 76)[None, :, None]
    white = evened((patch * slope).astype(np.uint8))
    paper = white[80:120]
    assert paper.min() > 190
    assert white[50, 25].tolist()[0] < 60 < white[50, 25].tolist()[2]


@pytest.mark.parametrize("seed", range(6))
def test_cuts_rank_and_suit_out_of_a_clean_index(seed: int) -> None:
    rng = np.random.default_rng([31, seed])
    deck, card = random_deck(rng, "normal"), DECK[int(rng.integers(52))]
    frame = render_window(card, rng, "clean", deck, Pose(5, 4, 0.5))
    search = searchable(frame)
    found = find_index(evened(straightened(search, find_paper(search))))
    assert found is not None
    for box, true in zip((found.rank, found.suit), deck.boxes(card), strict=True):
        middle = (
            np.array([box.left + box.width / 2, box.top + box.height / 2]) / PX_PER_MM - LEAD_MM
        )
        assert middle == pytest.approx((true[0] + true[2] / 2, true[1] + true[3] / 2), abs=0.8)


def test_finds_no_index_on_blank_paper() -> None:
    patch = np.full((152, 76, 3), 235, np.uint8)
    assert find_index(patch) is None


def test_a_rank_that_fills_the_patch_to_its_end_leaves_no_place_for_a_suit() -> None:
    patch = np.full((152, 76, 3), 235, np.uint8)
    patch[12:, 10:50] = 20
    assert find_index(patch) is None


def test_a_mark_that_touches_a_golden_sceptre_is_still_cut_out() -> None:
    patch = np.full((152, 76, 3), 235, np.uint8)
    cv2.putText(patch, "K", (14, 50), cv2.FONT_HERSHEY_SIMPLEX, 1.3, (20, 20, 20), 4)
    cv2.ellipse(patch, (27, 70), (10, 10), 0, 0, 360, (20, 20, 20), -1)
    cv2.rectangle(patch, (30, 72), (42, 150), (20, 170, 220), -1)
    cv2.rectangle(patch, (30, 72), (42, 150), (20, 20, 20), 1)
    found = find_index(patch)
    assert found is not None
    assert (found.suit.left, found.suit.top) == pytest.approx((17, 60), abs=2)
    assert (found.suit.right, found.suit.low) == pytest.approx((38, 81), abs=2)


def test_a_border_around_the_face_is_not_taken_for_its_rank() -> None:
    patch = np.full((152, 76, 3), 235, np.uint8)
    cv2.rectangle(patch, (8, 10), (200, 120), (40, 40, 40), 2)
    cv2.putText(patch, "J", (14, 50), cv2.FONT_HERSHEY_SIMPLEX, 1.2, (20, 20, 20), 3)
    cv2.ellipse(patch, (26, 68), (9, 9), 0, 0, 360, (20, 20, 20), -1)
    patch[:, 70:] = 235
    found = find_index(patch)
    assert found is not None
    assert (found.rank.left, found.rank.top) == pytest.approx((15, 25), abs=4)
    assert (found.suit.left, found.suit.top) == pytest.approx((17, 59), abs=2)
