"""Rendered dice: the picture shows what the truth says."""

import numpy as np
import pytest

from vision.emulation.dice.cup import render_scene
from vision.emulation.dice.die import AXES, standing


def seeded(seed: int) -> np.random.Generator:
    return np.random.default_rng((5, seed))


def test_same_seed_gives_the_same_picture() -> None:
    first, second = (render_scene((1, 4, 6), seeded(3), size=(200, 160)).frame for _ in range(2))
    assert first.shape == (160, 200, 3)
    assert first.dtype == np.uint8
    assert np.array_equal(first, second)


def test_truth_keeps_values_and_order() -> None:
    scene = render_scene((6, 1, 3), seeded(1), size=(240, 240))
    assert [die.value for die in scene.dice] == [6, 1, 3]
    assert [len(die.pips) for die in scene.dice] == [6, 1, 3]


@pytest.mark.parametrize("seed", range(6))
def test_dice_lie_inside_the_picture_and_apart(seed: int) -> None:
    scene = render_scene((2, 3, 5), seeded(seed), size=(240, 240))
    for die in scene.dice:
        assert 0 < die.x < 240
        assert 0 < die.y < 240
    places = [np.array((die.x, die.y)) for die in scene.dice]
    nearest = min(np.linalg.norm(a - b) for a in places for b in places if a is not b)
    assert nearest > 0.7 * min(die.side for die in scene.dice)


@pytest.mark.parametrize("seed", range(6))
def test_a_cocked_die_shows_no_face_plainly(seed: int) -> None:
    scene = render_scene((2, 3, 5), seeded(seed), size=(160, 160), trouble="cocked")
    assert sum(die.best_angle > 35 for die in scene.dice) == 1


def test_fingers_hide_a_die() -> None:
    scene = render_scene((2, 3, 5), seeded(4), size=(240, 240), trouble="hidden")
    assert min(die.seen for die in scene.dice) < 0.5


def test_an_empty_cup_can_be_drawn() -> None:
    assert render_scene((), seeded(0), size=(160, 120)).dice == ()


@pytest.mark.parametrize("value", range(1, 7))
def test_standing_puts_the_value_on_top(value: int) -> None:
    turn = standing(value, 0.7, 0.0, 0.0)
    axis, sign = AXES[value]
    assert turn[2, axis] * sign == pytest.approx(1.0, abs=1e-5)
    assert np.allclose(turn @ turn.T, np.eye(3), atol=1e-5)
    assert np.linalg.det(turn) == pytest.approx(1.0, abs=1e-4)


def test_opposite_faces_add_up_to_seven() -> None:
    for value, (axis, sign) in AXES.items():
        assert AXES[7 - value] == (axis, -sign)
