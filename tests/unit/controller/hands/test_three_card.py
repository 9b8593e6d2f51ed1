from collections import Counter
from itertools import combinations

import pytest

from controller.facts.cards import DECK, Card, parse_card
from controller.hands.dealt import HandError
from controller.hands.three_card import (
    ThreeCardCategory,
    ThreeCardRank,
    qualifies,
    rank_three,
    rank_three_of_many,
)


def rank(text: str) -> ThreeCardRank:
    return rank_three([parse_card(code) for code in text.split()])


def test_all_hands_fall_into_the_known_numbers_of_each_category() -> None:
    counted = Counter(rank_three(hand).category for hand in combinations(DECK, 3))
    assert counted == {
        ThreeCardCategory.MINI_ROYAL: 4,
        ThreeCardCategory.STRAIGHT_FLUSH: 44,
        ThreeCardCategory.THREE_OF_A_KIND: 52,
        ThreeCardCategory.STRAIGHT: 720,
        ThreeCardCategory.FLUSH: 1_096,
        ThreeCardCategory.PAIR: 3_744,
        ThreeCardCategory.HIGH_CARD: 16_440,
    }


def test_hands_rank_in_the_printed_order() -> None:
    high_to_low = [
        "As Ks Qs",
        "Kd Qd Jd",
        "Ac 2c 3c",
        "Ac Ad Ah",
        "2c 2d 2h",
        "Ac Kd Qh",
        "4c 3d 2h",
        "3c 2d Ah",
        "As Ks Js",
        "5d 3d 2d",
        "Ac Ad Kh",
        "Ac Ad 2h",
        "2c 2d 3h",
        "Ac Kd Jh",
        "Qc 3d 2h",
        "5c 3d 2h",
    ]
    ranks = [rank(text) for text in high_to_low]
    assert ranks == sorted(ranks, reverse=True)
    assert len(set(ranks)) == len(ranks)


def test_suits_do_not_break_a_tie() -> None:
    assert rank("As Ks Qs") == rank("Ac Kc Qc")
    assert rank("Kd 9h 4s") == rank("4c Kh 9d")


def test_ace_king_and_two_make_no_straight() -> None:
    assert rank("Ac Kd 2h").category is ThreeCardCategory.HIGH_CARD


@pytest.mark.parametrize("text", ["Qc 3d 2h", "Kc 3d 2h", "2c 2d 3h", "3c 2d Ah"])
def test_bank_plays_with_queen_high_or_better(text: str) -> None:
    assert qualifies(rank(text))


def test_bank_does_not_play_with_jack_high() -> None:
    assert not qualifies(rank("Jc Td 8h"))


@pytest.mark.parametrize(
    ("cards", "reason"),
    [
        ([Card.Ac, Card.Ad], "2 cards"),
        ([Card.Ac, Card.Ad, Card.Ah, Card.As], "4 cards"),
        ([Card.Ac, Card.Ad, Card.Ac], "twice"),
        ([Card.Ac, Card.Ac, Card.Ac], "twice"),
        ([Card.Ac, Card.Ad, Card.JOKER], "joker"),
    ],
)
def test_refuses_what_is_no_three_card_hand(cards: list[Card], reason: str) -> None:
    with pytest.raises(HandError, match=reason):
        rank_three(cards)


def of_many(text: str) -> ThreeCardRank:
    return rank_three_of_many([parse_card(code) for code in text.split()])


def test_several_decks_may_hold_a_card_twice_and_a_flush_is_better_than_its_pair() -> None:
    assert of_many("9c 9c Kd") == rank("9c 9d Kd")
    assert of_many("9c 9c Kc").category == ThreeCardCategory.FLUSH
    assert of_many("9c 9c 9c").category == ThreeCardCategory.THREE_OF_A_KIND


@pytest.mark.parametrize("cards", ["9c 9c", "9c 9d Jo", "9c 8c 7c 6c"])
def test_several_decks_still_need_three_cards_without_a_joker(cards: str) -> None:
    with pytest.raises(HandError):
        of_many(cards)
