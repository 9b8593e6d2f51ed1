"""Frames of one card, joined: whatever the order, never a card that no two frames name."""

from random import Random

from hypothesis import given, strategies as st

from controller.facts.cards import DECK, Card
from vision.cards.sighting import KINDS, CardSighting
from vision.cards.votes import joined

CARDS = DECK[:3]
UNNAMED = [kind for kind in KINDS if kind not in ("card", "joker")]

named = st.builds(
    lambda card, sure: CardSighting("card", card, sure, ""),
    st.sampled_from(CARDS),
    st.floats(0.5, 1),
)
unnamed = st.builds(
    lambda kind: CardSighting(kind, None, 0.0, f"a {kind}"), st.sampled_from(UNNAMED)
)
frames = st.lists(st.one_of(named, unnamed), min_size=1, max_size=8)


@given(frames)
def test_a_card_needs_two_frames_and_no_contradiction(seen: list[CardSighting]) -> None:
    votes = [one.card for one in seen if one.card is not None]
    answer = joined(seen)
    if answer.card is not None:
        assert set(votes) == {answer.card}
        assert len(votes) >= min(2, len(seen))
        assert answer.reason == ""
    else:
        assert answer.reason


@given(frames, st.randoms())
def test_the_order_of_frames_does_not_matter(seen: list[CardSighting], rng: Random) -> None:
    mixed = list(seen)
    rng.shuffle(mixed)
    assert joined(mixed).card == joined(seen).card


@given(frames, st.sampled_from(CARDS))
def test_another_frame_never_changes_one_card_into_another(
    seen: list[CardSighting], card: Card
) -> None:
    before = joined(seen).card
    after = joined([*seen, CardSighting("card", card, 0.9, "")]).card
    assert before is None or after in (None, before)


def test_frames_that_mostly_show_a_back_are_no_card() -> None:
    back = CardSighting("back", None, 0.9, "a card's back")
    face = CardSighting("card", CARDS[0], 0.9, "")
    assert joined([face, face, back, back, back]).card is None
    assert joined([face, face, face, back]).card is CARDS[0]


def test_confidence_grows_with_agreeing_frames() -> None:
    face = CardSighting("card", CARDS[0], 0.9, "")
    assert joined([face] * 3).confidence > joined([face] * 2).confidence
