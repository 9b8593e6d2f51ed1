import dataclasses
import json
from decimal import Decimal
from fractions import Fraction

import pytest

from config.document import DocumentError
from config.game import Game
from controller.facts.board import HandView, SeatHandView
from controller.facts.cards import Card
from controller.facts.decisions import BankOffered, ButtonPlaced, HandsDecided
from controller.facts.events import (
    BankAccepted,
    BetsClosed,
    CardDrawn,
    CardsRevealed,
    CollectionTaken,
    CupOpened,
    DiceRead,
    Event,
    HandStood,
    RoundSettled,
    ShakeEnded,
    ShakeStarted,
    ShoeLoaded,
    WagerPlaced,
)
from controller.families.catalogue import load_game
from controller.families.nine import house_way
from controller.families.nine.sections import NineGame
from controller.families.nine.values import compare, row_of, total_of
from controller.families.nine.verdict import judge
from controller.families.settle import button_of, settle
from controller.settlement.finished import FINISHED_ROUND, FinishedRound
from controller.settlement.house_decision import HouseWayError
from controller.settlement.verdict import RoundError
from controller.table.advance import advance
from controller.table.board_of import board_of
from controller.table.orders_of import orders_of
from tests.conftest import TablePlayer, game_rules

DICE = {"dice.count": 3}


def nine_game(game_id: str, values: dict[str, int] | None = None) -> NineGame:
    game = load_game(game_id, values)
    assert isinstance(game, NineGame)
    return game


PAN_9 = nine_game("oaks/super-pan-9")
FAST_NINE = nine_game("capitol/fast-nine", DICE)


def cards(text: str) -> tuple[Card, ...]:
    return tuple(map(Card, text.split()))


def drawn(text: str) -> list[Event]:
    return [CardDrawn(card=card) for card in cards(text)]


def ready(game: Game, *seats: int, dice: tuple[int, ...] = (1, 1, 1)) -> TablePlayer:
    """A table whose dice are read, the bank at seat 1."""
    player = TablePlayer(game_rules(game.id, 8, DICE if game is FAST_NINE else None))
    player.play(BankAccepted(), ShoeLoaded(decks=8))
    bet(player, game, *seats, dice=dice)
    return player


def bet(player: TablePlayer, game: Game, *seats: int, dice: tuple[int, ...] = (1, 1, 1)) -> None:
    player.play(*(WagerPlaced(seat=seat) for seat in seats), BetsClosed())
    if game is FAST_NINE:
        player.play(CollectionTaken())
    player.play(ShakeStarted(), ShakeEnded(), CupOpened(), DiceRead(dice=dice))


def deal_out(player: TablePlayer) -> list[tuple[int | None, str | None]]:
    """Deal kings for as long as first cards are due; returns who got them."""
    got = []
    while player.expects == ["card_drawn"]:
        got.append((player.state.expected[0].seat, player.state.expected[0].hand))
        player.play(*drawn(["Kc", "Kd", "Kh", "Ks"][len(got) % 4]))
    return got


@pytest.mark.parametrize(
    ("hand", "total"),
    [("6c 6d 4h", 6), ("5c 5d Kh", 0), ("Ac Jd Qh", 1), ("6c 6d 6h 6s", 4), ("Kc Qd Jh", 0)],
)
def test_totals_are_the_last_digit(hand: str, total: int) -> None:
    assert total_of(cards(hand)) == total


def test_the_deal_goes_one_card_at_a_time_from_the_counted_seat() -> None:
    player = ready(PAN_9, 3, 6, dice=(1, 1, 4))
    lap = [(6, "player"), (1, "bank"), (3, "player")]
    assert deal_out(player) == lap * 3


def test_the_first_card_goes_with_the_button_when_the_dice_count_to_the_bank() -> None:
    player = ready(PAN_9, 3, 6, dice=(3, 3, 3))
    placed = next(d for d in player.history if isinstance(d, ButtonPlaced))
    assert (placed.first_hand, placed.button) == (3, 3)
    assert deal_out(player)[0] == (3, "player")


@pytest.mark.parametrize(
    ("game", "first"), [(PAN_9, 6), (FAST_NINE, 3)], ids=["button", "bank-left"]
)
def test_the_draw_starts_where_the_book_says(game: Game, first: int) -> None:
    player = ready(game, 3, 6, dice=(1, 1, 4))
    deal_out(player)
    if game is PAN_9:
        player.play(CollectionTaken())
    assert player.state.expected[0].seat == first
    assert player.expects == ["card_drawn", "hand_stood"]


