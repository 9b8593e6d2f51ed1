"""The reader names every card of a typeface it never saw, and refuses everything else."""

from pathlib import Path

import numpy as np
import pytest

from controller.facts.cards import DECK, Card
from vision.cards.geometry import WindowGeometry
from vision.cards.reader import CardReader
from vision.cards.straight import RIGHT_EDGE
from vision.emulation.cards import oddities
from vision.emulation.cards.deck import DrawnDeck, random_deck
from vision.emulation.cards.optics import CLEAN
from vision.emulation.cards.window import Oddity, Pose, render_window
from vision.models.files import ModelFileError, read_model
from vision.picture.frame import Frame
from vision.training.evaluation import inside
from vision.training.trial_rows import CALIBRATED, ROWS, Shown
from vision.training.trials import drawn_decks

SEED = 41_000


@pytest.fixture(scope="module")
def reader() -> CardReader:
    return CardReader()


@pytest.fixture(scope="module")
def deck() -> DrawnDeck:
    return random_deck(np.random.default_rng([SEED, 1]), "normal")


def test_reads_nearly_every_card_of_an_unseen_typeface_and_none_wrong(
    reader: CardReader, deck: DrawnDeck
) -> None:
    rng = np.random.default_rng([SEED, 2])
    seen = {card: reader.read(render_window(card, rng, "clean", deck)) for card in DECK}
    wrong = {card for card, sighting in seen.items() if sighting.card not in (card, None)}
    read = [card for card, sighting in seen.items() if sighting.card is card]
    assert not wrong
    assert len(read) >= 50


@pytest.mark.parametrize("level", ["mid", "hard"])
def test_never_names_a_wrong_card(reader: CardReader, level: str) -> None:
    rng = np.random.default_rng([SEED, 3])
    decks = [random_deck(rng, "normal") for _ in range(4)]
    answers = []
    for i in range(60):
        card = DECK[int(rng.integers(52))]
        answers.append((card, reader.read(render_window(card, rng, level, decks[i % 4])).card))
    assert all(read in (card, None) for card, read in answers)
    assert sum(read is card for card, read in answers) > 45


def test_reads_a_jumbo_index(reader: CardReader) -> None:
    rng = np.random.default_rng([SEED, 4])
    deck = random_deck(rng, "jumbo")
    cards = DECK[::4]
    frames = (render_window(card, rng, "clean", deck, Pose(3, 1, 0.3)) for card in cards)
    answers = [reader.read(frame).card for frame in frames]
    assert all(read in (card, None) for card, read in zip(cards, answers, strict=True))
    assert sum(read is not None for read in answers) >= 10


@pytest.mark.parametrize(
    ("odd", "kinds"),
    [
        ("empty", {"empty"}),
        ("dirty", {"dirty", "empty"}),
        ("back", {"back"}),
        ("boxed", {"boxed"}),
        ("cut-card", {"cut-card"}),
        ("finger", {"finger", "unreadable"}),
        ("sun", {"unreadable"}),
        ("texture", {"unreadable"}),
        ("two-cards", {"two-cards"}),
        ("joker", {"joker"}),
    ],
)
def test_says_what_it_is_when_it_is_no_card(
    reader: CardReader, odd: Oddity, kinds: set[str]
) -> None:
    rng = np.random.default_rng([SEED, 5])
    seen = [reader.read(render_window(odd, rng, "clean")) for _ in range(12)]
    assert sum(sighting.kind in kinds for sighting in seen) >= 9
    assert all(sighting.reason for sighting in seen if sighting.kind != "card")


@pytest.mark.parametrize("odd", ["empty", "dirty", "back", "boxed", "cut-card", "texture"])
def test_never_takes_anything_else_for_a_card(reader: CardReader, odd: Oddity) -> None:
    rng = np.random.default_rng([SEED, 6])
    seen = [reader.read(render_window(odd, rng, "hard")) for _ in range(25)]
    assert all(sighting.kind != "card" for sighting in seen)


def test_refuses_noise_and_photographs_of_other_things(reader: CardReader) -> None:
    rng = np.random.default_rng([SEED, 7])
    noise = [rng.integers(0, 255, (320, 240, 3), dtype=np.uint8) for _ in range(10)]
    natural = [render_window("texture", rng, "mid") for _ in range(30)]
    assert all(reader.read(frame).card is None for frame in [*noise, *natural])


