"""What people read is said as people say it: one lap, no empty brackets, one sum once."""

import re

import pytest

from config.fee_words import limits_of
from controller.cli.decision_line import decision_line
from controller.facts.decisions import SettlementLap, SettlementOrdered
from controller.families.catalogue import load_game
from tests.command import underfelt


def laps(count: int) -> SettlementOrdered:
    return SettlementOrdered(laps=(SettlementLap(wagers=("base",), seats=(3, 4)),) * count)


def test_one_lap_is_one_lap() -> None:
    assert "settle 1 lap from" in decision_line(laps(1))
    assert "settle 2 laps from" in decision_line(laps(2))


@pytest.mark.parametrize("game", ["capitol/ez-baccarat", "oaks/pure-21.5", "oaks/super-pan-9"])
def test_no_schedule_gives_a_span_from_a_sum_to_itself(game: str) -> None:
    spans = [re.findall(r"\$([\d,]+)-([\d,]+)", limits_of(fee)) for fee in load_game(game).fees]
    assert [span for found in spans for span in found if span[0] == span[1]] == []


def test_a_game_without_a_number_has_no_empty_brackets() -> None:
    told = underfelt("games", "capitol/ez-baccarat").stdout
    assert "Capitol Casino" in told
    assert "()" not in told
