"""From places looked at to the dice in the cup, or the reason why not."""

from hypothesis import given, strategies as st

from vision.dice.decision import Looked, decide
from vision.dice.faces import Kind, Verdict
from vision.dice.shipped_nets import Peak


def place(
    kind: Kind,
    value: int | None = None,
    *,
    heat: float = 0.8,
    sure: float = 0.97,
    side: float = 40.0,
    x: float = 0.0,
) -> Looked:
    return Looked(Peak(x, 0.0, side, heat), Verdict(kind, value, sure))


def dice(*values: int) -> list[Looked]:
    return [place("value", value, x=100.0 * number) for number, value in enumerate(values)]


@given(st.lists(st.integers(1, 6), min_size=3, max_size=3))
def test_three_read_dice_are_the_answer(values: list[int]) -> None:
    sighting = decide(dice(*values), 3)
    assert (sighting.dice, sighting.sum) == (tuple(sorted(values)), sum(values))
    assert sighting.reason == ""


def test_confidence_is_that_of_the_weakest_die() -> None:
    weak = place("value", 4, sure=0.6, x=300.0)
    assert decide([*dice(1, 2), weak], 3).confidence == 0.6


def test_one_doubtful_die_spoils_the_answer() -> None:
    for kind in ("cocked", "hidden", "unsure"):
        sighting = decide([*dice(1, 2), place(kind, x=300.0)], 3)
        assert (sighting.dice, sighting.reason) == (None, kind)


def test_too_few_and_too_many_are_named() -> None:
    reasons = [decide(dice(*[3] * count), 3).reason for count in (0, 1, 2, 4, 6)]
    assert reasons == ["no dice", "one", "two", "four", "four"]


def test_a_cup_for_six_dice_wants_six() -> None:
    assert decide(dice(1, 2, 3, 4, 5, 6), 6).sum == 21


def test_a_pale_glint_beside_three_dice_does_not_matter() -> None:
    assert decide([*dice(1, 2, 3), place("unsure", heat=0.34, sure=0.5, x=400.0)], 3).dice


def test_a_warm_rival_beside_three_dice_does() -> None:
    for kind in ("unsure", "hidden", "cocked"):
        assert decide([*dice(1, 2, 3), place(kind, heat=0.6, x=400.0)], 3).reason == "four"


def test_what_the_namer_calls_nothing_rivals_only_when_it_is_the_hottest() -> None:
    beside = [place("nothing", heat=heat, x=400.0) for heat in (0.6, 0.9)]
    assert [decide([*dice(1, 2, 3), one], 3).dice for one in beside] == [(1, 2, 3), None]


def test_two_faces_of_a_leaning_die_are_no_fourth_die() -> None:
    faces = [place("unsure", x=400.0), place("unsure", x=430.0)]
    assert decide([*dice(1, 2), *faces], 3).reason == "cocked"
    apart = [place("unsure", x=400.0), place("unsure", x=445.0)]
    assert decide([*dice(1, 2), *apart], 3).reason == "four"


def test_a_die_of_another_size_is_not_counted() -> None:
    tiny = place("value", 5, side=15.0, x=400.0)
    assert decide([*dice(1, 2), tiny], 3).dice is None


def test_a_cold_die_counts_only_when_its_value_is_plain() -> None:
    pale, plain = (place("value", 5, heat=0.4, sure=sure, x=400.0) for sure in (0.7, 0.8))
    assert decide([*dice(1, 2), pale], 3).dice is None
    assert decide([*dice(1, 2), plain], 3).dice == (1, 2, 5)
    assert decide([*dice(1, 2), plain._replace(peak=plain.peak._replace(heat=0.3))], 3).dice is None


def test_what_nobody_can_name_rivals_the_dice_until_a_closer_look_finds_it_cold() -> None:
    glints = [place("unsure", heat=heat, sure=0.5, x=400.0) for heat in (0.6, 0.75)]
    closer = [decide([*dice(1, 2, 3), one], 3, is_closer=True).dice for one in glints]
    assert closer == [(1, 2, 3), None]
    assert [decide([*dice(1, 2, 3), one], 3).dice for one in glints] == [None, None]


places = st.builds(
    place,
    st.sampled_from(["value", "cocked", "hidden", "nothing", "unsure"]),
    st.integers(1, 6),
    heat=st.floats(0.3, 1.0),
    sure=st.floats(0.2, 1.0),
    side=st.floats(10, 90),
)


@given(st.lists(places, max_size=8))
def test_an_answer_has_exactly_the_dice_that_belong_there(looked: list[Looked]) -> None:
    sighting = decide(looked, 3)
    assert (sighting.dice is None) == bool(sighting.reason)
    if sighting.dice:
        assert len(sighting.dice) == len(sighting.faces) == 3
        assert sighting.sum == sum(sighting.dice)
