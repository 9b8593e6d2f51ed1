"""Twenty-one hands: counting, charts, comparisons, side bets, each room by its own file."""

from fractions import Fraction
from functools import cache

import pytest

from controller.facts.cards import DECK, Card
from controller.families.catalogue import load_game
from controller.families.twenty_one import house_way
from controller.families.twenty_one.sections import Scale, TwentyOne, TwentyOneGame
from controller.families.twenty_one.values import (
    chart_row,
    compare,
    count_hand,
    count_words,
    is_same_pair,
)
from controller.settlement.house_decision import HouseWayError

PURE = "casino-99/pure-21.5"
SPANISH = "lucky-derby/pure-spanish-21.5"
NO_BUST = "lucky-derby/no-bust-21st-century-blackjack-4"
CAPITOL = "capitol/no-bust-21st-century-blackjack"
JOKERS = "oaks/no-bust-21st-century-blackjack"
ACES = "oaks/california-aces"
VALUES = {"button.values": {rank: place for place, rank in enumerate("A23456789TJQK", 1)}}
GAMES = (
    PURE,
    SPANISH,
    NO_BUST,
    CAPITOL,
    JOKERS,
    ACES,
    "casino-99/pure-spanish-21.5",
    "capitol/pure-21.5",
    "oaks/pure-21.5",
    "lucky-derby/buster-blackjack-4",
    "casino-99/pure-21.5-6-to-5",
    "oaks/21st-century-blackjack",
)


@cache
def game_of(game_id: str) -> TwentyOneGame:
    game = load_game(game_id, VALUES if game_id == "capitol/pure-21.5" else None)
    assert isinstance(game, TwentyOneGame)
    return game


def rule_of(game_id: str) -> TwentyOne:
    return game_of(game_id).twenty_one


def cards(text: str) -> tuple[Card, ...]:
    return tuple(Card(code) for code in text.split())


def words(game_id: str, text: str, is_split: bool = False) -> str:
    rule = rule_of(game_id)
    return " ".join(count_words(rule.totals, count_hand(rule.totals.scale, cards(text), is_split)))


@pytest.mark.parametrize(
    ("game_id", "hand", "said"),
    [
        (PURE, "Ac Kd", "natural 21.5"),
        (PURE, "Td Ac", "natural 21.5"),
        (PURE, "Ac 5d 5c", "soft 21"),
        (PURE, "Ac Ad", "soft 12"),
        (PURE, "Ac 6d", "soft 17"),
        (PURE, "Ac 6d Kc", "hard 17"),
        (PURE, "9c 7d 6c", "over 22"),
        (SPANISH, "Ac Jd", "natural 21.5"),
        (NO_BUST, "Ac Td", "natural 22"),
        (NO_BUST, "Ac Ad", "soft 12"),
        (NO_BUST, "9c 7d 6c", "hard 22"),
        (NO_BUST, "Ac Ad Tc", "soft 22"),
        (NO_BUST, "9c 8d 6c", "over 23"),
        (CAPITOL, "Kc Ad", "natural 21.5"),
        (JOKERS, "Jo Jo", "natural 22"),
        (JOKERS, "Ac Jo", "natural 22"),
        (JOKERS, "Ac Kd", "soft 21"),
        (JOKERS, "5c Jo", "hard 21"),
        (JOKERS, "9c 5d Jo", "hard 21"),
        (ACES, "Ac Ad", "soft 22"),
        (ACES, "Ac Kd", "soft 21"),
        (ACES, "Ac Ad 5c", "soft 17"),
        (ACES, "9c 8d 6c", "over 23"),
    ],
)
def test_a_hand_counts_as_its_room_counts_it(game_id: str, hand: str, said: str) -> None:
    assert words(game_id, hand) == said


@pytest.mark.parametrize("game_id", [PURE, SPANISH, NO_BUST, CAPITOL])
def test_a_split_ace_with_a_ten_is_no_natural(game_id: str) -> None:
    assert words(game_id, "Ac Kd", is_split=True) == "soft 21"


def test_sixty_four_of_the_pairs_of_a_deck_are_natural() -> None:
    scale = rule_of(PURE).totals.scale
    pairs = [(one, two) for place, one in enumerate(DECK) for two in DECK[:place]]
    assert sum(count_hand(scale, pair).is_natural for pair in pairs) == 64