def test_a_hand_takes_one_fourth_card_and_no_more() -> None:
    player = ready(PAN_9, 3)
    deal_out(player)
    player.play(CollectionTaken(), *drawn("6c"))
    assert player.expects == ["cards_revealed"]
    assert player.irregularities(*drawn("6d")) == ["card-out-of-turn"]


def test_nothing_of_a_face_down_hand_is_shown_before_it_is_turned() -> None:
    player = ready(PAN_9, 3)
    player.play(*drawn("2c 3c 2d 3d 2h 3h"))
    board = board_of(player.state, 1)
    assert (board.banker, board.player, board.bank_hand) == ((), (), HandView(down=(3,)))
    assert board.hands == (SeatHandView(seat=3, down=(3,)),)
    told = str(player.state.expected)
    assert not any(str(card) in told for card in cards("2c 3c 2d 3d 2h 3h"))
    assert orders_of(player.state)["lamps"].action == 3  # type: ignore[union-attr]
    player.play(CollectionTaken(), HandStood(), CardsRevealed())
    assert board_of(player.state, 2).banker == cards("3c 3d 3h")


@pytest.mark.parametrize(
    ("game", "total", "expects"),
    [
        *((PAN_9, total, ["card_drawn"]) for total in range(4)),
        *((PAN_9, total, ["card_drawn", "hand_stood"]) for total in range(4, 7)),
        *((PAN_9, total, ["round_settled"]) for total in range(7, 10)),
        (FAST_NINE, 0, ["round_settled"]),
        *((FAST_NINE, total, ["card_drawn"]) for total in range(1, 6)),
        *((FAST_NINE, total, ["round_settled"]) for total in range(6, 10)),
    ],
)
def test_the_bank_draws_by_its_chart(game: Game, total: int, expects: list[str]) -> None:
    player = ready(game, 3)
    for theirs in nine_hand(total):
        player.play(CardDrawn(card=Card.Kh), CardDrawn(card=theirs))
    if game is PAN_9:
        player.play(CollectionTaken())
    player.play(HandStood(), CardsRevealed())
    assert player.expects == expects


def test_every_hand_is_announced_before_it_is_settled() -> None:
    player = ready(PAN_9, 3, 6)
    player.play(*drawn("4c 6h Kc 2d Kd 5d Ks Qs 4h"), CollectionTaken())
    decided = player.play(HandStood(), *drawn("3c"), CardsRevealed())
    told = next(d for d in decided if isinstance(d, HandsDecided))
    assert [(h.seat, h.count, h.result) for h in told.hands] == [
        (3, ("6",), "lose"),
        (6, ("9",), "push"),
    ]


def test_only_seats_in_the_hand_before_are_offered_the_bank() -> None:
    player = ready(FAST_NINE, 4, 7)
    for turn in range(2):
        if turn:
            bet(player, FAST_NINE, 4, 7)
        player.play(*drawn("4c 6h Kc 2d Kd 5d Ks Qs 3h"), HandStood(), HandStood())
        player.play(CardsRevealed(), RoundSettled())
    offered = [d.seat for d in player.history if isinstance(d, BankOffered)]
    assert offered[-1] == 4


def test_the_game_refuses_to_start_without_its_number_of_dice() -> None:
    with pytest.raises(DocumentError, match=r'supply "dice.count"'):
        load_game("capitol/fast-nine")


def test_a_chart_must_name_every_total_once() -> None:
    with pytest.raises(ValueError, match="every total"):
        type(PAN_9.nine.charts).model_validate(
            {"bank": PAN_9.nine.charts.bank[:2], "source": "003:1"}
        )


@pytest.mark.parametrize("mine", range(10))
@pytest.mark.parametrize("bank", range(10))
def test_nearer_to_nine_wins_and_equal_pushes(mine: int, bank: int) -> None:
    found = compare(PAN_9.nine, nine_hand(mine), nine_hand(bank))
    assert found.result == ("push" if mine == bank else "win" if mine > bank else "lose")
    assert not found.is_half


@pytest.mark.parametrize("mine", range(10))
def test_a_bank_of_zero_pays_by_its_own_table(mine: int) -> None:
    found = compare(FAST_NINE.nine, nine_hand(mine), cards("Kc Qc Jc"))
    assert found.result == ("win" if mine >= 6 else "push")
    assert found.is_half == (mine == 6)


def nine_hand(total: int) -> tuple[Card, ...]:
    low = min(total, 6)
    rest = total - low
    codes = {0: "Kc", 1: "Ac"}
    pick = [codes.get(low, f"{low}c"), codes.get(rest, f"{rest}c").replace("c", "d"), "Kh"]
    return cards(" ".join(pick))


