"""Two cards drawn at once are told by their edges; what a deck prints is not taken for one."""

from collections.abc import Callable
from functools import partial

import cv2
import numpy as np
import pytest

from controller.facts.cards import Card
from vision.cards.paper import find_paper
from vision.cards.reader import CardReader
from vision.cards.second_card import Doubt, shows_second_card
from vision.cards.second_index import SECOND_INDEX
from vision.cards.straight import straight, straight_brightest
from vision.emulation.cards.deck import random_deck
from vision.emulation.cards.optics import CLEAN
from vision.emulation.cards.stacked import any_pair, stacked_window
from vision.emulation.cards.window import Pose, render_window
from vision.picture.frame import Frame
from vision.training.evaluation import inside
from vision.training.trial_rows import CALIBRATED

SEED = 53_000
PAPER, BED = 220, 30
Draw = Callable[[Frame], None]


def _window(*things: Draw) -> Frame:
    """A bare card, 3 mm in from the window's left and top, with things drawn on it."""
    window = np.full((320, 240, 3), BED, np.uint8)
    window[24:, 24:] = PAPER
    for thing in things:
        thing(window)
    return np.asarray(cv2.resize(window, (120, 160), interpolation=cv2.INTER_AREA), np.uint8)


def _laid_on(left: int, top: int, lean: int = 0, shade: float = 0.8) -> Draw:
    """Another card from a place on, `lean` pixels off at its far ends, with its shadow."""
    corners = [[left, top], [left + 400, top + lean], [left + 400, 700], [left - lean, top + 400]]

    def draw(window: Frame) -> None:
        cover = np.zeros(window.shape[:2], np.uint8)
        cv2.fillPoly(cover, [np.array(corners, np.int32)], 255, cv2.LINE_AA)
        dark = 1 - cv2.GaussianBlur(cover, (0, 0), 3)[:, :, None] / 255 * (1 - shade) * 2
        weight = cover[:, :, None] / 255
        window[:] = window * dark * (1 - weight) + PAPER * weight

    return draw


def _frame(left: int, top: int, thick: int) -> Draw:
    def draw(window: Frame) -> None:
        cv2.rectangle(window, (left, top), (400, 700), (30, 30, 30), thick)

    return draw


def _shows_second(search: Frame, doubt: Doubt = Doubt.NONE) -> bool:
    paper = find_paper(search)
    brightest = partial(straight_brightest, search, paper)
    return shows_second_card(straight(search, paper), paper, doubt, brightest)


@pytest.mark.parametrize("doubt", [Doubt.NONE, Doubt.SOME])
def test_a_bare_card_is_one(doubt: Doubt) -> None:
    assert not _shows_second(_window(), doubt)


@pytest.mark.parametrize(
    ("left", "top", "lean"),
    [(90, 60, 24), (90, 60, -24), (60, 140, 24), (130, 60, -24), (60, 60, 16)],
)
def test_an_edge_that_lies_askew_is_a_second_card(left: int, top: int, lean: int) -> None:
    assert _shows_second(_window(_laid_on(left, top, lean)))


@pytest.mark.parametrize(("left", "top"), [(90, 24), (24, 120), (140, 10), (10, 150)])
def test_an_edge_from_rim_to_rim_is_a_second_card(left: int, top: int) -> None:
    assert _shows_second(_window(_laid_on(left, top)))


@pytest.mark.parametrize("shade", [0.92, 0.96])
def test_a_mere_shade_is_a_second_card(shade: float) -> None:
    assert _shows_second(_window(_laid_on(100, 100, shade=shade)))


def test_light_that_only_rises_is_no_edge() -> None:
    def dim(window: Frame) -> None:
        falls = np.linspace(0.6, 1, 240 - 24) ** 0.5
        window[24:, 24:] = (window[24:, 24:] * falls[None, :, None]).astype(np.uint8)

    assert not _shows_second(_window(dim))


def test_paper_beyond_the_card_s_edge_is_a_second_card() -> None:
    def beyond(window: Frame) -> None:
        window[6:, 170:] = PAPER

    assert _shows_second(_window(beyond))


