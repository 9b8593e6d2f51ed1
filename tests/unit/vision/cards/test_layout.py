"""All cards of a deck have their index at one place; one that stands elsewhere is not whole."""

import numpy as np

from vision.cards.glyphs import Box, Index
from vision.cards.layout import CUT_MARK, ENOUGH, MISPLACED, OFF_ITS_CORNER, DeckLayout

NO_INK = np.zeros((152, 76), np.uint8)


def index(top: int = 12, height: int = 30, suit: int = 20, left: int = 10) -> Index:
    below = top + height + 4
    return Index(Box(left, top, 18, height), Box(left - 1, below, 20, suit), NO_INK)


def shown(layout: DeckLayout, found: Index, suit: str = "s") -> str:
    """What is objected to an index, which then is learned or counted as a reader does."""
    objection = layout.objection(found, suit)
    if objection:
        layout.take_for_stranger()
    else:
        layout.learn(found, suit)
    return objection


def known_deck() -> DeckLayout:
    layout = DeckLayout()
    for _ in range(ENOUGH):
        assert shown(layout, index()) == ""
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


def test_a_whole_index_a_little_off_its_place_is_doubted_only() -> None:
    layout = known_deck()
    assert layout.is_shifted(index(top=15), "s")
    assert layout.is_shifted(index(left=13), "s")
    assert not layout.is_shifted(index(top=13, left=11), "s")
    assert not layout.is_shifted(index(top=20, height=20), "s")
    assert layout.objection(index(top=15, left=13), "s") == ""
    assert not DeckLayout().is_shifted(index(top=30), "s")


def test_a_mark_cut_from_the_side_lies_under_another_card() -> None:
    layout, cut = known_deck(), index()
    mark = cut.suit._replace(width=cut.suit.width - 4)
    assert layout.objection(Index(cut.rank, mark, NO_INK), "s") == CUT_MARK
    assert layout.objection(Index(cut.rank, mark, NO_INK), "h") == ""


def test_what_was_not_told_teaches_nothing() -> None:
    layout = known_deck()
    for _ in range(200):
        assert layout.objection(index(top=15), "s") == ""
    assert layout.is_shifted(index(top=15), "s")


def test_marks_are_compared_within_their_suit() -> None:
    layout = DeckLayout()
    for _ in range(ENOUGH):
        assert shown(layout, index()) == ""
        assert shown(layout, index(suit=24), "d") == ""
    assert shown(layout, index(suit=19)) == ""
    assert shown(layout, index(suit=19), "d") == MISPLACED


def test_letters_of_one_typeface_may_differ_a_little() -> None:
    layout = known_deck()
    assert shown(layout, index(top=13, height=32)) == ""
    assert shown(layout, index(top=11, height=28, suit=19)) == ""


def test_another_deck_is_learned_after_some_cards() -> None:
    layout = known_deck()
    seen = [shown(layout, index(top=20, height=44, suit=30)) for _ in range(60)]
    assert seen[0] == MISPLACED
    assert seen[-1] == ""
    assert shown(layout, index()) == MISPLACED


def test_a_hand_now_and_then_teaches_nothing() -> None:
    layout = known_deck()
    for _ in range(40):
        assert shown(layout, index(height=18)) == MISPLACED
        assert shown(layout, index()) == ""


def test_only_a_deck_that_prints_at_the_very_edge_may_seem_to_run_off_it() -> None:
    at_edge = DeckLayout()
    for _ in range(ENOUGH):
        assert shown(at_edge, index(top=5)) == ""
    assert at_edge.is_at_edge
    assert not known_deck().is_at_edge
    assert not DeckLayout().is_at_edge
