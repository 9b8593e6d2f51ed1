"""Exact returns of poker hands and of side bets: published figures and figures by hand."""

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations, islice
from math import comb

import pytest

from config.game import Game, Wager
from controller.facts.cards import DECK, SUITS, Card
from controller.families.catalogue import load_game
from controller.families.nine.sections import NineGame
from controller.families.twenty_one.sections import TwentyOneGame
from controller.hands.five_card import best_five
from controller.hands.named import kind_of
from controller.odds import nine, stud, three_card
from controller.odds.card_hands import hand_counts, suit_classes
from controller.odds.exact import bonus_hands, poker_hands, table_return
from controller.odds.meetings import main_returns
from controller.odds.three_card import three_card_hands
from controller.odds.twenty_one import side_returns

THREE_CARD = "lucky-derby/three-card-poker-6-card-bonus"


def _wager(game: Game, name: str) -> Wager:
    return next(wager for wager in game.wagers if wager.name == name)


def test_every_hand_of_three_cards_is_counted() -> None:
    hands = three_card_hands()
    assert hands.total() == comb(52, 3) == 22_100
    assert (hands["straight"], hands["flush"], hands["pair"]) == (720, 1_096, 3_744)


def test_six_decks_have_as_many_hands_of_three_as_cards_to_choose() -> None:
    assert three_card_hands(6).total() == comb(312, 3)


def test_pair_plus_keeps_what_its_table_leaves() -> None:
    gain = table_return(_wager(load_game(THREE_CARD), "pair-plus"), three_card_hands())
    # 4 x 200, 44 x 40, 52 x 30, 720 x 6, 1,096 x 3 and 3,744 against 16,440 losing hands.
    assert gain * 22_100 == 800 + 1_760 + 1_560 + 4_320 + 3_288 + 3_744 - 16_440


def test_six_cards_come_as_published() -> None:
    hands = poker_hands(6)
    assert hands.total() == comb(52, 6) == 20_358_520
    assert hands["royal-flush"] == 188
    assert hands["straight-flush"] == 1_656
    assert hands["four-of-a-kind"] == 14_664
    assert hands["full-house"] == 165_984
    assert hands["flush"] == 205_792
    assert hands["straight"] == 361_620
    assert hands["three-of-a-kind"] == 732_160


def test_the_six_card_bonus_comes_and_keeps_as_the_book_prints() -> None:
    wager, hands = _wager(load_game(THREE_CARD), "six-card-bonus"), poker_hands(6)
    assert f"{sum(hands[name] for name in wager.table) / hands.total():.4%}" == "7.2798%"
    assert f"{-float(table_return(wager, hands)):.2%}" == "6.74%"


def test_hands_counted_by_classes_are_as_many_as_one_by_one() -> None:
    def name(cards: tuple[Card, ...]) -> str:
        return "all" if len({*cards}) == len(cards) else "twice"

    assert hand_counts(5, name) == {"all": comb(52, 5)}
    assert hand_counts(5, name, joker=True) == {"all": comb(53, 5)}


def test_every_suit_class_stands_for_hands_with_that_many_of_a_suit() -> None:
    ways = sum(ways for _suits, ways in suit_classes(5, 5))
    assert ways == 4 * comb(13, 5)
    flushes = sum(kind_of(best_five(hand)).endswith("flush") for hand in _of_one_suit())
    assert flushes == ways


def _of_one_suit() -> Iterator[tuple[Card, ...]]:
    suits = ([card for card in DECK if card.suit == suit] for suit in SUITS)
    return (hand for suit in suits for hand in combinations(suit, 5))


@pytest.mark.long
def test_a_bonus_hand_of_seven_cards_comes_as_published() -> None:
    order = tuple(_wager(load_game("lucky-derby/fortune-pai-gow-poker"), "fortune-bonus").table)
    hands = bonus_hands(order, "full")
    assert hands.total() == comb(53, 7) == 154_143_080
    # Seven in a row of one suit: eight runs of each suit.
    assert hands["seven-card-straight-flush"] == 32
    # Four aces, the joker and any two of the 48 other cards.
    assert hands["five-aces"] == comb(48, 2)


@pytest.mark.long
def test_ante_and_play_return_what_is_published_for_queen_six_four() -> None:
    found = main_returns(load_game("oaks/three-card-poker-1.3"), three_card.meetings(1))
    assert found.keys() == {"ante", "play", "together"}
    # The common game keeps 3.373 per cent and pays 5.285 by an Ante Bonus, which is not played.
    assert f"{float(found['together']):.2%}" == "-8.66%"


def test_insurance_counts_the_cards_that_make_a_natural() -> None:
    game = load_game("casino-99/pure-21.5").without(["red-flex", "buster"])
    assert isinstance(game, TwentyOneGame)
    assert side_returns(game)["insurance"] == 3 * Fraction(128, 415) - 1


def test_nobody_gains_at_nine_where_seats_and_bank_draw_alike() -> None:
    game = load_game("oaks/super-pan-9")
    assert isinstance(game, NineGame)
    assert nine.game_return(game) == 0


def test_the_first_hands_of_stud_meet_every_hand_the_bank_may_have() -> None:
    met: Counter[object] = Counter()
    for contest, _plays, ways in islice(stud.meetings(), 30):
        met[contest.ours] += ways
    # Four twos and a three, of which there are four.
    assert met[best_five((Card.C2c, Card.C2d, Card.C2h, Card.C2s, Card.C3c))] == 4 * comb(47, 5)


@pytest.mark.long
def test_all_hands_of_stud_meet_and_the_bank_plays_as_often_as_counted_by_hand() -> None:
    every = list(stud.meetings())
    assert sum(meeting.ways for meeting in every) == comb(52, 5) * comb(47, 5)
    # All but high cards, and of those ace and king with three others that make no straight.
    qualified = comb(52, 5) - 1_302_540 + (comb(11, 3) - 1) * (4**5 - 4)
    found = sum(meeting.ways for meeting in every if meeting.contest.qualified)
    assert found == qualified * comb(47, 5)