def settled(
    game: Game, bank: str, seats: dict[str, str], stake: int | None = None
) -> dict[int, Fraction]:
    lines = settle(game, 8, finished(bank, seats, stake))
    return {line.seat: line.paid - line.taken for line in lines}


def finished(bank: str, seats: dict[str, str], stake: int | None = None) -> FinishedRound:
    content = {
        "bank": {"seat": 1, "stake": stake, "cards": bank.split()},
        "dice": [2, 2, 2],
        "seats": {s: {"wagers": {"base": 25}, "cards": c.split()} for s, c in seats.items()},
    }
    return FINISHED_ROUND.validate_json(json.dumps(content))


def test_half_a_wager_is_won_exactly() -> None:
    seats = {"2": "6c Kc Kd", "4": "5c 2c Kd", "6": "Ac Kc Kd"}
    assert settled(FAST_NINE, "Kc Qc Jc", seats) == {2: Fraction(25, 2), 4: 25, 6: 0}


def test_settlement_starts_at_the_dice_and_ends_with_the_bank() -> None:
    seats = {"2": "6c 3c Kd", "4": "5c 4c Kd", "6": "6c 3c Kh"}
    round_ = finished("5c 2c Jc", seats, 40)
    assert button_of(PAN_9, 8, round_) == 6
    lines = settle(PAN_9, 8, round_)
    assert [(line.seat, line.paid, line.uncovered) for line in lines] == [
        (6, 25, 0),
        (2, 15, 10),
        (4, 0, 25),
    ]


@pytest.mark.parametrize(
    ("bank", "hand", "words"),
    [
        ("Kc Qc Jc", "4c 2c Kd", "must hit"),
        ("5c 2c Jc 2d", "4c 2c Kd", "must stand"),
        ("5c 2c Jc", "4c 2c", "2 cards"),
        ("5c 2c Jc", "7c 2c Kd", "7c is not in a deck"),
        ("5c Tc Jc", "6c 2c Kd", "Tc is not in a deck"),
    ],
)
def test_a_round_that_cannot_be_is_refused(bank: str, hand: str, words: str) -> None:
    with pytest.raises(RoundError, match=words):
        settled(PAN_9, bank, {"2": hand})


@pytest.mark.parametrize("total", range(10))
def test_the_house_way_of_fast_nine(total: int) -> None:
    decided = house_way.decide(FAST_NINE, nine_hand(total))
    assert decided.decision == ("hit" if total <= 5 else "stand")
    assert ("does not hit" in decided.text) == (total == 0)


@pytest.mark.parametrize("total", range(10))
def test_the_house_way_of_super_pan_9_is_the_banks(total: int) -> None:
    decided = house_way.decide(PAN_9, nine_hand(total))
    assert decided.decision == ("hit" if total < 4 else "choose" if total < 7 else "stand")


@pytest.mark.parametrize("hand", ["Kc 2c", "Kc 2c 7d", "Kc 2c 3c 4c"])
def test_the_house_way_refuses_what_is_no_hand_of_three(hand: str) -> None:
    with pytest.raises(HouseWayError):
        house_way.decide(PAN_9, cards(hand))


def test_every_row_of_the_charts_is_reached() -> None:
    for game in (PAN_9, FAST_NINE):
        for rows in (game.nine.charts.bank, game.nine.charts.player):
            assert {row_of(rows, total).name for total in range(10) if rows} == {
                r.name for r in rows
            }


def test_three_at_a_time_gives_each_position_its_hand() -> None:
    rules = game_rules("oaks/super-pan-9", 8)
    nine = PAN_9.nine
    deal = nine.deal.model_copy(update={"dealt": "three-at-a-time"})
    game = PAN_9.model_copy(update={"nine": nine.model_copy(update={"deal": deal})})
    player = TablePlayer(dataclasses.replace(rules, game=game))
    player.play(BankAccepted(), ShoeLoaded(decks=8))
    bet(player, PAN_9, 3, 6)
    assert deal_out(player) == [(3, "player")] * 3 + [(6, "player")] * 3 + [(1, "bank")] * 3


def test_a_card_moves_no_state_that_was_given() -> None:
    player = ready(PAN_9, 3)
    before = player.state
    assert before.round is not None
    parts = before.round.parts
    advance(before, drawn("4c")[0])
    assert before.round.parts == parts


def test_nine_has_one_wager_alone() -> None:
    round_ = finished("5c 2c Jc", {"2": "6c 3c Kd"})
    seat = round_.seats["2"].model_copy(update={"wagers": {"tie": Decimal(5)}})
    with pytest.raises(RoundError, match="seat 2: Super Pan 9 has one wager, base; give that"):
        judge(PAN_9, round_.model_copy(update={"seats": {"2": seat}}))