# Charts


@pytest.mark.parametrize(
    ("game_id", "hand", "row"),
    [
        (PURE, "Tc 9d", "1a-stand"),
        (PURE, "Tc 8d", None),
        (PURE, "6c 5d", "1a-hit"),
        (PURE, "6c 6d", None),
        (PURE, "Ac 8d", None),
        (PURE, "Ac 2d", None),
        (SPANISH, "9c 8d", "1a-stand"),
        (SPANISH, "9c 7d", None),
        (SPANISH, "2c 3d", None),
        (NO_BUST, "Tc 5d 6c", "stand"),
        (NO_BUST, "Ac 9d Ac", "stand"),
        (NO_BUST, "Tc 9d", None),
        (NO_BUST, "6c 5d", "hit"),
        (NO_BUST, "Ac Kd", "natural-stand"),
        (CAPITOL, "Tc Td", None),
        (CAPITOL, "Ac 5d 5c", "stand"),
        (JOKERS, "Tc Td", "stand"),
        (JOKERS, "Ac 9d", "stand"),
        (JOKERS, "Tc 9d", None),
        (JOKERS, "6c 5d", "hit"),
        (ACES, "6c 5d", None),
    ],
)
def test_the_player_chart_decides_or_leaves_it_open(
    game_id: str, hand: str, row: str | None
) -> None:
    rule = rule_of(game_id)
    found = chart_row(rule.charts.player, count_hand(rule.totals.scale, cards(hand)))
    assert (found.name if found else None) == row


@pytest.mark.parametrize("game_id", [game_id for game_id in GAMES if game_id != ACES])
@pytest.mark.parametrize(
    ("hand", "decision"),
    [
        ("9c 7d", "hit"),
        ("9c 8d", "stand"),
        ("Ac 6d", "hit"),
        ("Ac 7d", "stand"),
        ("Ac 6d 9c", "hit"),
        ("Ac 6d Kc", "stand"),
        ("2c 2d", "hit"),
    ],
)
def test_the_bank_stands_on_hard_17_and_soft_18(game_id: str, hand: str, decision: str) -> None:
    decided = house_way.decide(game_of(game_id), cards(hand))
    assert decided.decision == decision
    assert decided.row


@pytest.mark.parametrize(
    ("game_id", "hand", "reason"),
    [
        (ACES, "9c 7d", "prints no chart"),
        (PURE, "9c", "two at least"),
        (SPANISH, "9c Td", "no such card"),
        (PURE, "9c Jo", "no such card"),
    ],
)
def test_the_house_way_says_what_it_cannot_answer(game_id: str, hand: str, reason: str) -> None:
    with pytest.raises(HouseWayError, match=reason):
        house_way.decide(game_of(game_id), cards(hand))


@pytest.mark.parametrize(
    ("pairs", "hand", "may"),
    [
        ("rank", "8c 8d", True),
        ("rank", "Tc Kd", False),
        ("rank-or-tens", "Tc Kd", True),
        ("rank-or-tens", "8c 9d", False),
        ("value", "Jc Kd", True),
        ("value", "Ac 9d", False),
    ],
)
def test_pairs_are_what_the_room_calls_pairs(pairs: str, hand: str, may: bool) -> None:
    assert is_same_pair(pairs, *cards(hand)) == may


def test_the_bank_is_over_as_often_as_the_buster_page_claims() -> None:
    """Endless decks: the bank that hits soft 17 is over a little more than 28 % of the time."""
    rule = rule_of("oaks/pure-21.5")
    scale = rule.totals.scale
    assert Fraction(28, 100) < _over(rule, scale) < Fraction(29, 100)


def _over(rule: TwentyOne, scale: Scale) -> Fraction:
    faces = tuple(Card(f"{rank}c") for rank in "A23456789TJQK")

    @cache
    def share(held: tuple[Card, ...]) -> Fraction:
        count = count_hand(scale, held)
        row = chart_row(rule.charts.bank, count)
        if len(held) >= 2 and (count.is_over or count.is_natural or (row and row.must == "stand")):
            return Fraction(int(count.is_over))
        drawn = (tuple(sorted((*held, face), key=lambda card: card.place)) for face in faces)
        return sum((share(hand) for hand in drawn), Fraction(0)) / len(faces)

    return share(())


