import json
from fractions import Fraction

import pytest

from controller.facts.events import (
    BankAccepted,
    BankDeclined,
    BetsClosed,
    CardsDealt,
    CardsRevealed,
    CardTurned,
    CollectionTaken,
    HandFolded,
    PlayClosed,
    PlayPlaced,
    RoundSettled,
    StageSettled,
    WagerPlaced,
)
from controller.families.catalogue import load_game
from controller.families.settle import settle
from controller.settlement.finished import FINISHED_ROUND
from controller.settlement.verdict import RoundError
from controller.table.orders_of import orders_of
from tests.conftest import TablePlayer, game_rules

GAME = load_game("lucky-derby/caribbean-stud")
ACE_KING = "As Kd 4c 3h 2s"
NO_HAND = "As Qd 4c 3h 2s"
PAIR = "5s 5d 9c 8h 3d"


def settled(
    bank: str, cards: str, stake: int | None = None, **more: object
) -> dict[str, tuple[str, Fraction, Fraction]]:
    wagers = {"ante": 10} if more.get("folded") else {"ante": 10, "play": 10}
    seat = {"wagers": wagers, "cards": cards.split(), **more}
    content = {"bank": {"seat": 1, "stake": stake, "cards": bank.split()}, "seats": {"3": seat}}
    lines = settle(GAME, 8, FINISHED_ROUND.validate_json(json.dumps(content)))
    return {line.wager: (str(line.result), line.paid, line.taken) for line in lines}


@pytest.mark.parametrize(
    ("hand", "pays"),
    [
        ("Ah Kh Jh 9c 7c", 10),
        ("Ac Ah 9c 8h 3d", 10),
        ("5c 5h 9c 9h 3d", 15),
        ("5c 5h 5d 9h 3d", 20),
        ("5c 6h 7d 8h 9d", 30),
        ("Ah 2d 3c 4h 5d", 30),
        ("2h 5h 7h 9h Jh", 40),
        ("5c 5h 5d 9h 9d", 50),
        ("5c 5h 5d 5s 9d", 70),
        ("5h 6h 7h 8h 9h", 70),
        ("Th Jh Qh Kh Ah", 70),
    ],
)
def test_the_second_bet_pays_by_the_schedule(hand: str, pays: int) -> None:
    found = settled("As Kd 4c 3s 2s", hand)
    assert found == {"ante": ("win", 10, 0), "play": ("win", pays, 0)}


def test_three_to_two_is_exact() -> None:
    content = {
        "bank": {"seat": 1, "cards": ACE_KING.split()},
        "seats": {"3": {"wagers": {"ante": 5, "play": 5}, "cards": ["5c", "5h", "9c", "9h", "3d"]}},
    }
    lines = settle(GAME, 8, FINISHED_ROUND.validate_json(json.dumps(content)))
    assert [line.paid for line in lines] == [5, Fraction(15, 2)]


@pytest.mark.parametrize("hand", [PAIR, "7s 5d 9c 8h 3d", "Ad Qh 4d 3c 2d"])
def test_below_ace_king_the_ante_wins_and_the_bet_goes_back(hand: str) -> None:
    assert settled(NO_HAND, hand) == {"ante": ("win", 10, 0), "play": ("push", 0, 0)}


@pytest.mark.parametrize(
    ("bank", "qualifies"),
    [(ACE_KING, True), (NO_HAND, False), ("2c 2d 3h 4s 5c", True), ("Ks Qd Jc 9h 8s", False)],
)
def test_the_bank_qualifies_with_ace_and_king(bank: str, qualifies: bool) -> None:
    assert (settled(bank, "7s 6d 4d 3c 2h")["ante"][0] == "lose") == qualifies


def test_a_copy_pushes() -> None:
    assert settled(ACE_KING, "Ac Kh 4d 3c 2h") == {"ante": ("push", 0, 0), "play": ("push", 0, 0)}


def test_a_better_bank_takes_both() -> None:
    assert settled("9s 9d 4c 3h 2s", PAIR) == {"ante": ("lose", 0, 10), "play": ("lose", 0, 10)}


def test_a_surrendered_hand_loses_its_ante_whatever_the_bank_has() -> None:
    assert settled(NO_HAND, PAIR, folded=True) == {"ante": ("lose", 0, 10)}


def test_the_ante_is_covered_before_the_bet() -> None:
    assert settled(ACE_KING, "5h 6h 7h 8h 9h", 25) == {
        "ante": ("win", 10, 0),
        "play": ("win", 15, 0),
    }


def test_settlement_starts_where_the_banks_last_card_counts_to() -> None:
    hands = {"3": PAIR, "5": "6s 6d 9d 8d 3h", "8": "7s 7d 9h 8c 3s"}
    seats = {s: {"wagers": {"ante": 10, "play": 10}, "cards": c.split()} for s, c in hands.items()}
    content = {"bank": {"seat": 1, "cards": ["As", "Kd", "3c", "2s", "4h"]}, "seats": seats}
    lines = settle(GAME, 8, FINISHED_ROUND.validate_json(json.dumps(content)))
    order = [(line.seat, line.wager) for line in lines]
    assert order == [(seat, wager) for seat in (5, 8, 3) for wager in ("ante", "play")]


@pytest.mark.parametrize(
    ("bank", "hand", "words"),
    [
        ("As Kd 4c 3h", PAIR, "bank: 4 cards"),
        (ACE_KING, "5s 5d 9c 8h", "4 cards"),
        (ACE_KING, "5s 5d 9c 8h As", "As was dealt 2 times"),
        (ACE_KING, "5s 5d 9c 8h Jo", "joker"),
    ],
)
def test_a_round_that_cannot_be_is_refused(bank: str, hand: str, words: str) -> None:
    with pytest.raises(RoundError, match=words):
        settled(bank, hand)


@pytest.fixture
def stud() -> TablePlayer:
    player = TablePlayer(game_rules("lucky-derby/caribbean-stud"))
    player.play(BankAccepted(), WagerPlaced(seat=2), WagerPlaced(seat=5))
    player.play(BetsClosed(), CollectionTaken())
    return player


def test_no_lamp_moves_before_the_face_up_card(stud: TablePlayer) -> None:
    stud.play(CardsDealt())
    assert orders_of(stud.state)["lamps"].action is None  # type: ignore[union-attr]
    stud.play(CardTurned(rank="4"))
    assert orders_of(stud.state)["lamps"].action == 5  # type: ignore[union-attr]


def test_every_seat_bets_once_or_surrenders(stud: TablePlayer) -> None:
    stud.play(CardsDealt(), CardTurned(rank="A"), PlayPlaced(seat=2), HandFolded(seat=5))
    assert stud.expects == ["play_closed"]
    stud.play(PlayClosed())
    assert stud.expects == ["stage_settled"]
    stud.play(StageSettled(), CardsRevealed())
    assert stud.expects == ["round_settled"]


def test_the_bank_may_stop_after_one_hand(stud: TablePlayer) -> None:
    stud.play(CardsDealt(), CardTurned(rank="A"), PlayPlaced(seat=2), PlayPlaced(seat=5))
    stud.play(PlayClosed(), CardsRevealed(), RoundSettled())
    assert (stud.state.bank.seat, stud.state.bank.turn) == (1, 2)
    stud.play(BankDeclined())
    assert stud.state.bank.offered == 2
    stud.play(BankDeclined())
    assert stud.state.bank.offered == 5
    stud.play(BankDeclined(), BankDeclined())
    assert stud.state.bank.halted
    stud.play(BankAccepted(seat=7))
    assert stud.state.bank.seat == 7
