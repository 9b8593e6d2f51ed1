"""Amounts outside the limits a book prints are refused by a settlement."""

import json
from typing import Any

import pytest
from click.testing import CliRunner

from controller.cli.main import cli

FORTUNE: dict[str, Any] = {
    "bank": {"seat": 1, "cards": ["Ad", "Kd", "Qh", "9c", "7d", "4s", "2h"], "front": ["Kd", "Qh"]},
    "dice": [1, 1, 1],
}
TILES: dict[str, Any] = {
    "bank": {"seat": 1, "tiles": ["66", "66", "63", "54"], "high_tiles": ["66", "66"]},
    "dice": [1, 1, 1],
}


def refused(game: str, bank: dict[str, Any], seat: dict[str, Any], *values: str) -> str:
    content = json.dumps({**bank, "seats": {"2": seat}})
    return CliRunner().invoke(cli, ("settle", game, *values, "-"), input=content).stderr


@pytest.mark.parametrize(("amount", "is_within"), [(1, True), (50, True), (51, False)])
def test_a_fortune_bonus_is_at_most_fifty(amount: int, is_within: bool) -> None:
    seat = {"wagers": {"game": 100, "fortune-bonus": amount}}
    said = refused("lucky-derby/fortune-pai-gow-poker", FORTUNE, seat)
    assert ("fortune-bonus of" in said) != is_within
    assert ("its limits are 1 to 50" in said) != is_within


@pytest.mark.parametrize(("amount", "is_within"), [(9, False), (6000, True), (6010, False)])
def test_ten_circles_hold_ten_times_the_limit_of_one(amount: int, is_within: bool) -> None:
    said = refused("capitol/pai-gow-tiles", TILES, {"wagers": {"game": amount}})
    assert ("its limits are 10 to 600 in each of 10 circles" in said) != is_within


def test_the_limit_of_the_table_is_not_known_to_a_round() -> None:
    seat = {"wagers": {"base": 10, "red-flex": 101}}
    said = refused("casino-99/pure-21.5", {"bank": {"seat": 1, "cards": ["Kd", "7h"]}}, seat)
    assert "red-flex of 101; its limits are the table's to 100" in said


@pytest.mark.parametrize(("wager", "is_allowed"), [("base", True), ("buster", False)])
def test_what_the_book_leaves_to_a_seat_itself_nobody_bets_behind_it(
    wager: str, is_allowed: bool
) -> None:
    behind = [{"owner": "Ann", "wagers": {wager: 5}}]
    seat = {"wagers": {"base": 10}, "cards": ["Kc", "9c"], "behind": behind}
    bank = {"bank": {"seat": 1, "cards": ["Kd", "7h"]}}
    said = refused("lucky-derby/buster-blackjack-4", bank, seat)
    refusal = f"seat 2: Ann has {wager} behind it; only the seat itself may bet on it"
    assert (refusal in said) != is_allowed
