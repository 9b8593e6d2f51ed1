from collections import Counter
from collections.abc import Iterator
from itertools import combinations, combinations_with_replacement
from math import comb, prod

import pytest

from controller.facts.cards import DECK, SUITS, Card, parse_card
from controller.hands.dealt import HandError
from controller.hands.five_card import Category, HandRank, best_five

SIX_CARD_HANDS = {
    Category.ROYAL_FLUSH: 188,
    Category.STRAIGHT_FLUSH: 1_656,
    Category.FOUR_OF_A_KIND: 14_664,
    Category.FULL_HOUSE: 165_984,
    Category.FLUSH: 205_792,
    Category.STRAIGHT: 361_620,
    Category.THREE_OF_A_KIND: 732_160,
}


def rank(text: str) -> HandRank:
    return best_five([parse_card(code) for code in text.split()])


def card(rank_number: int, suit: int) -> Card:
    return DECK[(rank_number - 1) * 4 + suit]


def with_a_flush_in_clubs() -> Iterator[list[Card]]:
    clubs = [each for each in DECK if each.suit == SUITS[0]]
    others = [each for each in DECK if each.suit != SUITS[0]]
    yield from (list(six) for six in combinations(clubs, 6))
    yield from ([*five, other] for five in combinations(clubs, 5) for other in others)


def without_a_flush() -> Iterator[tuple[list[Card], int]]:
    """One hand for each multiset of six ranks, with the number of flushless hands like it."""
    for ranks in combinations_with_replacement(range(1, 14), 6):
        counts = Counter(ranks)
        if max(counts.values()) > 4:
            continue
        flushes = {6: 4 * (1 + 6 * 3), 5: 4 * 3}.get(len(counts), 0)
        weight = prod(comb(4, count) for count in counts.values()) - flushes
        yield [card(number, place % 4) for place, number in enumerate(ranks)], weight


def test_six_card_hands_are_counted_exactly() -> None:
    counted: Counter[Category] = Counter()
    for hand in with_a_flush_in_clubs():
        counted[best_five(hand).category] += 4
    for hand, weight in without_a_flush():
        counted[best_five(hand).category] += weight
    assert counted.total() == comb(52, 6) == 20_358_520
    assert {category: counted[category] for category in SIX_CARD_HANDS} == SIX_CARD_HANDS


def test_hands_rank_in_the_known_order() -> None:
    high_to_low = [
        "As Ks Qs Js Ts",
        "Ks Qs Js Ts 9s",
        "5d 4d 3d 2d Ad",
        "Ac Ad Ah As 2c",
        "2c 2d 2h 2s Ac",
        "Ac Ad Ah Kc Kd",
        "2c 2d 2h Ac Ad",
        "Ac Kc Qc Jc 9c",
        "7d 5d 4d 3d 2d",
        "Ac Kd Qh Js Tc",
        "6c 5d 4h 3s 2c",
        "5c 4d 3h 2s Ac",
        "Ac Ad Ah Kc Qd",
        "2c 2d 2h 4c 3d",
        "Ac Ad Kh Kc Qd",
        "3c 3d 2h 2c 4d",
        "Ac Ad Kh Qc Jd",
        "2c 2d 5h 4c 3d",
        "Ac Kd Qh Js 9c",
        "7c 5d 4h 3s 2c",
    ]
    ranks = [rank(text) for text in high_to_low]
    assert ranks == sorted(ranks, reverse=True)
    assert len(set(ranks)) == len(ranks)


@pytest.mark.parametrize(
    ("cards", "category", "values"),
    [
        ("Kc Kd Qh Qs Jc Jd 2h", Category.TWO_PAIRS, (13, 12, 11)),
        ("Kc Kd Kh Qs Qc Qd 2h", Category.FULL_HOUSE, (13, 12)),
        ("2c 2d 2h Qs Qc Kd Kh", Category.FULL_HOUSE, (2, 13)),
        ("9c 8d 7h 6s 5c 4d 2h", Category.STRAIGHT, (9, 8, 7, 6, 5)),
        ("Ac 2d 3h 4s 5c Kd Kh", Category.STRAIGHT, (5, 4, 3, 2, 1)),
        ("Ac Kc 9c 7c 3c 2c 9d", Category.FLUSH, (14, 13, 9, 7, 3)),
        ("9c 9d 9h 9s Kd Ah", Category.FOUR_OF_A_KIND, (9, 14)),
        ("6c 5c 4c 3c 2c Ac 7d", Category.STRAIGHT_FLUSH, (6, 5, 4, 3, 2)),
    ],
)
def test_finds_the_best_five(cards: str, category: Category, values: tuple[int, ...]) -> None:
    assert rank(cards) == (category, values)


def test_king_ace_two_is_no_straight() -> None:
    assert rank("Kc Ad 2h 3s 4c").category is Category.HIGH_CARD


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("Ac Ad Ah As", "4 cards"),
        ("Ac Ad Ah As Kc Kd Kh Ks", "8 cards"),
        ("Ac Ad Ah As Ac", "twice"),
        ("Ac Ad Ah As Jo", "joker"),
    ],
)
def test_refuses_what_is_no_hand(text: str, reason: str) -> None:
    with pytest.raises(HandError, match=reason):
        rank(text)
