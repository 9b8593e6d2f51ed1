"""Settling twenty-one rounds: doubles, splits, surrender, naturals, insurance, all exact."""

import json
from fractions import Fraction

import pytest

from controller.facts.phrase import phrase
from controller.families.settle import settle
from controller.settlement.finished import FINISHED_ROUND
from controller.settlement.ledger import LedgerLine
from controller.settlement.verdict import RoundError
from tests.conftest import game_rules

PURE = "casino-99/pure-21.5"
SPANISH = "lucky-derby/pure-spanish-21.5"
NO_BUST = "lucky-derby/no-bust-21st-century-blackjack-4"
JOKERS = "oaks/no-bust-21st-century-blackjack"
VALUES = {"button.values": {rank: n for n, rank in enumerate("A23456789TJQK", 1)}}
RESCUED = phrase("hand-given-up", how="rescued")
Held = dict[str, object]


def hand(cards: str, **more: object) -> Held:
    return {"cards": cards.split(), **more}


def settled(
    game_id: str, bank: str, seats: dict[str, Held], stake: int | None = None
) -> tuple[LedgerLine, ...]:
    values = VALUES if game_id == "capitol/pure-21.5" else None
    game = game_rules(game_id, values=values).game
    content = {"bank": {"seat": 1, "stake": stake, "cards": bank.split()}, "seats": seats}
    return settle(game, game.seats.allowed[0], FINISHED_ROUND.validate_json(json.dumps(content)))


def one(game_id: str, bank: str, held: Held, base: int = 20) -> LedgerLine:
    (line,) = settled(game_id, bank, {"2": {"wagers": {"base": base}, **held}})
    return line


@pytest.mark.parametrize(
    ("game_id", "cards", "paid"),
    [
        (PURE, "Ac Kd", 30),
        ("casino-99/pure-21.5-6-to-5", "Ac Kd", 24),
        ("oaks/21st-century-blackjack", "Jo Jo", 40),
        (SPANISH, "Ac Kd", 24),
        ("casino-99/pure-spanish-21.5", "Ac Kd", 24),
        ("oaks/pure-21.5", "Ac Kd", 24),
        ("lucky-derby/no-bust-21st-century-blackjack-4", "Ac Kd", 24),
        ("lucky-derby/buster-blackjack-4", "Ac Kd", 24),
        ("capitol/no-bust-21st-century-blackjack", "Ac Kd", 24),
        (JOKERS, "Jo Jo", 40),
        (JOKERS, "Ac Jo", 20),
        ("oaks/california-aces", "Ac Ad", 20),
    ],
)
def test_the_best_hand_pays_as_its_room_prints(game_id: str, cards: str, paid: int) -> None:
    line = one(game_id, "9c 9d", hand(cards))
    assert (line.result, line.paid, line.returned) == ("win", paid, 20)


def test_a_spanish_natural_is_paid_against_a_natural_of_the_bank() -> None:
    assert one(SPANISH, "Kc Ad", hand("Ac Kd")).paid == 24


def test_six_to_five_on_an_odd_wager_is_exact() -> None:
    assert one("oaks/pure-21.5", "9c 9d", hand("Ac Kd"), base=7).paid == Fraction(42, 5)


def test_a_doubled_hand_has_twice_the_wager_at_risk() -> None:
    won = one(PURE, "9c 9d", {"hands": (hand("6c 5d Kc", doubled=1),)})
    lost = one(PURE, "9c 9d", {"hands": (hand("6c 5d 2c", doubled=1),)})
    assert (won.amount, won.paid) == (40, 40)
    assert (lost.amount, lost.taken) == (40, 40)


def test_a_double_for_less_adds_what_was_put_up() -> None:
    line = one(PURE, "9c 9d", {"hands": (hand("6c 5d Kc", doubled=1, less=5),)})
    assert (line.amount, line.paid) == (25, 25)


