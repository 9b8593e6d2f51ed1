"""Whatever the nets say, a card is named only when both readers name it, surely enough."""

from hypothesis import example, given, strategies as st

from controller.facts.cards import DECK, Card
from vision.cards.judgement import (
    MAY_BE_TWO,
    THRESHOLDS,
    TWO_AT_A_GLANCE,
    TWO_CLOSELY,
    agreed,
    colour_fits,
)
from vision.cards.opinion import Opinion, opinion
from vision.cards.sighting import CardSighting
from vision.cards.votes import joined

scores = st.builds(
    opinion,
    st.lists(st.floats(-20, 20), min_size=14, max_size=14),
    st.lists(st.floats(-20, 20), min_size=5, max_size=5),
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


sightings = st.builds(
    CardSighting,
    kind=st.sampled_from(("card", "unreadable")),
    card=st.none() | st.sampled_from(DECK[:3]),
    confidence=st.floats(0, 1),
    reason=st.just("blurred"),
    leaning=st.none() | st.sampled_from(DECK[:3]),
)


@given(frames=st.lists(sightings, min_size=2, max_size=6))
def test_no_card_is_told_that_two_frames_have_not_named(frames: list[CardSighting]) -> None:
    told = joined(frames)
    if told.card is not None:
        assert sum(one.card is told.card for one in frames) >= 2
        assert {one.card for one in frames} <= {told.card, None}


@given(card=st.sampled_from(DECK))
def test_black_and_red_ink_part_the_suits(card: Card) -> None:
    assert colour_fits(card, "red") != colour_fits(card, "black")
    assert colour_fits(card, "other")


@example(scene=0.0, corner=0.375)
@example(scene=0.4, corner=MAY_BE_TWO)
@given(scene=st.floats(0, 1), corner=st.floats(0, 1))
def test_whatever_is_called_two_cards_closely_was_not_named_at_a_glance(
    scene: float, corner: float
) -> None:
    agree = (scene < 0.5) == (corner < 0.5)
    if agree and TWO_CLOSELY.suspected(scene, corner):
        assert corner > MAY_BE_TWO or TWO_AT_A_GLANCE.suspected(scene, corner)


@given(chance=st.floats(0, 1), higher=st.floats(0, 1), other=st.floats(0, 1))
def test_a_higher_chance_of_two_cards_never_lifts_a_suspicion(
    chance: float, higher: float, other: float
) -> None:
    low, high = sorted((chance, higher))
    for rule in (TWO_AT_A_GLANCE, TWO_CLOSELY):
        assert rule.suspected(high, other) >= rule.suspected(low, other)
        assert rule.suspected(other, high) >= rule.suspected(other, low)
