"""The figures of the card reader are counted and bounded as they should be."""

import numpy as np
import pytest

from vision.emulation.cards.deck import random_deck
from vision.training.duplicates import closest, deck_print, likeness
from vision.training.evaluation import Tally, upper_bound


@pytest.mark.parametrize(
    ("wrong", "answered", "bound"),
    [(0, 59, 0.0495), (0, 20_000, 0.0001498), (1, 100, 0.04656), (3, 10_000, 0.000775)],
)
def test_bounds_the_share_of_wrong_answers(wrong: int, answered: int, bound: float) -> None:
    assert upper_bound(wrong, answered) == pytest.approx(bound, rel=0.01)


def test_nothing_right_bounds_nothing() -> None:
    assert upper_bound(0, 0) == 1.0
    assert upper_bound(5, 5) == 1.0


def test_tallies_add_up() -> None:
    total = Tally(100, 90, 1) + Tally(100, 100, 0)
    assert total == Tally(200, 190, 1)
    assert total.share == 95
    assert "190 of 200 answered (95.00 %), 1 wrong" in str(total)


def test_one_typeface_under_two_names_is_found_out() -> None:
    rng = np.random.default_rng(71)
    decks = [random_deck(rng, "normal") for _ in range(3)]
    prints = {f"deck {i}": deck_print(deck) for i, deck in enumerate(decks)}
    assert likeness(prints["deck 0"], prints["deck 1"]) < 0.97
    worst = closest({"renamed": prints["deck 2"]}, prints)[0]
    assert (worst.one, worst.other) == ("renamed", "deck 2")
    assert worst.likeness == pytest.approx(1, abs=1e-4)
