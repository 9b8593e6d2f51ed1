"""The board: what screens may draw at every moment of a round."""

import pytest

from controller.facts.board import Board
from controller.facts.cards import Card
from controller.facts.events import (
    BankAccepted,
    BankDeclined,
    BetsClosed,
    CardDrawn,
    CardTurned,
    CollectionTaken,
    CupOpened,
    DeckUnloaded,
    DeviceLost,
    DiceRead,
    Event,
    FloorCalled,
    PileChosen,
    PilesDealt,
    RoundSettled,
    ShakeEnded,
    ShoeLoaded,
    StackDispensed,
    WagerPlaced,
)
from controller.facts.phrase import phrase
from controller.families.opening import closed_table
from controller.table.board_of import board_of, phase_of
from controller.table.state import Rules
from tests.conftest import TablePlayer


def board(table: TablePlayer) -> Board:
    return board_of(table.state, 12)


def drawn(cards: str) -> list[Event]:
    return [CardDrawn(card=Card(code)) for code in cards.split()]


def test_every_phase_has_its_word(baccarat: TablePlayer) -> None:
    phases = [phase_of(baccarat.state)]
    for events in (
        [BankAccepted()],
        [ShoeLoaded(decks=8)],
        [BetsClosed(), CollectionTaken()],
        drawn("Kd Kh 9d 7h"),
        [FloorCalled()],
    ):
        baccarat.play(*events)
        phases.append(phase_of(baccarat.state))
    assert phases == ["bank", "waiting", "betting", "dealing", "settling", "held"]


def test_a_halted_game_says_so(fortune: TablePlayer) -> None:
    fortune.play(*[BankDeclined()] * 7)
    assert board(fortune).phase == "halted"


def test_a_closed_table_waits(baccarat_rules: Rules) -> None:
    assert phase_of(closed_table(baccarat_rules)) == "waiting"


def test_the_board_carries_the_table_and_its_number(baccarat: TablePlayer) -> None:
    shown = board(baccarat)
    assert (shown.number, shown.table, shown.seats) == (12, "emulated-baccarat", 8)
    assert (shown.limits, shown.timer_s) == ((10, 500), 20)
    assert shown.shoe is None
    assert "naturals-stop" in shown.readings


def test_hands_and_shoe_follow_the_cards(baccarat: TablePlayer) -> None:
    baccarat.play(BankAccepted(), ShoeLoaded(decks=8), WagerPlaced(seat=5), WagerPlaced(seat=2))
    baccarat.play(BetsClosed(), CollectionTaken(), *drawn("Kd Kh 9d"))
    shown = board(baccarat)
    assert (shown.player, shown.banker, shown.wagers) == (("Kd", "9d"), ("Kh",), (2, 5))
    assert shown.shoe is not None
    assert shown.shoe.cards_left == 413


def test_the_outcome_stays_as_the_last_one_in_the_next_round(baccarat: TablePlayer) -> None:
    baccarat.play(BankAccepted(), ShoeLoaded(decks=8), BetsClosed(), CollectionTaken())
    baccarat.play(*drawn("Kd Kh 9d 7h"))
    decided = board(baccarat).last
    baccarat.play(RoundSettled())
    shown = board(baccarat)
    assert decided is not None
    assert shown.last == decided
    assert (shown.round, shown.player) == (2, ())
    assert shown.shoe is not None
    assert [hand.mark for hand in shown.shoe.hands] == ["Pn"]
    assert shown.shoe.statistics.counts["natural"] == 1


def test_a_hold_says_what_was_seen_and_what_was_expected(baccarat: TablePlayer) -> None:
    baccarat.play(DeviceLost(device="shoe-1", reason="unplugged"))
    shown = board(baccarat)
    assert shown.hold is not None
    assert shown.hold.name == "device-lost"
    assert shown.hold.seen == phrase("device-away", device="shoe-1", reason="unplugged")
    assert [due.code for due in shown.hold.expected] == ["seat-may-bank", "seat-may-pass"]
    assert [(d.device, d.state, d.reason) for d in shown.devices] == [
        ("shoe-1", "unavailable", "unplugged")
    ]


def test_the_longest_device_reason_still_fits_the_board(baccarat: TablePlayer) -> None:
    baccarat.play(DeviceLost(device="shoe-1", reason="x" * 500))
    assert board(baccarat).hold is not None


def test_dice_and_first_hand_show_once_counted(fortune: TablePlayer) -> None:
    fortune.play(BankAccepted(), BetsClosed(), PilesDealt(), PileChosen(pile=1))
    fortune.play(CollectionTaken(), ShakeEnded(), CupOpened())
    assert board(fortune).first_hand is None
    fortune.play(DiceRead(dice=(2, 3, 3)))
    shown = board(fortune)
    assert (shown.dice, shown.first_hand, shown.button) == ((2, 3, 3), 1, 2)


def test_no_button_shows_before_the_banks_card_is_turned(three_card: TablePlayer) -> None:
    three_card.play(BankAccepted(), WagerPlaced(seat=2), BetsClosed(), CollectionTaken())
    three_card.play(*(StackDispensed(stack=n, count=3, colour="red") for n in (1, 2)))
    assert board(three_card).button is None


def test_the_colour_of_the_deck_due_is_shown(three_card: TablePlayer) -> None:
    three_card.play(BankAccepted(), WagerPlaced(seat=2), BetsClosed(), CollectionTaken())
    three_card.play(*(StackDispensed(stack=n, count=3, colour="red") for n in (1, 2)))
    three_card.play(CardTurned(rank="A"), DeckUnloaded(colour="red", count=46))
    assert board(three_card).deck_colour == "blue"


@pytest.mark.parametrize("kind", ["baccarat", "three_card", "fortune"])
def test_a_board_survives_json(kind: str, request: pytest.FixtureRequest) -> None:
    table: TablePlayer = request.getfixturevalue(kind)
    table.play(BankAccepted(), FloorCalled())
    shown = board(table)
    assert Board.model_validate_json(shown.model_dump_json()) == shown
