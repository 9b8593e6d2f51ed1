import json
import random
from fractions import Fraction

import pytest
from hypothesis import given, settings, strategies as st

from controller.facts.cards import DECK, Card
from controller.facts.decisions import PilesOrdered, SettlementOrdered
from controller.facts.events import (
    BetsClosed,
    CardsRevealed,
    CollectionTaken,
    FloorCalled,
    PilesDealt,
    PilesDelivered,
    RoundSettled,
    RulingGiven,
    SweepDeclared,
    WagerPlaced,
)
from controller.families.catalogue import load_game
from controller.families.chinese_poker.values import rank_front, set_hand, sweeps_of
from controller.families.settle import settle
from controller.hands.five_card import Category
from controller.settlement.finished import FINISHED_ROUND, FinishedRound
from controller.settlement.ledger import LedgerLine
from controller.settlement.verdict import RoundError
from tests.conftest import TablePlayer, game_rules

GAME = load_game("casino-99/chinese-poker")
# Front, middle, back.
PLAIN = ("2c 3d 5h", "2d 4c 6h 8s Tc", "2h 3s 7c 9d Jh")
DRAGON = "Ac 2d 3h 4s 5c 6d 7h 8s 9c Td Jh Qs Kc"
SIX_PAIRS = "Ac Ad 2c 2d 3c 3d 3h 3s 4c 4d 6c 6d 7h"
STRAIGHTS = "Ac 2d 3h 4c 5d 6h 7s 8c 9d Th Jc Qd Kh"
FLUSHES = "2c 4c 9c 2d 4d 6d 8d Td 3h 5h 7h 9h Jh"


def cards(text: str) -> tuple[Card, ...]:
    return tuple(map(Card, text.split()))


def held(front: str, middle: str, back: str, points: int = 20) -> dict[str, object]:
    every = f"{front} {middle} {back}".split()
    return {
        "wagers": {"points": points},
        "cards": every,
        "front": front.split(),
        "middle": middle.split(),
    }


def declared(text: str, points: int = 20) -> dict[str, object]:
    return {"wagers": {"points": points}, "cards": text.split(), "declared": True}


def round_of(button: int, seats: dict[int, dict[str, object]]) -> FinishedRound:
    content = {"button": button, "seats": {str(seat): held for seat, held in seats.items()}}
    return FINISHED_ROUND.validate_json(json.dumps(content))


def lines(button: int, seats: dict[int, dict[str, object]]) -> tuple[LedgerLine, ...]:
    return settle(GAME, 5, round_of(button, seats))


def points(button: int, seats: dict[int, dict[str, object]]) -> dict[int, Fraction]:
    found = dict.fromkeys(seats, Fraction(0))
    for line in lines(button, seats):
        found[line.seat] += line.paid - line.taken
    return found


WEAK = held("2c 3d 5h", "2s 4c 6h 8s Tc", "4h 3s 7c 9d Jh")


def test_a_segment_is_one_point_and_three_are_three() -> None:
    assert points(1, {1: held("Kc Qd 9h", "Kd Qc Jd 8h 7d", "As Ks 8c 6d 5d"), 2: WEAK}) == {
        1: 3,
        2: -3,
    }


def test_two_segments_of_three_pay_one_point() -> None:
    assert points(1, {1: held("2h 3h 4d", "Kd Qc Jd 8h 7d", "As Ks 8c 6d 5d"), 2: WEAK})[1] == 1


def test_equal_segments_push_unless_one_holds_the_button() -> None:
    one = held("2h 3h 5d", "2d 4s 6c 8c Td", "4d 3c 7d 9c Jc")
    third = held("Kc Qd 9h", "Kd Qc Jd 8h 7h", "As Ks 8d 6d 5s")
    assert [line.result for line in lines(3, {1: one, 2: WEAK, 3: third})][-2:] == ["push", "push"]
    assert points(1, {1: one, 2: WEAK}) == {1: 3, 2: -3}
    assert points(2, {1: one, 2: WEAK}) == {1: -3, 2: 3}


