from collections.abc import Sequence

import pytest

from controller.core.cards import Card, parse_card
from controller.core.hands.dealt import HandError
from controller.core.hands.fortune_bonus import BonusHand
from controller.core.hands.fortune_claims import (
    BonusPay,
    FortunePays,
    FortuneSeat,
    fortune_claims,
)
from controller.core.hands.pai_gow import PaiGowRules, SetHand
from controller.core.hands.settlement import Claim, Result, settle

FORTUNE_PAYS = FortunePays(
    lines=(
        BonusPay(BonusHand.SEVEN_CARD_STRAIGHT_FLUSH, 2500, 100_000),
        BonusPay(BonusHand.ROYAL_FLUSH_ROYAL_MATCH, 1000, 75_000),
        BonusPay(BonusHand.SEVEN_CARD_STRAIGHT_FLUSH_JOKER, 750, 25_000),
        BonusPay(BonusHand.FIVE_ACES, 250, 10_000),
        BonusPay(BonusHand.ROYAL_FLUSH, 125, 5_000),
        BonusPay(BonusHand.STRAIGHT_FLUSH, 50, 2_000),
        BonusPay(BonusHand.FOUR_OF_A_KIND, 25, 500),
        BonusPay(BonusHand.FULL_HOUSE, 5),
        BonusPay(BonusHand.FLUSH, 4),
        BonusPay(BonusHand.THREE_OF_A_KIND, 3),
        BonusPay(BonusHand.STRAIGHT, 2),
    ),
    envy_from=500,
)
WILD = PaiGowRules("full", "lowest")


def cards(text: str) -> tuple[Card, ...]:
    return tuple(parse_card(code) for code in text.split())


def short(claims: Sequence[Claim]) -> list[tuple[int, str, str, int]]:
    return [(claim.seat, str(claim.wager), str(claim.result), claim.pays) for claim in claims]


BANK = SetHand(cards("Kc Qd"), cards("9c 9d 7h 3s 2c"))
QUADS = SetHand(cards("Ac 3d"), cards("Th Ts Tc Td 4c"))
LOSER = SetHand(cards("Js 6d"), cards("8c 8d 5h 4d 2d"))


def test_fortune_settles_game_and_bonus_by_seat_and_envy_last() -> None:
    seats = [FortuneSeat(3, LOSER, 2000, 500), FortuneSeat(5, QUADS, 1000, 500)]
    assert short(fortune_claims(seats, BANK, WILD, FORTUNE_PAYS)) == [
        (3, "game", "lose", 0),
        (3, "bonus", "lose", 0),
        (5, "game", "win", 1000),
        (5, "bonus", "win", 12_500),
        (3, "envy of seat 5", "win", 500),
    ]


def test_envy_needs_a_bonus_of_five_dollars_and_one_on_the_hand_envied() -> None:
    small = [FortuneSeat(3, LOSER, 2000, 499), FortuneSeat(5, QUADS, 1000, 500)]
    without = [FortuneSeat(3, LOSER, 2000, 500), FortuneSeat(5, QUADS, 1000)]
    for seats in (small, without):
        claims = fortune_claims(seats, BANK, WILD, FORTUNE_PAYS)
        assert not [claim for claim in claims if claim.wager.startswith("envy")]


def test_settlement_stops_where_the_bank_is_exhausted() -> None:
    claims = [
        Claim(1, "game", 500, Result.WIN, 500),
        Claim(2, "game", 800, Result.LOSE),
        Claim(3, "game", 300, Result.PUSH),
        Claim(4, "game", 200, Result.WIN, 200),
    ]
    settled = settle(claims, bank=1000)
    assert [(each.paid, each.taken, each.returned, each.uncovered) for each in settled] == [
        (500, 0, 500, 0),
        (0, 500, 300, 300),
        (0, 0, 300, 0),
        (0, 0, 200, 200),
    ]


def test_negative_bank_is_refused() -> None:
    with pytest.raises(HandError, match="what the player-dealer put up"):
        settle([], bank=-1)