def test_a_picture_of_another_shape_is_refused_with_both_sizes(reader: CardReader) -> None:
    sighting = reader.read(np.zeros((720, 1280, 3), np.uint8))
    assert sighting.kind == "unreadable"
    assert sighting.reason == "the picture is 1280x720, the window 240x320; calibrate the camera"


def test_reads_the_window_out_of_a_larger_picture(deck: DrawnDeck) -> None:
    card = Card("5d")
    window = render_window(card, np.random.default_rng([SEED, 8]), "clean", deck, Pose(5, 4, 0))
    frame = np.zeros((480, 640, 3), np.uint8)
    frame[100:420, 200:440] = window
    reader = CardReader(WindowGeometry(left_px=200, top_px=100))
    assert reader.read(frame) == CardReader().read(window)


def test_a_window_outside_the_picture_is_refused() -> None:
    reader = CardReader(WindowGeometry(left_px=500, top_px=100))
    assert "calibrate" in reader.read(np.zeros((480, 640, 3), np.uint8)).reason


def test_answers_an_unchanged_frame_from_the_last_reading(deck: DrawnDeck) -> None:
    reader = CardReader()
    frame = render_window(Card("9h"), np.random.default_rng([SEED, 9]), "clean", deck)
    jitter = np.random.default_rng(1).integers(0, 3, frame.shape, dtype=np.uint8)
    noisy: Frame = np.clip(frame.astype(int) + jitter - 1, 0, 255).astype(np.uint8)
    assert reader.read(noisy) is reader.read(frame)


def test_a_changed_frame_is_read_again(deck: DrawnDeck) -> None:
    reader = CardReader()
    rng = np.random.default_rng([SEED, 10])
    first, second = (
        reader.read(render_window(card, rng, "clean", deck, Pose(4, 4, 0)))
        for card in (Card("9h"), Card("6h"))
    )
    assert first is not second
    assert (first.card, second.card) != (second.card, first.card)


def test_names_a_missing_or_damaged_model(tmp_path: Path) -> None:
    with pytest.raises(ModelFileError, match=r"gone\.onnx: the shipped model is missing; install"):
        read_model(tmp_path / "gone.onnx")
    damaged = tmp_path / "net.onnx"
    damaged.write_bytes(b"not a net")
    with pytest.raises(ModelFileError, match=r"net\.onnx: the shipped model is damaged; install"):
        read_model(damaged)


def test_a_printed_frame_alone_is_no_joker(reader: CardReader) -> None:
    rng = np.random.default_rng(70_001)
    framed = [random_deck(rng) for _ in range(27)][-1]
    turned, jack = ROWS["card turned 90 degrees"], Card("Jd")
    for seed in (6, 14, 21, 36, 37, 74):
        pose = inside(framed, jack, np.random.default_rng(seed), CLEAN)
        frame = turned.draw(Shown(framed, jack, pose, np.random.default_rng(seed)))
        assert reader.read(frame).card is None


def test_a_card_whose_right_edge_is_seen_is_mirrored_and_not_read(reader: CardReader) -> None:
    deck = random_deck(np.random.default_rng([SEED, 2]), "normal")
    rng = np.random.default_rng(3)
    frame = render_window(Card("As"), rng, CALIBRATED, deck, Pose(9.5, 4.0, 0.0))
    assert reader.read(frame).card is Card("As")
    seen = reader.read(np.ascontiguousarray(frame[:, ::-1]))
    assert (seen.card, seen.reason) == (None, RIGHT_EDGE)


@pytest.fixture(scope="module")
def large() -> DrawnDeck:
    """A deck with a large index, whose letters a finger or another letter may look like."""
    deck = drawn_decks()[6]
    assert isinstance(deck, DrawnDeck)
    return deck


def test_a_large_b_is_no_eight(
    reader: CardReader, large: DrawnDeck, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(oddities, "OTHER_LETTERS", "B")
    rng = np.random.default_rng([SEED, 12])
    row = ROWS["index of another game"]
    for number in range(60):
        pose = inside(large, DECK[number % 52], rng, CLEAN)
        assert reader.read(row.draw(Shown(large, DECK[number % 52], pose, rng))).card is None