@pytest.mark.parametrize(
    ("front", "middle", "back", "won"),
    [
        ("9h 9d 9s", "Kd Kc Ks 8h 7d", "Ac Ad As 6d 5d", 3 + 3),
        ("Kc Qd 9h", "Kd Ks Kh 8h 8d", "Ac Ad As 6d 6c", 3 + 2),
        ("Kc Qd 9h", "8h 8d 8c Kd Kh", "Ac Ad As Ah 5d", 3 + 2 + 4),
        ("Kc Qd 9h", "5s 5d 5c 5h 8d", "Ac Ad As Ah Kd", 3 + 8 + 4),
        ("Kc Qd Kh", "5d 6d 7d 8d 9d", "8s 9s Ts Js Qs", 3 + 10 + 5),
        ("Kc Qd Kh", "5d 6d 7d 8d 9d", "Ts Js Qs Ks As", 3 + 10 + 5),
        ("Kc Qd Kh", "Ad 2d 3h 4d 5d", "7s 8h 9s Ts Js", 3),
    ],
)
def test_bonus_hands_pay_when_the_segment_wins(
    front: str, middle: str, back: str, won: int
) -> None:
    assert points(1, {1: held(front, middle, back), 2: other_than(front, middle, back)})[1] == won


def other_than(*hands: str) -> dict[str, object]:
    """A weak hand of the cards the others leave: no pair in front, never better."""
    used = set(" ".join(hands).split())
    free = [card for card in DECK if card not in used]
    rng = random.Random(1)
    while True:
        dealt = rng.sample(free, 13)
        hand = set_hand(dealt, dealt[:3], dealt[3:8])
        if isinstance(hand, str) or hand.back.category > Category.PAIR:
            continue
        if hand.front.category is Category.HIGH_CARD and hand.front.values[0] < 12:
            three = (dealt[:3], dealt[3:8], dealt[8:])
            front, middle, back = (" ".join(map(str, part)) for part in three)
            return held(front, middle, back)


def test_a_bonus_hand_that_loses_its_segment_pays_nothing() -> None:
    one = held("2c 3d 4h", "5d 6h 7c 8s 9c", "2d 2h 2s Kd Kc")
    other = held("Kh Qd 9h", "Td Ts Th 3h 3s", "Ac Ad As Ah 5c")
    assert points(1, {1: one, 2: other}) == {1: -9, 2: 9}


@pytest.mark.parametrize(
    ("text", "sweep"),
    [
        (DRAGON, "dragon"),
        (SIX_PAIRS, "six-pairs"),
        (STRAIGHTS, "three-straights"),
        ("Ac 2d 3h 3c 4d 5h 6s 7c Td Jh Qc Kd Ah", "three-straights"),
        ("Qc Kd Ah 2c 3d 4h 5s 6c 6d 7h 8c 9d Th", "three-straights"),
        (FLUSHES, "three-flushes"),
        ("2c 4c 9c Jc Qc 2d 4d 6d 8d Td Jd Qd Kd", "three-flushes"),
        ("2c 4c 9c 2d 3d 4d 5d 6d 8d Td Jd Qd Kd", "three-flushes"),
    ],
)
def test_clean_sweeps_are_found(text: str, sweep: str) -> None:
    assert sweep in sweeps_of(cards(text))


@pytest.mark.parametrize(
    "text",
    [
        "Ac 2d 3h 4c 5d 7h 7s 9c 9d Jh Jc Kd Kh",
        "2c 4c 9c Jc 2d 4d 6d 8d 3h 5h 7h 9h Jh",
        "Kc Ad 2h 4c 5d 6h 7s 8c 9d Th 9c Td Js",
    ],
)
def test_other_hands_are_no_sweep(text: str) -> None:
    assert not sweeps_of(cards(text))


@pytest.mark.parametrize(
    ("text", "worth"), [(DRAGON, 13), (SIX_PAIRS, 3), (STRAIGHTS, 13), (FLUSHES, 3)]
)
def test_a_sweep_collects_its_worth_and_pays_no_bonus(text: str, worth: int) -> None:
    other = other_than(text)
    assert points(2, {1: declared(text), 2: other}) == {1: worth, 2: -worth}


def test_the_better_sweep_collects_in_full() -> None:
    pairs = "Ad Ah 2c 2h 3c 3d 4c 4d 6c 6h 7c 7d 9d"
    assert points(2, {1: declared(DRAGON), 2: declared(pairs)}) == {1: 13, 2: -13}


def test_sweeps_of_one_value_push_even_against_the_button() -> None:
    flushes = "5c 8c Tc Jd Qd Kd 9d 3d Qh Kh Th 8h 6h"
    pairs = "Ac Ad 2c 2d 4s 4h 7c 7d 9s 9c Js Jc Ks"
    assert points(2, {1: declared(pairs), 2: declared(flushes)}) == {1: 0, 2: 0}


