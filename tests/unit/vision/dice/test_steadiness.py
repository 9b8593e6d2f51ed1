"""Steady dice: one answer for one throw, whatever single frames say."""

from hypothesis import given, strategies as st

from vision.dice.sighting import DiceSighting, DieFace
from vision.dice.steadiness import Steadiness, SteadyDice

SIDE = 40.0


def thrown(*values: int, shift: float = 0.0) -> DiceSighting:
    faces = tuple(
        DieFace(100.0 * place + shift, 50.0, SIDE, value, 0.99)
        for place, value in enumerate(values)
    )
    return DiceSighting(tuple(sorted(values)), sum(values), 0.99, "", faces)


UNSURE = DiceSighting(None, None, 0.0, "unsure")
EMPTY = DiceSighting(None, None, 0.0, "no dice")


def said(frames: list[DiceSighting], gap_s: float = 0.1) -> list[DiceSighting]:
    steady = SteadyDice()
    heard = [steady.add(sighting, number * gap_s) for number, sighting in enumerate(frames)]
    return [sighting for sighting in heard if sighting]


def test_speaks_once_while_dice_lie_still() -> None:
    assert [s.dice for s in said([thrown(1, 2, 3)] * 30)] == [(1, 2, 3)]


def test_waits_three_tenths_of_a_second_even_with_many_frames() -> None:
    assert said([thrown(1, 2, 3)] * 30, gap_s=0.01) == []


def test_waits_for_three_frames_even_when_they_are_slow() -> None:
    assert said([thrown(1, 2, 3)] * 2, gap_s=1.0) == []


def test_is_silent_while_dice_roll() -> None:
    rolling = [thrown(1, 2, 3, shift=20.0 * step) for step in range(30)]
    assert said(rolling) == []


def test_one_unsure_frame_does_not_make_it_speak_twice() -> None:
    still = [thrown(4, 4, 5)] * 6
    assert len(said([*still, UNSURE, *still])) == 1


def test_speaks_again_after_the_cup_was_empty() -> None:
    still = [thrown(4, 4, 5)] * 6
    assert [s.dice for s in said([*still, *[EMPTY] * 6, *still])] == [(4, 4, 5), None, (4, 4, 5)]


def test_same_values_elsewhere_are_a_new_throw() -> None:
    before, after = [thrown(6, 6, 6)] * 6, [thrown(6, 6, 6, shift=35.0)] * 6
    assert len(said([*before, *after])) == 2


def test_faces_in_another_order_are_the_same_dice() -> None:
    one = thrown(2, 3, 5)
    other = DiceSighting(one.dice, one.sum, one.confidence, "", one.faces[::-1])
    assert len(said([one, other] * 5)) == 1


def test_steady_trouble_is_told_too() -> None:
    assert [s.reason for s in said([UNSURE] * 6)] == ["unsure"]


@given(st.lists(st.sampled_from([thrown(1, 2, 3), thrown(1, 2, 4), UNSURE, EMPTY]), max_size=60))
def test_what_is_said_was_seen_in_the_last_frames(frames: list[DiceSighting]) -> None:
    rule = Steadiness(frames=3, seconds=0.0)
    steady = SteadyDice(rule)
    last = None
    for number, sighting in enumerate(frames):
        heard = steady.add(sighting, number * 0.1)
        if heard:
            assert frames[number - 2 : number + 1] == [heard] * 3
            assert heard != last
            last = heard
