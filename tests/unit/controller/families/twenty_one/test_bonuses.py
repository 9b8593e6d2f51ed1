"""The bonus wagers of the twenty-one games: what each pays, by the room's own lines."""

import pytest

from controller.families.twenty_one.parts import up_card
from controller.families.twenty_one.side_bets import BankHand, Seen, paying_line
from controller.families.twenty_one.values import (
    count_hand,
)
from tests.unit.controller.families.twenty_one.test_values import (
    CAPITOL,
    NO_BUST,
    PURE,
    SPANISH,
    cards,
    game_of,
    rule_of,
)


def pays(game_id: str, bet: str, first: str, bank: str, hand: str = "") -> str | None:
    game, rule = game_of(game_id), rule_of(game_id)
    (wager,) = (wager for wager in game.wagers if wager.name == bet)
    held, scale = cards(bank), rule.totals.scale
    seen = BankHand(held, up_card(rule.deal, held), count_hand(scale, held))
    key = paying_line(wager, Seen(scale, cards(first), cards(hand or first), seen))
    return wager.table[key] if key else None


BUSTED: tuple[str, ...] = ("6c Td Tc", "6c 5d 5c 9d", "6c 2d 3c 5d 7c", "2c 2d 3c 4d 5c 9d")
BUSTED += ("2c 2d 2h 3c 3d 4c 8d", "Ac Ad 2c 2d 3c 3d 4c 9d", "Ac Ad As 2c 2d 3c 3d 3s 9d")


@pytest.mark.parametrize(
    ("game_id", "odds"),
    [
        (PURE, (1, 3, 8, 20, 50, 200, 200)),
        ("capitol/pure-21.5", (1, 3, 6, 25, 100, 250, 250)),
        (CAPITOL, (1, 3, 6, 25, 100, 250, 250)),
        ("oaks/pure-21.5", (1, 3, 6, 25, 100, 250, 250)),
        ("lucky-derby/buster-blackjack-4", (2, 2, 4, 15, 50, 300, 300)),
    ],
)
def test_buster_pays_by_the_cards_of_a_bank_that_is_over(
    game_id: str, odds: tuple[int, ...]
) -> None:
    found = [pays(game_id, "buster", "", bank) for bank in BUSTED]
    assert found == [f"{each}:1" for each in odds]
    assert pays(game_id, "buster", "", "9c 8d") is None


def test_a_bank_at_22_is_not_over_where_22_is_the_natural() -> None:
    assert pays("lucky-derby/buster-blackjack-4", "buster", "", "6c 6d Tc") is None
    assert pays("oaks/pure-21.5", "buster", "", "6c 6d Tc") == "1:1"


REDS = ("Ad", "Ah", "2d", "2h", "Ad", "2h", "Ah", "2d", "3d")


@pytest.mark.parametrize(
    ("game_id", "odds"),
    [
        (PURE, (2, 3, 8, 50, 100, 200, 300, 300)),
        ("capitol/pure-21.5", (2, 3, 8, 50, 100, 250, 250, 250)),
    ],
)
def test_red_flex_pays_by_red_cards_up_to_the_first_black(
    game_id: str, odds: tuple[int, ...]
) -> None:
    for reds, each in enumerate(odds, start=2):
        bank = " ".join(REDS[:reds])
        assert pays(game_id, "red-flex", "", bank) == f"{each}:1"
        assert pays(game_id, "red-flex", "", f"{bank} 5c Kd") == f"{each}:1"
    assert pays(game_id, "red-flex", "", "9d 8c 5d") is None
    assert pays(game_id, "red-flex", "", "9c 8d 5d") is None


@pytest.mark.parametrize(
    ("first", "up", "odds"),
    [
        ("7c 7c", "7c", "200:1"),
        ("8d 6d", "7d", "100:1"),
        ("7c 7d", "7c", "50:1"),
        ("8d 6c", "7d", "30:1"),
        ("Kd 9d", "2d", "10:1"),
        ("Kd 9c", "2d", "3:1"),
        ("Ad Kc", "Td", "3:1"),
        ("Ad Kd", "Td", "10:1"),
        ("Kd 8c", "2d", "2:1"),
        ("Ad 4c", "5d", "2:1"),
        ("Kd 7d", "2d", "2:1"),
        ("Kd 6c", "2d", None),
        ("Kd Qc", "2d", None),
    ],
)
def test_lucky_lucky_pays_two_cards_with_the_bank_s(first: str, up: str, odds: str | None) -> None:
    assert pays("oaks/pure-21.5", "lucky-lucky", first, f"{up} 9c") == odds


@pytest.mark.parametrize("game_id", [SPANISH, "casino-99/pure-spanish-21.5"])
@pytest.mark.parametrize(
    ("first", "odds"),
    [
        ("9c 9c", "18:1"),
        ("9c 9d", "13:1"),
        ("9c 2c", "9:1"),
        ("9d 9h", "8:1"),
        ("2c 9s", "4:1"),
        ("2c 3c", None),
    ],
)
def test_match_pays_the_rank_of_the_face_up_card(
    game_id: str, first: str, odds: str | None
) -> None:
    assert pays(game_id, "match", first, "9c Kd") == odds


def test_a_king_does_not_match_a_queen() -> None:
    assert pays(SPANISH, "match", "Kc Kd", "Qc 9d") is None


@pytest.mark.parametrize(
    ("first", "drawn", "odds"),
    [
        ("As Ks", "", "10:1"),
        ("As Kc", "", "5:1"),
        ("As Kd", "", "3:1"),
        ("As 3s", "2s 4s", "300:1"),
        ("As 3c", "2s 4c", "100:1"),
        ("As 3c", "2h 4c", "50:1"),
        ("7d 7d", "7d", "200:1"),
        ("7d 7h", "7d", "150:1"),
        ("7d 7s", "7d", "75:1"),
        ("6c 8c", "7c", "100:1"),
        ("6c 8s", "7c", "50:1"),
        ("6c 8h", "7c", "10:1"),
        ("2c 3d", "2h 3s 4c 5d", "20:1"),
        ("2c 3d", "2h 3s 4c Ah 5d", "20:1"),
        ("5c 5d", "9h", "3:1"),
        ("Kc Kd", "", "3:1"),
        ("Kc Qd", "", "0:1"),
        ("As 3s", "2s 4s 9d", None),
        ("2c 3d", "2h 3s 4c Kd", None),
        ("Kc 9d", "", None),
        ("Ac 9d", "", None),
    ],
)
@pytest.mark.parametrize("game_id", [NO_BUST, SPANISH, "lucky-derby/buster-blackjack-4"])
def test_the_blackjack_bonus_pays_its_fifteen_lines(
    game_id: str, first: str, drawn: str, odds: str | None
) -> None:
    assert pays(game_id, "blackjack-bonus", first, "9c 8d", f"{first} {drawn}") == odds
