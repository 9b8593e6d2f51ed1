import pytest

from controller.facts.cards import Card, parse_card
from controller.families.pai_gow_poker.values import (
    Outcome,
    PaiGowRules,
    SetHand,
    back_rank,
    compare,
    front_rank,
    is_foul,
    rank_set,
)
from controller.hands.dealt import HandError
from controller.hands.five_card import Category, HandRank

FULL = PaiGowRules("full", "lowest")
LIMITED = PaiGowRules("limited", "lowest")
WHEEL_SECOND = PaiGowRules("full", "second")


def cards(text: str) -> tuple[Card, ...]:
    return tuple(parse_card(code) for code in text.split())


def back(text: str, rules: PaiGowRules = FULL) -> HandRank:
    return back_rank(cards(text), rules)


def hand(front: str, behind: str) -> SetHand:
    return SetHand(cards(front), cards(behind))


@pytest.mark.parametrize("rules", [FULL, LIMITED])
def test_joker_and_four_aces_beat_a_royal_flush(rules: PaiGowRules) -> None:
    assert back("Ac Ad Ah As Jo", rules).category is Category.FIVE_ACES
    assert back("Ac Ad Ah As Jo", rules) > back("Ks Qs Js Ts As", rules)


def test_wild_joker_does_not_make_five_kings() -> None:
    assert back("Kc Kd Kh Ks Jo") == (Category.FOUR_OF_A_KIND, (13, 14))


def test_wild_joker_makes_three_of_a_kind_of_a_pair() -> None:
    assert back("9c 9d Kh 4s Jo") == (Category.THREE_OF_A_KIND, (9, 13, 4))


def test_limited_joker_is_an_ace_beside_a_pair() -> None:
    assert back("9c 9d Kh 4s Jo", LIMITED) == (Category.PAIR, (9, 14, 13, 4))


@pytest.mark.parametrize("rules", [FULL, LIMITED])
@pytest.mark.parametrize(
    ("text", "category", "values"),
    [
        ("9c 8d 6h 5s Jo", Category.STRAIGHT, (9, 8, 7, 6, 5)),
        ("9c 8d 7h 6s Jo", Category.STRAIGHT, (10, 9, 8, 7, 6)),
        ("Ac 9c 7c 2c Jo", Category.FLUSH, (14, 13, 9, 7, 2)),
        ("9c 8c 7c 6c Jo", Category.STRAIGHT_FLUSH, (10, 9, 8, 7, 6)),
        ("Kc Qc Jc Tc Jo", Category.ROYAL_FLUSH, (14, 13, 12, 11, 10)),
    ],
)
def test_either_joker_completes_straights_and_flushes(
    rules: PaiGowRules, text: str, category: Category, values: tuple[int, ...]
) -> None:
    assert back(text, rules) == (category, values)


def test_wheel_is_the_lowest_straight_as_printed() -> None:
    assert back("5c 4d 3h 2s Ac") < back("6c 5d 4h 3s 2c")


def test_wheel_may_stand_second_in_another_room() -> None:
    wheel = back("5c 4d 3h 2s Ac", WHEEL_SECOND)
    assert wheel > back("Kc Qd Jh Ts 9c", WHEEL_SECOND)
    assert wheel < back("Ac Kd Qh Js Tc", WHEEL_SECOND)


def test_suited_wheel_may_stand_second_too() -> None:
    wheel = back("5c 4c 3c 2c Ac", WHEEL_SECOND)
    assert back("Kc Qc Jc Tc 9c", WHEEL_SECOND) < wheel < back("Ac Kc Qc Jc Tc", WHEEL_SECOND)


def test_joker_prefers_the_wheel_where_it_stands_second() -> None:
    assert back("5c 4d 3h 2s Jo", WHEEL_SECOND) == back("5c 4d 3h 2s Ac", WHEEL_SECOND)
    assert back("5c 4d 3h 2s Jo") == back("5c 4d 3h 2s 6c")


def test_joker_in_front_pairs_when_wild_and_is_an_ace_when_limited() -> None:
    assert front_rank(cards("9c Jo"), FULL) == (Category.PAIR, (9,))
    assert front_rank(cards("9c Jo"), LIMITED) == (Category.HIGH_CARD, (14, 9))


def test_wild_joker_counts_as_a_king_rather_than_foul() -> None:
    ranks = rank_set(hand("Ac Jo", "9c 9d 7h 3s 2c"), FULL)
    assert ranks.front == (Category.HIGH_CARD, (14, 13))
    assert not ranks.foul


def test_limited_joker_beside_an_ace_fouls_a_low_pair() -> None:
    assert is_foul(hand("Ac Jo", "9c 9d 7h 3s 2c"), LIMITED)


@pytest.mark.parametrize(
    ("front", "behind", "foul"),
    [
        ("Kc Kd", "Qc Qd 9h 7s 2c", True),
        ("Qc Qd", "Kc Kd 9h 7s 2c", False),
        ("9c 9d", "9h 9s 7c 3d 2h", False),
        ("Ac Kd", "Qc Jd 9h 7s 2c", True),
        ("Kc Qd", "Ac Jd 9h 7s 2c", False),
        ("Ac Qc", "Ad Jd 9h 7s 2c", True),
        ("Ac Ad", "6c 5d 4h 3s 2c", False),
    ],
)
def test_front_above_back_is_a_foul(front: str, behind: str, foul: bool) -> None:
    assert is_foul(hand(front, behind), FULL) is foul


BANK = hand("Kc Qd", "9c 9d 7h 3s 2c")


@pytest.mark.parametrize(
    ("front", "behind", "outcome"),
    [
        ("Ac 3d", "Tc Td 8h 5s 4c", Outcome.WIN),
        ("Ac 3d", "8c 8d 7d 5s 4c", Outcome.PUSH),
        ("Kd 3d", "Tc Td 8h 5s 4c", Outcome.PUSH),
        ("Kd Jd", "8c 8d 7d 5s 4c", Outcome.LOSE),
        ("Kd Qc", "Tc Td 8h 5s 4c", Outcome.PUSH),
        ("Kd Qc", "8c 8d 7d 5s 4c", Outcome.LOSE),
        ("Kd Qc", "9h 9s 7d 3d 2d", Outcome.LOSE),
        ("Kd Kh", "Tc Td 8h 5s 4c", Outcome.LOSE),
    ],
)
def test_player_is_decided_against_the_bank(front: str, behind: str, outcome: Outcome) -> None:
    assert compare(hand(front, behind), BANK, FULL) is outcome


def test_fouled_bank_is_refused() -> None:
    with pytest.raises(HandError, match="the bank's hand is fouled"):
        compare(BANK, hand("Kc Kd", "Qc Qd 9h 7s 2c"), FULL)


def test_three_cards_in_front_are_a_foul_and_lose() -> None:
    assert is_foul(hand("Kd Kh 2d", "Ac Ad Ah As"), FULL)
    assert compare(hand("Kd Kh 2d", "Ac Ad Ah As"), BANK, FULL) is Outcome.LOSE


def test_wrong_number_of_cards_in_a_part_is_not_ranked() -> None:
    with pytest.raises(HandError, match="this hand has"):
        rank_set(hand("Kc Kd Kh", "Qc Qd 9h 7s"), FULL)


def test_card_in_both_parts_is_refused() -> None:
    with pytest.raises(HandError, match="twice"):
        rank_set(hand("Kc Qd", "Kc Qh 9h 7s 2c"), FULL)