@pytest.mark.parametrize(
    ("cards", "doubled", "taken"),
    [("2c 3d 2d", 1, 20), ("2c 3d 2d 2s", 2, 40), ("2c 3d 2d 2s 4d", 3, 80)],
)
def test_a_rescue_takes_the_last_doubling_back(cards: str, doubled: int, taken: int) -> None:
    line = one(SPANISH, "9c 9d", {"hands": (hand(cards, doubled=doubled, rescued=True),)})
    assert (line.taken, line.returned, line.why) == (taken, taken, RESCUED)


def test_surrender_costs_half() -> None:
    line = one(PURE, "9c 9d", {"hands": (hand("9c 7d", surrendered=True),)})
    assert (line.taken, line.returned) == (10, 10)


def test_each_hand_of_a_split_has_its_own_line() -> None:
    hands = (hand("8c Kd"), hand("8d 3c Kc", doubled=1), hand("8h 2c 5c"))
    lines = settled(PURE, "9c 9d", {"2": {"wagers": {"base": 20}, "hands": hands}})
    assert [(line.result, line.paid, line.taken) for line in lines] == [
        ("push", 0, 0),
        ("win", 40, 0),
        ("lose", 0, 20),
    ]


def test_a_natural_bank_at_oaks_takes_the_original_wager_only() -> None:
    doubled = one(JOKERS, "Ac Jo", {"hands": (hand("6c 5d Kc", doubled=1),)})
    assert (doubled.taken, doubled.returned) == (20, 20)
    split = (hand("8c Kd"), hand("8d 3c Kc", doubled=1))
    lines = settled(JOKERS, "Ac Jo", {"2": {"wagers": {"base": 20}, "hands": split}})
    assert [(line.result, line.taken) for line in lines] == [("lose", 20), ("push", 0)]


def test_a_misplayed_hand_loses_whatever_it_holds() -> None:
    line = one(JOKERS, "9c 9d", {"hands": (hand("6c 5d Kc", misplayed=True),)})
    assert (line.result, line.taken) == ("lose", 20)


@pytest.mark.parametrize(("bank", "paid", "taken"), [("Ac Kd", 20, 0), ("Ac 9d", 0, 10)])
def test_insurance_pays_two_to_one_on_a_natural(bank: str, paid: int, taken: int) -> None:
    held = {"wagers": {"base": 20, "insurance": 10}, **hand("9c 9d")}
    insurance, _base = settled(PURE, bank, {"2": held})
    assert (insurance.paid, insurance.taken) == (paid, taken)


def test_even_money_is_insurance_of_half_at_three_to_two() -> None:
    for bank in ("Ac Kd", "Ac 9d"):
        held = {"wagers": {"base": 20, "insurance": 10}, **hand("As Ks")}
        lines = settled(PURE, bank, {"2": held})
        assert sum(line.paid - line.taken for line in lines) == 20


def test_laps_leave_the_last_side_bets_uncovered() -> None:
    seats = {seat: {"wagers": {"base": 20, "buster": 10}, **hand("Kc 9d")} for seat in ("2", "5")}
    lines = settled(PURE, "6c 5d 5c 9d", seats, stake=50)
    assert [(line.seat, line.wager, line.paid, line.uncovered) for line in lines] == [
        (2, "base", 20, 0),
        (5, "base", 20, 0),
        (2, "buster", 10, 20),
        (5, "buster", 0, 30),
    ]


def test_oaks_settles_lucky_lucky_first_then_seat_by_seat_from_the_button() -> None:
    wagers = {"base": 20, "buster": 10, "lucky-lucky": 5}
    seats = {seat: {"wagers": wagers, **hand("Kc 9d")} for seat in ("2", "5")}
    lines = settled("oaks/pure-21.5", "7c Qd", seats)
    early = [(2, "lucky-lucky"), (5, "lucky-lucky")]
    assert [(line.seat, line.wager) for line in lines] == [
        *early,
        *((seat, wager) for seat in (2, 5) for wager in ("buster", "base")),
    ]


def test_capitol_settles_counter_clockwise_from_the_right() -> None:
    seats = {seat: {"wagers": {"base": 20}, **hand("Kc 9d")} for seat in ("2", "5", "8")}
    lines = settled("capitol/no-bust-21st-century-blackjack", "7c Qd", seats)
    assert [line.seat for line in lines] == [8, 5, 2]


