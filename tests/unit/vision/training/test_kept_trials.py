"""A campaign that was cut goes on where it was; what another reader did is not added to it."""

from pathlib import Path

import numpy as np
import pytest

from controller.facts.cards import DECK
from vision.emulation.cards.deck import Art, random_deck
from vision.training.evaluation import fits_window
from vision.training.kept_trials import KeptTrials, campaign, reader_digest
from vision.training.trials import drawn_decks

ROWS = ["whole index, clean, one frame", "bare corner"]


class Decks:
    """One deck a part, and the parts that were asked for."""

    def __init__(self) -> None:
        self.asked: list[int] = []

    def __call__(self, part: int) -> list[Art]:
        self.asked.append(part)
        return [random_deck(np.random.default_rng(part), "normal")]


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "trials.json"


def test_a_campaign_goes_on_where_it_was_left(file: Path) -> None:
    decks, first = Decks(), KeptTrials(file, "this reader")
    shown = campaign(first, ROWS, 12, decks, size=4)
    assert [next(shown) for _ in range(3)] == [*ROWS, ROWS[0]]
    later = KeptTrials(file, "this reader")
    assert [later.of(name).shown for name in ROWS] == [8, 4]
    assert list(campaign(later, ROWS, 12, decks, size=4)) == [ROWS[1], *ROWS]
    assert [later.of(name).parts for name in ROWS] == [3, 3]
    assert decks.asked == [1, 2, 2, 3]
    assert list(campaign(later, ROWS, 12, decks, size=4)) == []


def test_the_sums_are_those_of_its_parts(file: Path) -> None:
    kept = KeptTrials(file, "this reader")
    list(campaign(kept, ROWS, 8, Decks(), size=4))
    whole, bare = (kept.outcome(name) for name in ROWS)
    assert (whole.tally.shown, whole.tally.wrong) == (8, 0)
    assert whole.tally.answered >= 6
    assert (bare.tally.shown, bare.tally.answered) == (8, 0)
    assert bare.bound == pytest.approx(0.312, abs=0.001)


def test_another_reader_begins_anew(file: Path) -> None:
    list(campaign(KeptTrials(file, "this reader"), ROWS[1:], 4, Decks(), size=4))
    assert KeptTrials(file, "this reader").of(ROWS[1]).shown == 4
    assert KeptTrials(file, "another").of(ROWS[1]).shown == 0


def test_a_reader_has_one_name() -> None:
    assert reader_digest() == reader_digest()
    assert len(reader_digest()) == 16


def test_every_part_shows_other_decks_whose_index_fits_the_window() -> None:
    first, second, again = (drawn_decks(part) for part in (1, 2, 1))
    assert [deck.boxes(DECK[0]) for deck in first] == [deck.boxes(DECK[0]) for deck in again]
    assert first[0].boxes(DECK[0]) != second[0].boxes(DECK[0])
    assert all(fits_window(deck) for deck in (*first, *second, *drawn_decks()))