def test_sweeps_are_paid_before_hands_are_compared() -> None:
    strong = held("2h 3h 4d", "Kd Qc Jd 8h 7d", "As Ks 8c 6d 5d")
    pairs = "Ac Ad 2d 2s 4s 4h 9s 9c Js Jc Td Ts Kh"
    weak = held("3c 3d 5h", "6s 6c 7h 8s Tc", "5c 5s 7c 9d Jh")
    order = [
        (line.seat, str(line.result)) for line in lines(1, {1: strong, 3: weak, 5: declared(pairs)})
    ]
    assert order[:4] == [(5, "win"), (1, "lose"), (5, "win"), (3, "lose")]


@pytest.mark.parametrize(
    "fouled",
    [
        held("Kc Kd 9h", "Qd Qc Jd 8h 7d", "As Ks 8c 6d 5d"),
        held("Jc Td 9h", "Kd Kc 2d 8h 7d", "As Ks 8c 6d 5d"),
        held("Jc Td 9h 8c", "Kd Kc 2d 7d", "As Ac 8d 6d 5d"),
        held("Jc Td 9h", "Qd Qc 2d 8h 7d", "As Ac 8d 6d"),
        declared("Jc Td 9h Qd Qc 2d 8h 7d As Ac 8d 6d 5d"),
    ],
)
def test_a_fouled_hand_pays_three_points_a_segment(fouled: dict[str, object]) -> None:
    good = held("2c 3c 5h", "2s 4c 6h 8s Tc", "4h 3s 7c 9d Jh")
    assert points(1, {1: fouled, 2: good}) == {1: -9, 2: 9}


def test_a_fouled_hand_pays_the_bonuses_and_sweeps_of_others() -> None:
    foul = held("Kc Kd 9h", "Qd Qc Jd 8h 7d", "As Ks 8c 6d 5d")
    good = held("2c 2d 2h", "3s 3c 3h 4s 4c", "5c 5h 5s 6h 6c")
    assert points(1, {1: foul, 2: good}) == {1: -14, 2: 14}
    pairs = declared("2c 2d 3s 3c 4s 4c 5c 5h 6h 6c Td Ts 9c")
    assert points(1, {1: foul, 2: pairs}) == {1: -12, 2: 12}


def test_two_fouled_hands_pay_each_other_nothing() -> None:
    one = held("Kc Kd 9h", "Qd Qc Jd 8h 7d", "As Ks 8c 6d 5d")
    two = held("Th Td 9c", "2d 3c 4d 8s 7s", "Ac Kh 8d 6c 5s")
    assert points(1, {1: one, 2: two}) == {1: 0, 2: 0}


def test_chips_that_changed_hands_are_out_of_play() -> None:
    foul = held("Kc Kd 9h", "Qd Qc Jd 8h 7d", "As Ks 8c 6d 5d", points=12)
    one = held("2c 3c 5h", "2s 4c 6h 8s Tc", "4h 3s 7c 9d Jh")
    two = other_than(
        "Kc Kd 9h Qd Qc Jd 8h 7d As Ks 8c 6d 5d 2c 3c 5h 2s 4c 6h 8s Tc 4h 3s 7c 9d Jh"
    )
    found = lines(1, {1: foul, 2: one, 3: two})
    assert [(line.seat, line.taken, line.uncovered) for line in found if line.seat == 1] == [
        (1, 9, 0),
        (1, 3, 6),
    ]


@pytest.mark.parametrize(
    ("round_", "words"),
    [
        ({"seats": {"1": WEAK, "2": WEAK}}, "give the button"),
        ({"button": 3, "seats": {"1": WEAK, "2": WEAK}}, "give the button"),
        ({"button": 1, "seats": {"1": WEAK, "2": WEAK}}, "lies in two hands"),
        ({"button": 1, "seats": {"1": WEAK}}, "1 seats play"),
        ({"button": 1, "bank": {"seat": 5}, "seats": {"1": WEAK}}, "no bank"),
        ({"button": 1, "seats": {"1": WEAK, "2": declared("Jo")}}, "joker"),
        ({"button": 1, "seats": {"1": WEAK, "2": {"wagers": {"ante": 5}}}}, "points in play"),
        # Nine before each hand; where chips are bought, and how many, no device sees.
        (
            {"button": 1, "seats": {"1": WEAK, "2": {"wagers": {"points": 8}}}},
            r"seat 2: 8 points in play; a hand needs 9 of every player \(001:.*333",
        ),
    ],
)
def test_a_round_that_cannot_be_is_refused(round_: dict[str, object], words: str) -> None:
    with pytest.raises(RoundError, match=words):
        settle(GAME, 5, FINISHED_ROUND.validate_json(json.dumps(round_)))