# Comparing


@pytest.mark.parametrize(
    ("game_id", "hand", "bank", "result"),
    [
        (PURE, "Ac Kd", "9c 9d", "natural"),
        (PURE, "Ac Kd", "Ad Kc", "push"),
        (PURE, "9c 9d 3c", "Ad Kc", "lose"),
        (PURE, "Ac Kd", "Tc 5d 6c", "natural"),
        (PURE, "Tc 9d", "Tc 8d", "win"),
        (PURE, "Tc 8d", "Tc 8c", "push"),
        (PURE, "Tc 5d 6c", "Td 5c 6d", "push"),
        (PURE, "Tc 7d", "Tc 8c", "lose"),
        (PURE, "Tc 7d", "Tc 6c 9c", "win"),
        (PURE, "Tc 7d 9c", "Tc 8c", "lose"),
        (PURE, "Tc 7d 9c", "8c 8d 8h", "push"),
        (PURE, "Tc 7d 9c", "8c 7d 9h", "lose"),
        (PURE, "Tc 7d", "8c 8d 8h", "win"),
        (SPANISH, "Ac Kd", "Ad Kc", "natural"),
        (SPANISH, "Kc 5d 6c", "Kd 5c 6d", "win"),
        (SPANISH, "Kc 8d", "Kd 8c", "push"),
        (SPANISH, "Kc 7d 9c", "8c 8d 8h", "push"),
        (SPANISH, "Kc 7d 9c", "8c 6d 9h", "lose"),
        (NO_BUST, "Ac Kd", "9c 7d 6c", "natural"),
        (NO_BUST, "9c 7d 6c", "Kd Ac", "lose"),
        (NO_BUST, "9c 7d 6c", "Td 5c 6d", "win"),
        (NO_BUST, "9c 7d 6c", "9d 7c 6d", "push"),
        (NO_BUST, "9c 8d 8c", "Kd 6c Ts", "push"),
        (NO_BUST, "9c 8d 8c", "Kd 6c 9s", "lose"),
        (NO_BUST, "9c 8d 8c", "Kd 6c 8s", "lose"),
        (NO_BUST, "5c 4d 8c 8d", "Kd 6c Ts", "lose"),
        (NO_BUST, "9c 8d 7c", "Kd 6c Ts", "lose"),
        (CAPITOL, "9c 7d 7c", "Kd 6c Ts", "push"),
        (CAPITOL, "9c 8d 7c", "Kd 6c Ts", "push"),
        (CAPITOL, "9c 8d 8c", "Kd 6c Ts", "push"),
        (CAPITOL, "9c 7d 6c", "Kd 6c Ts", "lose"),
        (CAPITOL, "5c 4d 7c 8d", "Kd 6c Ts", "lose"),
        (CAPITOL, "9c 7d 7c", "Kd 6c 6s", "lose"),
        (CAPITOL, "9c 7d 7c", "Kd 7c 6s", "lose"),
        (JOKERS, "9c 8d 7c", "Kd 6c Ts", "push"),
        (JOKERS, "Kc 6d Tc", "Kd 6c Ts", "lose"),
        (JOKERS, "9c 8d 7c", "Kd 7c", "lose"),
        (JOKERS, "Jo Jo", "Ac Jo", "push"),
        (JOKERS, "Ac Kd", "5c Jo", "push"),
        (ACES, "9c 8d 6c", "Kd 9c", "win"),
        (ACES, "9c 8d 6c", "Kd 6c 5d", "push"),
        (ACES, "9c 8d 7c", "Kd 6c 5d", "lose"),
        (ACES, "Ac Ad", "9c 7d 6c", "push"),
    ],
)
def test_hands_compare_as_their_room_compares_them(
    game_id: str, hand: str, bank: str, result: str
) -> None:
    rule = rule_of(game_id)
    scale = rule.totals.scale
    ours, theirs = cards(hand), cards(bank)
    found = compare(
        rule.results,
        scale.limit,
        (count_hand(scale, ours), len(ours)),
        (count_hand(scale, theirs), theirs),
    )
    assert found.result == result


# Side bets: every line of every room's table
