"""Two readers that must agree on what a die shows."""

import numpy as np
import pytest
from hypothesis import given, strategies as st

from vision.dice.faces import is_face, is_spread, judge, judge_views
from vision.dice.shipped_nets import Naming
from vision.emulation.dice.dice_style import choose_look
from vision.emulation.dice.die import DieLook, pip_places
from vision.picture.frame import Floats

SIDE = 28.0
Lean = tuple[float, float, float]
values = st.integers(1, 6)
looks = st.integers(0, 500).map(lambda seed: choose_look(np.random.default_rng(seed)))
# A die that leans more is not read at all.
leans = st.tuples(st.floats(0.85, 1.0), st.floats(0, 6.3), st.floats(-0.15, 0.15))


def pips_of(value: int, look: DieLook, lean: Lean) -> Floats:
    """The pips of a face, seen from the side a little and turned."""
    squeeze, turn, skew = lean
    c, s = np.cos(turn), np.sin(turn)
    change = np.array([[squeeze, skew], [0.0, 1.0]]) @ np.array([[c, -s], [s, c]])
    places = np.array(pip_places(value, look)) @ change.T * SIDE + 24
    return np.column_stack([places, np.full(value, 0.95)]).astype(np.float32)


def named(label: int, chance: float = 0.99) -> Naming:
    chances = np.full(9, (1 - chance) / 8, np.float32)
    chances[label] = chance
    return Naming(chances, (0.0, 0.0))


@given(values, looks, leans)
def test_a_face_seen_askew_is_still_a_face(value: int, look: DieLook, lean: Lean) -> None:
    assert is_face(pips_of(value, look, lean)[:, :2], SIDE)


@given(st.integers(3, 6), looks, leans, st.integers(0, 5), st.floats(0, 6.3))
def test_a_pip_out_of_place_spoils_a_face(
    value: int, look: DieLook, lean: Lean, which: int, way: float
) -> None:
    pips = pips_of(value, look, lean)[:, :2]
    pips[which % value] += 0.45 * SIDE * np.array((np.cos(way), np.sin(way)))
    gaps = np.linalg.norm(pips[:, None] - pips[None], axis=2) + 99 * np.eye(value)
    if gaps.min() > 0.15 * SIDE:
        assert not (is_face(pips, SIDE) and is_spread(pips, SIDE))


@given(values, looks, leans)
def test_name_and_pips_that_agree_are_a_value(value: int, look: DieLook, lean: Lean) -> None:
    verdict = judge(named(value - 1), pips_of(value, look, lean), SIDE)
    assert (verdict.kind, verdict.value) == ("value", value)


@given(values, values, looks, leans)
def test_name_and_pips_that_differ_are_never_a_value(
    name: int, value: int, look: DieLook, lean: Lean
) -> None:
    verdict = judge(named(name - 1), pips_of(value, look, lean), SIDE)
    assert (verdict.value is None) == (name != value)


def test_a_faint_extra_pip_is_a_doubt() -> None:
    look = choose_look(np.random.default_rng(1))
    pips = pips_of(4, look, (1.0, 0.0, 0.0))
    faint = np.vstack([pips, np.array([[24, 24, 0.3]], np.float32)])
    assert judge(named(3), faint, SIDE).kind == "unsure"


def test_one_pale_pip_is_no_doubt_when_name_and_pattern_are_plain() -> None:
    pips = pips_of(5, choose_look(np.random.default_rng(1)), (1.0, 0.0, 0.0))
    pips[4, 2] = 0.4
    assert judge(named(4), pips, SIDE).value == 5
    assert judge(named(4, 0.95), pips, SIDE).kind == "unsure"
    pips[3, 2] = 0.4
    assert judge(named(4), pips, SIDE).kind == "unsure"


def with_speck(pips: Floats, x: float, y: float, heat: float = 0.3) -> Floats:
    return np.vstack([pips, np.array([[x, y, heat]], np.float32)])


def test_a_speck_beside_bright_pips_is_left_out_when_all_views_name_the_die() -> None:
    pips = pips_of(1, choose_look(np.random.default_rng(1)), (1.0, 0.0, 0.0))
    views = [with_speck(pips, 13, 14), pips, with_speck(pips, 30, 12)]
    assert judge_views([named(0)] * 3, views, SIDE).value == 1
    assert judge_views([named(0, 0.9)] * 3, views, SIDE).kind == "unsure"
    darker = [with_speck(pips, 13, 14, 0.45)] * 3
    assert judge_views([named(0)] * 3, darker, SIDE).kind == "unsure"


def test_a_speck_that_would_complete_a_face_stays_a_doubt() -> None:
    pips = pips_of(4, choose_look(np.random.default_rng(1)), (1.0, 0.0, 0.0))
    assert judge_views([named(3)] * 3, [with_speck(pips, 24, 24)] * 3, SIDE).kind == "unsure"


def test_a_weak_name_is_a_doubt() -> None:
    look = choose_look(np.random.default_rng(1))
    assert judge(named(3, 0.6), pips_of(4, look, (1.0, 0.0, 0.0)), SIDE).kind == "unsure"


@pytest.mark.parametrize(("label", "kind"), [(6, "cocked"), (7, "hidden"), (8, "nothing")])
def test_other_names_say_why_there_is_no_value(label: int, kind: str) -> None:
    assert judge(named(label), np.zeros((0, 3), np.float32), SIDE).kind == kind
