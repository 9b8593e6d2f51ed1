from collections.abc import Sequence

import pytest

from controller.core.cards import Card, parse_card
from controller.core.hands.baccarat_claims import (
    BaccaratPays,
    BaccaratSeat,
    BaccaratWager,
    baccarat_claims,
)
from controller.core.hands.dealt import HandError
from controller.core.hands.five_card import Category
from controller.core.hands.fortune_bonus import BonusHand
from controller.core.hands.fortune_claims import (
    BonusPay,
    FortunePays,
    FortuneSeat,
    fortune_claims,
)
from controller.core.hands.pai_gow import PaiGowRules, SetHand
from controller.core.hands.settlement import Claim, Result, settle
from controller.core.hands.three_card import ThreeCardCategory
from controller.core.hands.three_card_claims import (
    ThreeCardPays,
    ThreeCardSeat,
    three_card_claims,
)

THREE_CARD_PAYS = ThreeCardPays(
    pair_plus={
        ThreeCardCategory.MINI_ROYAL: 200,
        ThreeCardCategory.STRAIGHT_FLUSH: 40,
        ThreeCardCategory.THREE_OF_A_KIND: 30,
        ThreeCardCategory.STRAIGHT: 6,
        ThreeCardCategory.FLUSH: 3,
        ThreeCardCategory.PAIR: 1,
    },
    six_card={
        Category.ROYAL_FLUSH: 1000,
        Category.STRAIGHT_FLUSH: 200,
        Category.FOUR_OF_A_KIND: 100,
        Category.FULL_HOUSE: 20,
        Category.FLUSH: 15,
        Category.STRAIGHT: 9,
        Category.THREE_OF_A_KIND: 8,
    },
)
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
EZ_PAYS = {
    BaccaratWager.PLAYER: 1,
    BaccaratWager.BANKER: 1,
    BaccaratWager.TIE: 8,
    BaccaratWager.PANDA_8: 25,
    BaccaratWager.DRAGON_7: 40,
}
WILD = PaiGowRules("full", "lowest")


def cards(text: str) -> tuple[Card, ...]:
    return tuple(parse_card(code) for code in text.split())


def short(claims: Sequence[Claim]) -> list[tuple[int, str, str, int]]:
    return [(claim.seat, str(claim.wager), str(claim.result), claim.pays) for claim in claims]


def three_card(seat: ThreeCardSeat, bank: str) -> list[tuple[int, str, str, int]]:
    return short(three_card_claims([seat], cards(bank), THREE_CARD_PAYS))


def test_bank_that_does_not_qualify_pays_the_ante_and_returns_the_play() -> None:
    seat = ThreeCardSeat(2, cards("9c 5d 2h"), ante=1000, play=1000)
    assert three_card(seat, "Jc 8d 3h") == [(2, "ante", "win", 1000), (2, "play", "push", 0)]


@pytest.mark.parametrize(
    ("held", "result", "pays"),
    [("Kc 5d 2h", "win", 1000), ("Js 5d 2h", "lose", 0), ("Qs 8h 3d", "push", 0)],
)
def test_qualified_bank_is_compared_with_both_wagers(held: str, result: str, pays: int) -> None:
    seat = ThreeCardSeat(2, cards(held), ante=1000, play=1000)
    assert three_card(seat, "Qc 8d 3h") == [(2, "ante", result, pays), (2, "play", result, pays)]


def test_fold_loses_ante_and_pair_plus_but_keeps_the_six_card_bonus() -> None:
    seat = ThreeCardSeat(4, cards("7c 7d 2h"), ante=1000, play=0, pair_plus=500, six_card=500)
    assert three_card(seat, "7s 7h 3c") == [
        (4, "ante", "lose", 0),
        (4, "pair-plus", "lose", 0),
        (4, "six-card", "win", 50_000),
    ]


def test_bonuses_pay_by_their_tables_when_the_hand_loses() -> None:
    seat = ThreeCardSeat(4, cards("4c 3d 2h"), ante=1000, play=1000, pair_plus=500, six_card=500)
    assert three_card(seat, "Kc Kd Kh")[2:] == [
        (4, "pair-plus", "win", 3000),
        (4, "six-card", "win", 4000),
    ]


def test_card_dealt_to_two_hands_is_refused() -> None:
    seat = ThreeCardSeat(4, cards("4c 3d 2h"), ante=1000, play=1000)
    with pytest.raises(HandError, match="twice"):
        three_card(seat, "4c Kd Kh")


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


def ez(player: str, banker: str, dragon: str = "pays") -> dict[str, tuple[str, int]]:
    pays = BaccaratPays(EZ_PAYS, "pushes" if dragon == "pushes" else "pays")
    seats = [BaccaratSeat(1, dict.fromkeys(BaccaratWager, 100))]
    claims = baccarat_claims(seats, cards(player), cards(banker), pays)
    return {str(claim.wager): (str(claim.result), claim.pays) for claim in claims}


def test_tie_pushes_both_lines() -> None:
    result = ez("4c 2d", "Kc 6d")
    assert (result["player"], result["banker"]) == (("push", 0), ("push", 0))
    assert result["tie"] == ("win", 800)


def test_three_card_seven_of_the_banker_is_a_dragon() -> None:
    result = ez("4c 2d", "2c 2h 3d")
    assert result["dragon-7"] == ("win", 4000)
    assert result["banker"] == ("win", 100)
    assert ez("4c 2d", "2c 2h 3d", "pushes")["banker"] == ("push", 0)


def test_two_card_seven_of_the_banker_is_no_dragon() -> None:
    assert ez("4c 2d", "4h 3d")["dragon-7"] == ("lose", 0)


def test_three_card_eight_of_the_player_is_a_panda() -> None:
    assert ez("2c Kd 6h", "4h 3d")["panda-8"] == ("win", 2500)
    assert ez("2c 6h", "4h 3d")["panda-8"] == ("lose", 0)
    assert ez("2c Kd 6h", "4h 4d")["panda-8"] == ("lose", 0)


def test_baccarat_goes_round_the_table_once_for_each_kind_of_wager() -> None:
    wagers = {BaccaratWager.TIE: 100, BaccaratWager.PLAYER: 100}
    seats = [BaccaratSeat(6, wagers), BaccaratSeat(2, wagers)]
    claims = baccarat_claims(seats, cards("4c 2d"), cards("Kc 6d"), BaccaratPays(EZ_PAYS, "pays"))
    assert [(claim.wager, claim.seat) for claim in claims] == [
        ("player", 6),
        ("player", 2),
        ("tie", 6),
        ("tie", 2),
    ]


def test_four_card_baccarat_hand_is_refused() -> None:
    with pytest.raises(HandError, match="2 or 3 cards"):
        ez("4c 2d 3h 2h", "4h 3d")


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
