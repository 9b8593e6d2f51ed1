"""Whatever the nets say, a card is named only when both readers name it, surely enough."""

import numpy as np
from hypothesis import given, strategies as st
from hypothesis.extra import numpy as npst

from controller.core.cards import DECK, Card
from vision.cards.judgement import THRESHOLDS, agreed, colour_fits
from vision.cards.opinion import Opinion, averaged, opinion

scores = st.builds(
    opinion,
    npst.arrays(np.float32, 14, elements=st.floats(-20, 20, width=32)),
    npst.arrays(np.float32, 5, elements=st.floats(-20, 20, width=32)),
)


@given(corner=scores, glyph=scores)
def test_names_only_what_both_readers_name_surely(corner: Opinion, glyph: Opinion) -> None:
    verdict = agreed(corner, glyph)
    if verdict.card is None:
        assert verdict.reason
    else:
        assert corner.card is glyph.card is verdict.card
        assert corner.chance_of(verdict.card) >= THRESHOLDS.each
        assert glyph.chance_of(verdict.card) >= THRESHOLDS.each
        assert 0 < verdict.confidence <= 1.0001


@given(corner=scores)
def test_one_reader_alone_never_names_a_card(corner: Opinion) -> None:
    assert agreed(corner, None).card is None


@given(one=scores, other=scores)
def test_two_looks_are_never_surer_than_the_surest(one: Opinion, other: Opinion) -> None:
    both = averaged(one, other)
    assert both.ranks.max() <= max(one.ranks.max(), other.ranks.max()) + 1e-5
    assert both.suits.max() <= max(one.suits.max(), other.suits.max()) + 1e-5
    assert abs(float(both.ranks.sum()) - 1) < 1e-3


@given(card=st.sampled_from(DECK))
def test_black_and_red_ink_part_the_suits(card: Card) -> None:
    assert colour_fits(card, "red") != colour_fits(card, "black")
    assert colour_fits(card, "other")