def test_side_bets_of_a_split_need_the_first_two_cards() -> None:
    held: Held = {"wagers": {"base": 20, "match": 5}, "hands": (hand("9c Kd"), hand("9d 8c"))}
    with pytest.raises(RoundError, match='add "cards", the first two'):
        settled(SPANISH, "9s Kd", {"2": held})
    lines = settled(SPANISH, "9s Kd", {"2": {**held, **hand("9c 9d")}})
    assert [line.paid for line in lines if line.wager == "match"] == [40]


@pytest.mark.parametrize(
    ("game_id", "bank", "held", "reason"),
    [
        (PURE, "9c", hand("9c 9d"), "bank: 9c, and it must take a card"),
        (PURE, "9c 7d", hand("9c 9d"), "bank: 9c 7d, and it must take a card"),
        (PURE, "9c 9d", hand("9c"), "seat 2: a hand needs at least two cards"),
        (PURE, "9c 9d", {"hands": (hand("9c 9d", doubled=2),)}, "entry-refused"),
        (SPANISH, "9c 9d", {"hands": (hand("9c 2d 9d", doubled=1, less=5),)}, "double-not-allowed"),
        (PURE, "9c 9d", {"hands": (hand("9c 2d 9d", doubled=1, rescued=True),)}, "entry-refused"),
        (
            "oaks/california-aces",
            "9c 9d",
            {"hands": (hand("9c 2d", surrendered=True),)},
            "surrender-not-allowed",
        ),
    ],
)
def test_a_round_that_cannot_have_been_is_refused(
    game_id: str, bank: str, held: Held, reason: str
) -> None:
    with pytest.raises(RoundError, match=reason):
        one(game_id, bank, held)


@pytest.mark.parametrize(
    ("wagers", "bank", "reason"),
    [
        ({"buster": 5}, "9c 9d", "seat 2: no base wager"),
        ({"base": 5, "dragon-7": 5}, "9c 9d", "seat 2: no wager 'dragon-7'"),
        ({"base": 20, "insurance": 11}, "Ac 9d", "insurance is more than half"),
        ({"base": 20, "insurance": 10}, "9c 9d", "insurance needs an ace up, the bank shows 9c"),
    ],
)
def test_wagers_that_do_not_fit_are_named(wagers: dict[str, int], bank: str, reason: str) -> None:
    with pytest.raises(RoundError, match=reason):
        settled(PURE, bank, {"2": {"wagers": wagers, **hand("9c 9d")}})


def test_a_bank_that_nobody_waits_for_need_not_draw() -> None:
    line = one("oaks/california-aces", "9c 7d", hand("Kc Kd"))
    assert line.result == "win"
    assert one(PURE, "9c 7d", hand("Ac Kd")).paid == 30


def bonus(held: Held) -> LedgerLine:
    wagers = {"base": 20, "blackjack-bonus": 5}
    _base, *hands, line = settled(NO_BUST, "9c 8d", {"2": {"wagers": wagers, **held}})
    assert all(each.wager == "base" for each in hands)
    return line


@pytest.mark.parametrize(
    ("held", "won"),
    [
        (hand("6c 7c 8c"), 500),
        ({"hands": [hand("7c 7d Kc", doubled=1)]}, 15),
        ({"hands": [hand("Ac Ad", surrendered=True)]}, 15),
    ],
)
def test_the_blackjack_bonus_stays_whatever_the_hand_comes_to(held: Held, won: int) -> None:
    line = bonus(held)
    assert (line.paid, line.returned) == (won, 5)


def test_the_blackjack_bonus_is_handed_back_on_two_tens() -> None:
    line = bonus(hand("Kc Qd"))
    assert (line.result, line.paid, line.returned) == ("push", 0, 5)


def test_after_a_split_the_blackjack_bonus_is_of_the_two_cards_dealt() -> None:
    split = [hand("7c 7d 7h"), hand("7s 9d")]
    assert bonus({"cards": ["7c", "7s"], "hands": split}).why == "pair"


