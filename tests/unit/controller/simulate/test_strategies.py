"""Players who mean to win decide by what they hold."""

import pytest

from controller.facts.cards import Card
from controller.simulate.strategies.poker import (
    plays_five,
    plays_flop,
    plays_pocket,
    plays_river,
    plays_three,
)


def cards(text: str) -> tuple[Card, ...]:
    return tuple(Card(code) for code in text.split())


@pytest.mark.parametrize(
    ("held", "plays"), [("Qd 6c 4h", True), ("Qd 6c 3h", False), ("2d 2c 3h", True)]
)
def test_three_cards_play_from_queen_six_four_on(held: str, plays: bool) -> None:
    assert plays_three(cards(held)) is plays


@pytest.mark.parametrize(
    ("held", "plays"),
    [("Ad Kc Jh 8s 3d", True), ("Ad Kc Jh 8s 2d", False), ("2d 2c 3h 4s 5d", True)],
)
def test_five_cards_play_from_ace_king_jack_eight_three_on(held: str, plays: bool) -> None:
    assert plays_five(cards(held)) is plays


@pytest.mark.parametrize(
    ("held", "plays"),
    [
        ("3d 3c", True),
        ("2d 2c", False),
        ("Ad 2c", True),
        ("Kd 2d", True),
        ("Kd 4c", False),
        ("Qd 6d", True),
        ("Qd 7c", False),
        ("Jd Tc", True),
        ("Td 9d", False),
    ],
)
def test_two_cards_play_at_once_when_they_are_good(held: str, plays: bool) -> None:
    assert plays_pocket(cards(held)) is plays


@pytest.mark.parametrize(
    ("held", "flop", "plays"),
    [
        ("7d 2c", "7h Ks 9c", True),
        ("2d 2c", "7h Ks 9c", False),
        ("Td 2d", "7d Kd 9c", True),
        ("9d 2d", "7d Kd 8c", False),
    ],
)
def test_the_flop_is_played_with_an_own_pair_or_a_high_draw(
    held: str, flop: str, plays: bool
) -> None:
    assert plays_flop(cards(held), cards(flop)) is plays


@pytest.mark.parametrize(
    ("held", "community", "plays"),
    [("7d 2c", "7h Ks 9c 4d Jh", True), ("3d 2c", "7h Ks 9c 4d Jh", False)],
)
def test_the_river_is_played_unless_too_many_cards_beat_it(
    held: str, community: str, plays: bool
) -> None:
    assert plays_river(cards(held), cards(community)) is plays