def test_edges_that_do_not_meet_in_a_corner_are_of_two_cards() -> None:
    def notch(window: Frame) -> None:
        window[24:110, 24:50] = BED

    assert _shows_second(_window(notch))


@pytest.mark.parametrize("doubt", [Doubt.NONE, Doubt.SOME])
@pytest.mark.parametrize("thick", [2, 4, 8])
@pytest.mark.parametrize(("left", "top"), [(100, 60), (36, 36), (44, 44)])
def test_a_printed_frame_or_border_is_no_edge(
    left: int, top: int, thick: int, doubt: Doubt
) -> None:
    assert not _shows_second(_window(_frame(left, top, thick)), doubt)


def _line(colour: tuple[int, int, int], top: int = 0) -> Draw:
    def draw(window: Frame) -> None:
        cv2.line(window, (130, top), (135 if top else 140, 400), colour, 3, cv2.LINE_AA)

    return draw


def test_a_coloured_line_is_print_and_no_shade() -> None:
    assert _shows_second(_window(_line((150, 150, 150))))
    assert not _shows_second(_window(_line((150, 120, PAPER))))


def test_a_face_without_lines_needs_less_of_an_edge_than_a_court() -> None:
    window = _window(_line((150, 150, 150), top=230))
    assert _shows_second(window, Doubt.SOME)
    assert not _shows_second(window, Doubt.NONE)


def test_a_lamp_s_image_beside_the_card_is_no_paper() -> None:
    def glare(window: Frame) -> None:
        spot = np.zeros(window.shape[:2], np.float32)
        cv2.ellipse(spot, (150, 14), (40, 14), 0, 0, 360, 230, -1)
        lit = window + cv2.GaussianBlur(spot, (0, 0), 8)[:, :, None]
        window[:] = np.clip(lit, 0, 255).astype(np.uint8)

    assert not _shows_second(_window(glare))


def test_a_sleeve_is_no_card() -> None:
    def cloth(window: Frame) -> None:
        corners = np.array([[120, 0], [400, 0], [400, 400], [150, 400]], np.int32)
        cv2.fillPoly(window, [corners], (150, 150, 160), cv2.LINE_AA)

    assert not _shows_second(_window(cloth), Doubt.SOME)


def test_a_second_index_is_a_second_card_though_no_edge_is_seen() -> None:
    rng, reader = np.random.default_rng(SEED), CardReader()
    deck = random_deck(rng, "normal")
    lower, upper = (
        render_window(Card(code), rng, CALIBRATED, deck, Pose(3.0, 3.0, 0.0))
        for code in ("5h", "Qs")
    )
    assert reader.read(lower).card is Card("5h")
    both = lower.copy()
    both[150:, 110:] = upper[30 : 320 - 120, 30 : 240 - 80]
    both[150:, 100:110] = lower[150:, 90:100]
    seen = reader.read(both)
    assert (seen.card, seen.kind) == (None, "two-cards")


def test_pips_are_no_second_index() -> None:
    rng, reader = np.random.default_rng(SEED + 1), CardReader()
    for _ in range(6):
        deck = random_deck(rng, "normal")
        for code in ("4s", "7s", "8c", "9c"):
            pose = inside(deck, Card(code), rng, CLEAN)
            seen = reader.read(render_window(Card(code), rng, CALIBRATED, deck, pose))
            assert seen.reason != SECOND_INDEX


def test_nearly_all_pairs_of_an_unseen_deck_are_told_as_two_and_never_as_a_third_card() -> None:
    rng, reader = np.random.default_rng(SEED), CardReader()
    deck = random_deck(rng, "normal")
    twos = 0
    for _ in range(24):
        pair = any_pair(rng)
        pose = inside(deck, pair[0], rng, CLEAN)
        seen = reader.read(stacked_window(deck, pair, pose, rng, CALIBRATED))
        twos += seen.kind == "two-cards"
        assert seen.card is None or seen.card in pair
    assert twos >= 20
