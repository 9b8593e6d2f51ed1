"""Rounds that a file tells and no table could have come to, or no rule can settle."""

from collections.abc import Mapping

import pytest

from controller.families.catalogue import SIGNAGE, load_game
from controller.families.opening import closed_table
from controller.families.settle import settle_played
from controller.settlement.finished import FinishedRound
from controller.settlement.verdict import RoundError
from controller.simulate.hands import SimulatedHands
from controller.table.state import Rules
from tests.told_rounds import bank, seat, settled

FORTUNE = "lucky-derby/fortune-pai-gow-poker"
EZ = "lucky-derby/ez-baccarat-panda-8"
BANK_CARDS = "2c 3d 5h 7s 9c Jh 8h"
LOW = "6s 7h 9d Tc Ks Jd 2h"


def refusal(game: str, told: Mapping[str, object]) -> str:
    return settled(game, told, {}).stderr


def test_a_table_that_shows_a_sign_has_nothing_to_settle() -> None:
    with pytest.raises(RoundError, match="signage has no wagers against a bank to settle"):
        settle_played(load_game(SIGNAGE), 8, FinishedRound(seats={}))


def test_a_bank_that_may_run_out_needs_what_placed_its_button() -> None:
    told = {"bank": bank(7, BANK_CARDS, stake=5), "seats": {"1": seat(LOW, game=10)}}
    assert "does not cover all wagers and the round has no dice" in refusal(FORTUNE, told)


def test_a_button_that_no_dice_count_to_is_refused() -> None:
    told = {"bank": bank(7, BANK_CARDS), "button": 7, "seats": {"1": seat(LOW, game=10)}}
    assert "no dice count to seat 7; correct it" in refusal(FORTUNE, told)


def test_a_fold_in_a_game_without_folds_is_refused() -> None:
    told = {
        "bank": bank(1),
        "player": ["Kd", "7h"],
        "banker": ["4c", "2s"],
        "seats": {"2": seat(folded=True, player_line=10)},
    }
    assert "seat 2: has folded; nobody may in EZ Baccarat" in refusal(EZ, told)


def test_nobody_can_go_on_where_a_table_expects_nothing(baccarat_rules: Rules) -> None:
    with pytest.raises(RuntimeError, match="the table expects nothing"):
        SimulatedHands(7, 8).next_event(closed_table(baccarat_rules))
