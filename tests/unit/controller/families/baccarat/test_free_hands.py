"""Free hands from a shoe with a reader: on the road, and nothing else at the table moves."""

import pytest

from controller.facts.cards import Card
from controller.facts.decisions import (
    ButtonPlaced,
    EntryRefused,
    FreeHandEnded,
    FreeHandOpened,
    HoldReleased,
    OutcomeDecided,
    RoundOpened,
    RulingRefused,
    SettlementOrdered,
)
from controller.facts.events import (
    BankAccepted,
    BetsClosed,
    CardDrawn,
    CardsRevealed,
    CollectionTaken,
    CutCardDrawn,
    FloorCalled,
    KeyPressed,
    RulingGiven,
    ShoeLoaded,
    TimerEnded,
    WagerPlaced,
)
from controller.facts.phrase import phrase
from controller.table.board_of import board_of
from controller.table.state import expect
from tests.conftest import TablePlayer, game_rules

START = KeyPressed(key="enter", is_long=True)
CALL_OFF = KeyPressed(key="undo", is_long=False)
RULED_FREE = RulingGiven(by="Ann", ruling="free-hand")


def cards(codes: str) -> list[CardDrawn]:
    return [CardDrawn(card=Card(code)) for code in codes.split()]


@pytest.fixture
def open_bets(baccarat: TablePlayer) -> TablePlayer:
    baccarat.play(ShoeLoaded(decks=8), BankAccepted())
    return baccarat


def test_a_held_enter_deals_a_hand_nobody_bet_on(open_bets: TablePlayer) -> None:
    bank = open_bets.state.bank
    decided = open_bets.play(START, *cards("9c Kc Kd 7c"))
    (outcome,) = (item for item in decided if isinstance(item, OutcomeDecided))
    assert outcome.is_free
    assert not any(isinstance(item, ButtonPlaced | SettlementOrdered) for item in decided)
    assert open_bets.state.bank == bank
    shoe = board_of(open_bets.state, 1).shoe
    assert shoe is not None
    assert [(hand.mark, hand.is_free) for hand in shoe.hands] == [("Pn", True)]
    assert (shoe.statistics.hands, shoe.cards_left) == (1, 412)


def test_the_round_begins_again_after_a_free_hand(open_bets: TablePlayer) -> None:
    decided = open_bets.play(START, *cards("9c Kc Kd 7c"))
    kinds = [type(item) for item in decided]
    assert kinds.index(FreeHandOpened) < kinds.index(FreeHandEnded) < kinds.index(RoundOpened)
    assert open_bets.expects == ["wager_placed", "bets_closed"]


def test_a_free_hand_needs_no_bank(baccarat: TablePlayer) -> None:
    baccarat.play(ShoeLoaded(decks=8), START, *cards("9c Kc Kd 7c"))
    assert [hand.is_free for hand in baccarat.state.shoe.hands] == [True]
    assert baccarat.expects == ["bank_accepted", "bank_declined"]


def test_a_free_hand_follows_the_draw_rules(open_bets: TablePlayer) -> None:
    open_bets.play(START)
    assert open_bets.state.expected == (expect("card_drawn", "coup-card", None, "player", nth=1),)
    open_bets.play(*cards("2c Kc Kd 6c"))
    assert open_bets.state.expected == (expect("card_drawn", "coup-card", None, "player", nth=3),)


def test_face_down_free_hands_are_turned_up() -> None:
    table = TablePlayer(game_rules("capitol/supreme-baccarat"))
    table.play(ShoeLoaded(decks=8), START, *cards("9c Kc Kd 7c"))
    assert table.expects == ["cards_revealed"]
    table.play(CardsRevealed(), CardsRevealed())
    assert [hand.is_free for hand in table.state.shoe.hands] == [True]


def test_the_cut_card_in_a_free_hand_ends_the_shoe_after_it(open_bets: TablePlayer) -> None:
    open_bets.play(START, *cards("9c Kc"), CutCardDrawn(), *cards("Kd 7c"))
    assert open_bets.state.shoe.ended
    assert open_bets.expects == ["shoe_loaded"]


def test_a_timer_that_ends_in_a_free_hand_changes_nothing(open_bets: TablePlayer) -> None:
    open_bets.play(START)
    assert open_bets.play(TimerEnded(round=1)) == ()


def test_undo_calls_a_free_hand_off_before_its_first_card(open_bets: TablePlayer) -> None:
    open_bets.play(START)
    decided = open_bets.play(CALL_OFF)
    assert any(isinstance(item, FreeHandEnded) and not item.is_played for item in decided)
    assert open_bets.expects[0] == "wager_placed"
    open_bets.play(START, *cards("9c"))
    assert open_bets.play(CALL_OFF) == ()


@pytest.mark.parametrize(
    ("before", "reason"),
    [
        ([WagerPlaced(seat=3)], "wagers-on-table"),
        ([BetsClosed(), CollectionTaken(), *cards("9c")], "hand-on-table"),
        ([START], "free-hand-already"),
    ],
)
def test_no_free_hand_in_the_middle_of_another(
    open_bets: TablePlayer, before: list[KeyPressed], reason: str
) -> None:
    open_bets.play(*before)
    (refusal,) = open_bets.play(START)
    assert isinstance(refusal, EntryRefused)
    assert refusal.reason == phrase(reason)


def test_no_free_hand_without_a_shoe(baccarat: TablePlayer) -> None:
    (refusal,) = baccarat.play(START)
    assert isinstance(refusal, EntryRefused)
    assert refusal.reason == phrase("no-shoe-to-deal")


def test_a_touch_of_enter_starts_nothing(open_bets: TablePlayer) -> None:
    assert open_bets.play(KeyPressed(key="enter", is_long=False)) == ()


def test_a_card_out_by_mistake_becomes_the_first_of_a_free_hand(open_bets: TablePlayer) -> None:
    open_bets.play(*cards("9c Kc"))
    assert open_bets.held_for == "card-before-betting-ended"
    decided = open_bets.play(RULED_FREE)
    assert any(isinstance(item, HoldReleased) for item in decided)
    assert open_bets.state.hold is None
    open_bets.play(*cards("Kd 7c"))
    assert [hand.mark for hand in open_bets.state.shoe.hands] == ["Pn"]


def test_a_free_hand_is_no_answer_to_another_hold(open_bets: TablePlayer) -> None:
    open_bets.play(FloorCalled())
    (refusal,) = open_bets.play(RULED_FREE)
    assert isinstance(refusal, RulingRefused)
    assert open_bets.held_for == "floor-called"


def test_a_voided_free_hand_leaves_no_mark(open_bets: TablePlayer) -> None:
    open_bets.play(START, *cards("9c Kc"), FloorCalled())
    open_bets.play(RulingGiven(by="Ann", ruling="void-round"))
    assert open_bets.state.shoe.hands == ()
    assert open_bets.expects[0] == "wager_placed"


def test_the_floor_may_have_a_free_hand_dealt_while_nothing_is_wrong(
    open_bets: TablePlayer,
) -> None:
    assert FreeHandOpened(round=1) in open_bets.play(RULED_FREE)
    assert open_bets.expects == ["card_drawn"]