@pytest.mark.parametrize("bank", ["Ah 9d", "Ah Kd"])
@pytest.mark.parametrize("game_id", [PURE, "capitol/pure-21.5"])
def test_even_money_wins_the_wager_whatever_the_bank_holds(game_id: str, bank: str) -> None:
    line = one(game_id, bank, {"hands": [hand("Ac Kd", even_money=True)]})
    assert (line.result, line.paid, line.returned) == ("win", 20, 20)


def test_a_natural_of_the_bank_takes_a_surrendered_hand_whole_where_the_book_says_so() -> None:
    given_up: Held = {"hands": [hand("Ks 6d", surrendered=True)]}
    assert one(NO_BUST, "Ac Kd", given_up).taken == 20
    assert one(NO_BUST, "9c Kd", given_up).taken == 10


def test_a_surrender_of_a_doubled_hand_costs_half_of_all_that_was_staked() -> None:
    doubled: Held = {"hands": [hand("5c 6d 9s", doubled=1, surrendered=True)]}
    assert one("capitol/no-bust-21st-century-blackjack", "9c 9d", doubled).taken == 20


def test_a_short_bank_pays_a_natural_before_hands_that_wait_for_its_draw() -> None:
    seats: dict[str, Held] = {
        "2": {"wagers": {"base": 10}, "cards": ["Tc", "9d"]},
        "5": {"wagers": {"base": 10}, "cards": ["Ac", "Kd"]},
    }
    lines = settled(PURE, "7h Kc", seats, stake=15)
    assert [(line.seat, line.paid) for line in lines] == [(5, 15), (2, 0)]


NO_BUST_CAPITOL = "capitol/no-bust-21st-century-blackjack"


@pytest.mark.parametrize(
    ("game_id", "bank", "held", "words"),
    [
        (NO_BUST_CAPITOL, "Ad 9s", {"insurance": 8}, "half the base wager, 10, and no less"),
        (PURE, "Ad 9s", {"insurance": 11}, "more than half"),
        (NO_BUST, "Ad Ks", {"insurance": 10}, "needs an ace up, the bank shows Ks"),
    ],
)
def test_insurance_the_book_does_not_give_is_refused(
    game_id: str, bank: str, held: Held, words: str
) -> None:
    seat = {"wagers": {"base": 20, **held}, **hand("Kc 9d")}
    with pytest.raises(RoundError, match=words):
        settled(game_id, bank, {"2": seat})


@pytest.mark.parametrize(
    ("game_id", "bank", "played", "words"),
    [
        (NO_BUST, "9c Kd", hand("5c 6d 9s", doubled=1, less=0.5), "double-not-allowed"),
        (PURE, "9c Kd", hand("Kc 9d", even_money=True), "entry-refused"),
        (PURE, "Ac 9d", hand("Kc 9d", even_money=True), "entry-refused"),
        (SPANISH, "Ac Kd", hand("Kc 9d", surrendered=True), "surrender-not-allowed"),
        (PURE, "Ac Kd", hand("Kc 9d", surrendered=True, early=True), "surrender-not-allowed"),
    ],
)
def test_a_hand_that_did_what_the_book_forbids_is_refused(
    game_id: str, bank: str, played: Held, words: str
) -> None:
    with pytest.raises(RoundError, match=words):
        one(game_id, bank, {"hands": [played]})


def test_a_surrender_before_the_look_costs_half_against_a_natural() -> None:
    early: Held = {"hands": [hand("Kc 9d", surrendered=True, early=True)]}
    assert one(SPANISH, "Ac Kd", early).taken == 10


@pytest.mark.parametrize("game_id", [PURE, "casino-99/pure-21.5-6-to-5"])
@pytest.mark.parametrize("side_bet", ["red-flex", "buster"])
def test_side_bets_of_casino_99_stop_at_a_hundred(game_id: str, side_bet: str) -> None:
    held = {"wagers": {"base": 20, side_bet: 150}, **hand("Kc 9d")}
    with pytest.raises(RoundError, match=f"{side_bet} of 150"):
        settled(game_id, "9c Kd", {"2": held})
