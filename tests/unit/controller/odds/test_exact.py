"""Exact returns of poker side bets."""

from collections import Counter
from math import comb

from controller.families.catalogue import load_game
from controller.odds.exact import table_return, three_card_hands

THREE_CARD = "lucky-derby/three-card-poker-6-card-bonus"
# Of 20,358,520 hands; tests/soak counts them through the evaluator.
SIX_CARDS = Counter(
    {
        "royal-flush": 188,
        "straight-flush": 1_656,
        "four-of-a-kind": 14_664,
        "full-house": 165_984,
        "flush": 205_792,
        "straight": 361_620,
        "three-of-a-kind": 732_160,
    }
)


def test_every_hand_of_three_cards_is_counted() -> None:
    hands = three_card_hands()
    assert hands.total() == comb(52, 3) == 22_100
    assert (hands["straight"], hands["flush"], hands["pair"]) == (720, 1_096, 3_744)


def test_pair_plus_keeps_what_its_table_leaves() -> None:
    (wager,) = [wager for wager in load_game(THREE_CARD).wagers if wager.name == "pair-plus"]
    gain = table_return(wager, three_card_hands(), comb(52, 3))
    # 4 x 200, 44 x 40, 52 x 30, 720 x 6, 1,096 x 3 and 3,744 against 16,440 losing hands.
    assert gain * 22_100 == 800 + 1_760 + 1_560 + 4_320 + 3_288 + 3_744 - 16_440


def test_the_six_card_bonus_comes_and_keeps_as_the_book_prints() -> None:
    (wager,) = [wager for wager in load_game(THREE_CARD).wagers if wager.name == "six-card-bonus"]
    gain = table_return(wager, SIX_CARDS, comb(52, 6))
    assert f"{SIX_CARDS.total() / comb(52, 6):.4%}" == "7.2798%"
    assert f"{-float(gain):.2%}" == "6.74%"
