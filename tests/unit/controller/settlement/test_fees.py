"""The collection of a round, by the schedule that is in force."""

from decimal import Decimal

import pytest

from config.fees import FeeOption
from controller.settlement.fees import collection_of
from controller.settlement.finished import FINISHED_ROUND, FinishedRound
from tests.conftest import whole_game
from tests.told_rounds import bank, seat, settled

TCP = whole_game("casino-99/three-card-poker-6-card-bonus")


def told(*seats: dict[str, object]) -> FinishedRound:
    held = {str(number): each for number, each in enumerate(seats, 2)}
    return FINISHED_ROUND.validate_python({"bank": bank(1), "seats": held}, strict=False)


def test_a_play_wager_does_not_count_for_the_banks_tier() -> None:
    found = collection_of(TCP, TCP.fees[0], told(seat(ante=10, play=10, pair_plus=5)))
    assert found.action == 15


def test_wagers_behind_a_seat_count_like_its_own() -> None:
    held = {**seat(ante=10), "behind": [{"owner": "Ann", "wagers": {"ante": 20}}]}
    assert collection_of(TCP, TCP.fees[0], told(held, seat(ante=5))).action == 35


def test_the_bank_pays_the_tier_that_the_action_reaches() -> None:
    schedule = FeeOption.model_validate(
        {
            "option": 1,
            "minimum": 5,
            "maximum": 300,
            "bank": ("5-100: 1", "101+: 3"),
            "source": "001:1015",
        }
    )
    fees = [collection_of(TCP, schedule, told(seat(ante=amount))).bank for amount in (100, 101)]
    assert fees == [1, 3]


@pytest.mark.parametrize(
    ("per", "fee"), [("wager", 2), ("separate-wager", 1), ("circle", 2), ("player", 2)]
)
def test_a_player_pays_for_what_the_schedule_names(per: str, fee: int) -> None:
    tiers = FeeOption.model_validate(
        {
            "option": 1,
            "minimum": 5,
            "maximum": 300,
            "player": ("5-10: 1", "11+: 2"),
            "per": per,
            "source": "001:1015",
        }
    )
    found = collection_of(TCP, tiers, told(seat(ante=10, pair_plus=10)))
    assert found.players == ((2, Decimal(fee)),)


def test_settle_names_the_collection_of_a_schedule() -> None:
    round_ = {
        "bank": bank(1, "Qs 5d 3c"),
        "seats": {"2": seat("Jh 9c 2h", ante=10, play=10, pair_plus=5)},
    }
    done = settled(TCP.id, round_, {}, "--fees", "5")
    assert "collection option 5, action 15: bank 0.50" in done.stdout
    assert "no such option" in settled(TCP.id, round_, {}, "--fees", "999").stderr


def test_zoobac_is_played_in_steps_of_five() -> None:
    round_ = {
        "bank": bank(9),
        "player": ["6d", "2h"],
        "banker": ["7h", "Kd"],
        "seats": {"2": seat(player_line=7)},
    }
    assert "in steps of 5 (003:1732)" in settled("oaks/zoobac", round_, {}).stderr
