"""Whatever the nets say, a card is named only when both readers name it, surely enough."""

from collections import Counter

import numpy as np
from hypothesis import given, strategies as st
from hypothesis.extra import numpy as npst

from controller.core.cards import DECK, Card
from vision.cards.judgement import THRESHOLDS, agreed, colour_fits
from vision.cards.leaning import leaned_to
from vision.cards.opinion import Opinion, opinion

scores = st.builds(
    opinion,
    npst.arrays(np.float32, 14, elements=st.floats(-20, 20, width=32)),
    npst.arrays(np.float32, 5, elements=st.floats(-20, 20, width=32)),
)


looks = st.lists(scores, min_size=1, max_size=2)


@given(corner=scores, glyph=scores)
def test_one_look_names_only_what_both_readers_favour(corner: Opinion, glyph: Opinion) -> None:
    verdict = agreed([corner], [glyph])
    if verdict.card is None:
        assert verdict.reason
    else:
        assert corner.chance_of(verdict.card) >= THRESHOLDS.support
        assert glyph.chance_of(verdict.card) >= THRESHOLDS.support
        assert 0 < verdict.confidence <= 1.0001


@given(corners=st.lists(scores, min_size=2, max_size=2), glyphs=looks)
def test_two_looks_never_name_what_one_reader_holds_unlikely(
    corners: list[Opinion], glyphs: list[Opinion]
) -> None:
    verdict = agreed(corners, glyphs)
    if verdict.card is not None:
        for reader in (corners, glyphs):
            chances = [one.chance_of(verdict.card) for one in reader]
            assert max(chances) >= THRESHOLDS.support


@given(corners=looks)
def test_one_reader_alone_never_names_a_card(corners: list[Opinion]) -> None:
    verdict = agreed(corners, [])
    assert verdict.card is None
    assert verdict.leaning is None


@given(corners=looks, glyphs=looks)
def test_a_named_card_is_also_the_one_it_leans_to(
    corners: list[Opinion], glyphs: list[Opinion]
) -> None:
    verdict = agreed(corners, glyphs)
    assert verdict.card is None or verdict.leaning is verdict.card


@given(named=st.lists(st.sampled_from(DECK[:3])), leaning=st.lists(st.sampled_from(DECK[:3])))
def test_frames_that_lean_to_different_cards_make_no_answer(
    named: list[Card], leaning: list[Card]
) -> None:
    card = leaned_to(Counter(named), Counter(leaning))
    if card is not None:
        assert set(named) | set(leaning) == {card}
        assert len(named) + len(leaning) >= 3


@given(card=st.sampled_from(DECK))
def test_black_and_red_ink_part_the_suits(card: Card) -> None:
    assert colour_fits(card, "red") != colour_fits(card, "black")
    assert colour_fits(card, "other")
