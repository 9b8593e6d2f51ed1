"""With something over a part of its index a card is not read, and what is in the way is named."""

from dataclasses import replace

import cv2
import numpy as np
import pytest

from controller.facts.cards import DECK, Card
from vision.cards.hindrance import COVERED, GLARE, LINED
from vision.cards.judgement import NO_COLOUR
from vision.cards.layout import DeckLayout
from vision.cards.reader import CardReader
from vision.emulation.cards.deck import DrawnDeck, random_deck
from vision.emulation.cards.optics import LEVELS
from vision.emulation.cards.troubles import (
    SKINS,
    TROUBLES,
    Side,
    _fingertip,
    _laid_over,
    index_place,
    mirrored_lamp,
)
from vision.emulation.cards.window import Pose, on_bed, render_window
from vision.picture.frame import Frame
from vision.training.evaluation import learned
from vision.training.trial_rows import CALIBRATED
from vision.training.trials import drawn_decks, trials

POSE = Pose(4.0, 4.0, 0.0)


@pytest.fixture(scope="module")
def deck() -> DrawnDeck:
    return random_deck(np.random.default_rng(41), "normal")


@pytest.fixture(scope="module")
def reader() -> CardReader:
    return CardReader()


def with_finger(deck: DrawnDeck, card: Card, side: Side, share: float) -> Frame:
    rng = np.random.default_rng(3)
    scene = on_bed(deck.face(card), POSE, rng, LEVELS["clean"])
    cover = _fingertip(scene.shape[:2], index_place(deck, card, POSE), side, share, rng)
    return _laid_over(scene, cover, SKINS[2], rng, 0.5)


def test_the_card_is_read_while_nothing_is_in_the_way(deck: DrawnDeck, reader: CardReader) -> None:
    frame = render_window(Card("9d"), np.random.default_rng(5), "clean", deck, POSE)
    assert reader.read(frame).card is Card("9d")


def test_a_finger_from_above_is_no_letter_though_the_deck_is_known() -> None:
    large = drawn_decks()[6]
    assert isinstance(large, DrawnDeck)
    reader, rng = CardReader(), np.random.default_rng(13)
    learned(reader, large, DeckLayout(), rng)
    for code in ("9d", "8d", "3h", "5c"):
        for share in (0.3, 0.4):
            assert reader.read(with_finger(large, Card(code), "above", share)).card is None


@pytest.mark.parametrize("side", ["above", "below", "left"])
def test_a_finger_over_a_part_of_the_index_takes_the_vote(
    deck: DrawnDeck, reader: CardReader, side: Side
) -> None:
    for card in (Card("9d"), Card("Ks"), Card("4h"), Card("7c")):
        assert reader.read(with_finger(deck, card, side, 0.3)).card is None


def test_a_finger_that_only_comes_near_is_named(deck: DrawnDeck, reader: CardReader) -> None:
    reasons = {
        reader.read(with_finger(deck, card, "below", -0.04)).reason
        for card in (Card("8d"), Card("9d"), Card("5s"))
    }
    assert reasons & {COVERED, "a finger covers the window; take the hand away"}


def test_a_lamp_on_the_index_is_named(deck: DrawnDeck, reader: CardReader) -> None:
    rng = np.random.default_rng(6)
    frame = render_window(Card("6s"), rng, CALIBRATED, deck, POSE).astype(np.int16)
    place = index_place(deck, Card("6s"), POSE)
    x, y = (round(value) for value in place.centre)
    frame[y - 12 : y + 4, x - 16 : x + 16] += 255
    seen = reader.read(np.clip(frame, 0, 255).astype(np.uint8))
    assert (seen.card, seen.reason) == (None, GLARE)


def test_soft_glare_that_ink_shows_through_leaves_the_card_its_vote(
    deck: DrawnDeck, reader: CardReader
) -> None:
    frame = render_window(Card("6s"), np.random.default_rng(6), CALIBRATED, deck, POSE)
    x, y = index_place(deck, Card("6s"), POSE).centre
    rows, columns = np.mgrid[: frame.shape[0], : frame.shape[1]]
    glare = 110 * np.exp(-((rows - y) ** 2 + (columns - x) ** 2) / (2 * 40**2))
    lit = np.clip(frame + glare[:, :, None], 0, 255).astype(np.uint8)
    assert (lit[round(y) - 20 : round(y) + 20] >= 251).any()
    assert reader.read(lit).card is Card("6s")


@pytest.mark.parametrize(("code", "is_read"), [("6s", True), ("Kc", True), ("6h", False)])
def test_a_grey_camera_reads_black_suits_and_refuses_red_ones_as_such(
    deck: DrawnDeck, reader: CardReader, code: str, is_read: bool
) -> None:
    frame = render_window(Card(code), np.random.default_rng(6), CALIBRATED, deck, POSE)
    grey = cv2.cvtColor(cv2.cvtColor(frame, cv2.COLOR_BGR2GRAY), cv2.COLOR_GRAY2BGR)
    seen = reader.read(np.asarray(grey, np.uint8))
    expected = (Card(code), "") if is_read else (None, NO_COLOUR)
    assert (seen.card, seen.reason) == expected


@pytest.mark.parametrize("trouble", list(TROUBLES))
def test_no_trouble_makes_a_wrong_card(trouble: str, deck: DrawnDeck) -> None:
    (outcome,) = trials([deck], 16, [f"{trouble} over the index"])
    assert outcome.tally.wrong == 0


def plain(deck: DrawnDeck, card: Card, rng: np.random.Generator) -> Frame:
    return render_window(card, rng, CALIBRATED, deck, POSE)


def bordered(deck: DrawnDeck) -> DrawnDeck:
    """The deck with a thin border printed close beside its index."""
    beside = min(box[0] for card in DECK for box in deck.boxes(card)) - 0.8
    return replace(deck, layout=replace(deck.layout, border=beside), cache={})


def test_a_border_beside_the_index_is_no_hand_once_the_deck_is_known() -> None:
    deck = bordered(random_deck(np.random.default_rng(1), "normal"))
    reader, rng = CardReader(), np.random.default_rng(7)
    seen = [reader.read(plain(deck, card, rng)) for card in DECK[:12]]
    assert {LINED} <= {one.reason for one in seen}
    assert COVERED not in {one.reason for one in seen}
    learned(reader, deck, DeckLayout(), rng)
    read = {card: reader.read(plain(deck, card, rng)).card for card in DECK[::3]}
    assert [card for card, told in read.items() if told not in (card, None)] == []
    assert sum(told is None for told in read.values()) <= 1


def test_a_finger_over_a_known_border_is_in_the_way() -> None:
    deck = bordered(random_deck(np.random.default_rng(1), "normal"))
    reader = CardReader()
    learned(reader, deck, DeckLayout(), np.random.default_rng(7))
    for code in ("9d", "3h", "5c"):
        assert reader.read(with_finger(deck, Card(code), "left", 0.2)).card is None


@pytest.mark.parametrize("seed", [5, 16, 48])
def test_a_lamp_that_hides_a_stroke_s_width_of_the_index_is_glare(
    deck: DrawnDeck, reader: CardReader, seed: int
) -> None:
    rng, card = np.random.default_rng(seed), Card("6h")
    frame = render_window(card, rng, CALIBRATED, deck, POSE)
    lit = mirrored_lamp(frame, index_place(deck, card, POSE), rng, (8, 5))
    seen = reader.read(lit)
    assert (seen.card, seen.reason) == (None, GLARE)
