"""However frames come, a card is named only when its own frames agree on it."""

from hypothesis import given, strategies as st

from controller.facts.cards import DECK, Card
from vision.cards.passes import CardJoiner, CardPassed
from vision.cards.sighting import KINDS, CardSighting

NOTHING = CardSighting("empty", None, 1.0, "")
ODD = st.sampled_from([kind for kind in KINDS if kind not in ("card", "joker")])
SIGHTINGS = st.one_of(
    st.sampled_from(DECK[:6]).map(lambda card: CardSighting("card", card, 1.0, "")),
    ODD.map(lambda kind: CardSighting(kind, None, 0.5, "")),
)


def results(frames: list[CardSighting]) -> list[CardPassed]:
    joiner = CardJoiner()
    found = [joiner.add(sighting, number / 60) for number, sighting in enumerate(frames)]
    return [passed for passed in found if passed is not None]


@given(st.lists(SIGHTINGS, max_size=40))
def test_a_named_card_was_seen_twice_for_every_time_it_is_named(
    frames: list[CardSighting],
) -> None:
    found = results([*frames, NOTHING, NOTHING])
    for card in {passed.card for passed in found if passed.card is not None}:
        named = sum(passed.card == card for passed in found)
        assert sum(sighting.card == card for sighting in frames) >= 2 * named


@given(
    st.lists(st.tuples(st.sampled_from(DECK), st.integers(2, 9), st.integers(2, 5)), max_size=20)
)
def test_cards_with_the_bed_between_them_come_out_one_by_one(
    drawn: list[tuple[Card, int, int]],
) -> None:
    frames: list[CardSighting] = []
    for card, seen, gap in drawn:
        frames += [CardSighting("card", card, 1.0, "")] * seen + [NOTHING] * gap
    assert [passed.card for passed in results(frames)] == [card for card, _, _ in drawn]


@given(st.lists(SIGHTINGS, min_size=1, max_size=20))
def test_frames_between_two_gaps_are_at_most_one_card_unless_the_bed_showed(
    frames: list[CardSighting],
) -> None:
    solid = [sighting for sighting in frames if sighting.kind not in ("empty", "dirty")]
    assert len(results([*solid, NOTHING, NOTHING])) <= 1
