"""All cards of a deck have their index at one place; one that stands elsewhere is not whole."""

import numpy as np

from vision.cards.glyphs import Box, Index
from vision.cards.layout import ENOUGH, MISPLACED, OFF_ITS_CORNER, DeckLayout

NO_INK = np.zeros((152, 76), np.uint8)


def index(top: int = 12, height: int = 30, suit: int = 20, left: int = 10) -> Index:
    below = top + height + 4
    return Index(Box(left, top, 18, height), Box(left - 1, below, 20, suit), NO_INK)


def known_deck() -> DeckLayout:
    layout = DeckLayout()
    for _ in range(ENOUGH):
        assert layout.objection(index(), "s") == ""
    return layout


def test_before_a_deck_is_known_any_index_fits() -> None:
    assert DeckLayout().objection(index(height=11), "s") == ""


def test_an_index_that_lost_its_upper_part_does_not_fit() -> None:
    layout = known_deck()
    assert layout.objection(index(top=22, height=20), "s") == MISPLACED
    assert layout.objection(index(), "s") == ""


def test_a_suit_mark_cut_from_below_does_not_fit() -> None:
    assert known_deck().objection(index(suit=14), "s") == MISPLACED


def test_a_whole_index_at_another_place_is_a_second_cards() -> None:
    layout = known_deck()
    assert layout.objection(index(top=30), "s") == OFF_ITS_CORNER
    assert layout.objection(index(left=24), "s") == OFF_ITS_CORNER
    assert layout.objection(index(), "s") == ""


def test_marks_are_compared_within_their_suit() -> None:
    layout = DeckLayout()
    for _ in range(ENOUGH):
        assert layout.objection(index(), "s") == ""
        assert layout.objection(index(suit=24), "d") == ""
    assert layout.objection(index(suit=19), "s") == ""
    assert layout.objection(index(suit=19), "d") == MISPLACED


def test_letters_of_one_typeface_may_differ_a_little() -> None:
    layout = known_deck()
    assert layout.objection(index(top=13, height=32), "s") == ""
    assert layout.objection(index(top=11, height=28, suit=19), "s") == ""


def test_another_deck_is_learned_after_some_cards() -> None:
    layout = known_deck()
    seen = [layout.objection(index(top=20, height=44, suit=30), "s") for _ in range(60)]
    assert seen[0] == MISPLACED
    assert seen[-1] == ""
    assert layout.objection(index(), "s") == MISPLACED


def test_a_hand_now_and_then_teaches_nothing() -> None:
    layout = known_deck()
    for _ in range(40):
        assert layout.objection(index(height=18), "s") == MISPLACED
        assert layout.objection(index(), "s") == ""


def test_only_a_deck_that_prints_at_the_very_edge_may_seem_to_run_off_it() -> None:
    at_edge = DeckLayout()
    for _ in range(ENOUGH):
        assert at_edge.objection(index(top=5), "s") == ""
    assert at_edge.is_at_edge
    assert not known_deck().is_at_edge
    assert not DeckLayout().is_at_edge
