"""The bank's hand of twenty-one by its chart: what it answers, and what it cannot be asked."""

import pytest

from controller.facts.cards import Card
from controller.families.catalogue import load_game
from controller.families.twenty_one.house_way import decide
from controller.settlement.house_decision import HouseDecision, HouseWayError

SPANISH = "lucky-derby/pure-spanish-21.5"


def answered(cards: str) -> HouseDecision:
    return decide(load_game(SPANISH), tuple(Card(code) for code in cards.split()))


def test_a_ten_is_no_card_of_a_spanish_deck() -> None:
    with pytest.raises(HouseWayError, match="Td: no such card in a deck of Pure Spanish"):
        answered("Td 6c")


def test_one_card_is_no_hand() -> None:
    with pytest.raises(HouseWayError, match="two at least"):
        answered("6c")


def test_a_hand_that_is_over_is_complete() -> None:
    found = answered("Kd Qc 9h")
    assert (found.decision, found.row) == ("stand", "complete")


def test_a_low_hand_hits() -> None:
    assert answered("2d 3c").decision == "hit"