@settings(max_examples=150)
@given(
    st.permutations(DECK), st.integers(1, 4), st.lists(st.integers(9, 20), min_size=4, max_size=4)
)
def test_points_never_come_or_go_and_nobody_loses_more_than_he_has(
    deck: list[Card], button: int, stacks: list[int]
) -> None:
    seats = {}
    for seat in range(1, 5):
        dealt = sorted(deck[13 * seat - 13 : 13 * seat], key=lambda card: card.rank)
        parts = (dealt[:3], dealt[3:8], dealt[8:])
        front, middle, back = (" ".join(map(str, part)) for part in parts)
        seats[seat] = held(front, middle, back, points=stacks[seat - 1])
    found = points(button, seats)
    assert sum(found.values()) == 0
    assert all(abs(found[seat]) <= stacks[seat - 1] for seat in found)


def test_three_cards_in_front_make_no_straight() -> None:
    assert rank_front(cards("9h Th Jh")).category is Category.HIGH_CARD
    assert rank_front(cards("9h 9c Jh")) > rank_front(cards("8h 8c Ah"))


# The round


@pytest.fixture
def chinese() -> TablePlayer:
    return TablePlayer(game_rules("casino-99/chinese-poker", 5))


def play_round(player: TablePlayer, *seats: int) -> tuple[int, ...]:
    """A whole round; returns the seats in the order of their stacks."""
    player.play(*(WagerPlaced(seat=seat) for seat in seats))
    ordered = next(d for d in player.play(BetsClosed()) if isinstance(d, PilesOrdered))
    player.play(CollectionTaken(), PilesDealt(), PilesDelivered(), CardsRevealed(), RoundSettled())
    return ordered.seats


def test_a_round_opens_without_a_bank(chinese: TablePlayer) -> None:
    assert chinese.state.round is not None
    assert chinese.state.bank.seat == chinese.state.bank.offered == 0


def test_the_button_goes_round_and_the_fifth_seat_waits(chinese: TablePlayer) -> None:
    orders = [play_round(chinese, 1, 2, 3, 4, 5) for _ in range(6)]
    assert orders[:3] == [(1, 2, 3, 4), (2, 3, 4, 5), (3, 4, 5, 1)]
    assert orders[5] == orders[0]


def test_a_seat_that_declines_makes_room_for_the_fifth(chinese: TablePlayer) -> None:
    assert play_round(chinese, 1, 3, 4, 5) == (1, 3, 4, 5)
    assert play_round(chinese, 1, 3, 4, 5) == (3, 4, 5, 1)


def test_the_button_stays_after_a_void_round(chinese: TablePlayer) -> None:
    play_round(chinese, 1, 2, 3)
    chinese.play(WagerPlaced(seat=2), WagerPlaced(seat=3), BetsClosed(), FloorCalled())
    chinese.play(RulingGiven(by="Ann", ruling="void-round"))
    assert play_round(chinese, 1, 2, 3) == (2, 3, 1)


def test_every_two_players_settle_once_the_buttons_first(chinese: TablePlayer) -> None:
    play_round(chinese, 1, 2, 4, 5)
    ordered = [d for d in chinese.history if isinstance(d, SettlementOrdered)][-1]
    assert [lap.seats for lap in ordered.laps] == [(1, 2), (1, 4), (1, 5), (2, 4), (2, 5), (4, 5)]


def test_a_declared_sweep_is_settled_first(chinese: TablePlayer) -> None:
    chinese.play(WagerPlaced(seat=2), WagerPlaced(seat=3), BetsClosed(), CollectionTaken())
    chinese.play(PilesDealt(), PilesDelivered(), SweepDeclared(seat=3))
    decided = chinese.play(CardsRevealed())
    ordered = next(d for d in decided if isinstance(d, SettlementOrdered))
    assert [lap.seats for lap in ordered.laps] == [(3,), (2, 3)]


def test_a_hand_set_with_other_cards_than_it_holds_is_fouled() -> None:
    dragon = cards(DRAGON)
    said = set_hand(dragon, cards("2c 3d 4h"), dragon[4:9])
    assert said == "set with cards it does not hold"


def test_twelve_cards_make_no_sweep() -> None:
    assert sweeps_of(cards(DRAGON))
    assert not sweeps_of(cards(DRAGON)[:12])
