"""The shoe's account: what went in, what came out, when it ends."""

import pytest

from controller.daemon.checkpoint import freeze, thaw
from controller.facts.cards import Card
from controller.facts.decisions import OutcomeDecided, ShoeEnded, ShoeStarted
from controller.facts.events import (
    BankAccepted,
    BetsClosed,
    CardDrawn,
    CardUnreadable,
    CollectionTaken,
    CutCardDrawn,
    Event,
    FloorCalled,
    KeyPressed,
    RoundSettled,
    RulingGiven,
    ShoeEmptied,
    ShoeLidOpened,
    ShoeLoaded,
)
from controller.facts.phrase import phrase
from controller.table import shoe
from controller.table.board_of import board_of
from controller.table.state import ShoeState
from tests.conftest import TablePlayer, game_rules

RESUME = RulingGiven(by="Ann Lee", ruling="resume")
VOID = RulingGiven(by="Ann Lee", ruling="void-round")


def drawn(cards: str) -> list[Event]:
    return [CardDrawn(card=Card(code)) for code in cards.split()]


def open_round(table: TablePlayer, decks: int = 8) -> None:
    table.play(BankAccepted(), ShoeLoaded(decks=decks), BetsClosed(), CollectionTaken())


def play_hand(table: TablePlayer, cards: str) -> None:
    table.play(*drawn(cards), RoundSettled())


def test_a_card_before_any_shoe_holds_the_table(baccarat: TablePlayer) -> None:
    assert baccarat.irregularities(*drawn("Kc")) == ["shoe-not-loaded"]


@pytest.mark.parametrize(("decks", "is_fine"), [(2, False), (3, True), (8, True), (1, False)])
def test_only_the_decks_the_game_allows_make_a_shoe(
    baccarat: TablePlayer, decks: int, is_fine: bool
) -> None:
    assert baccarat.irregularities(ShoeLoaded(decks=decks)) == ([] if is_fine else ["wrong-decks"])
    assert bool(baccarat.state.shoe.number) == is_fine


def test_one_copy_more_than_the_decks_is_a_surplus(baccarat: TablePlayer) -> None:
    open_round(baccarat, decks=3)
    play_hand(baccarat, "Kc Kd 9d 7h")
    baccarat.play(BetsClosed(), CollectionTaken(), *drawn("Kc 2d Kc 7d"))
    assert baccarat.held_for is None
    assert baccarat.irregularities(*drawn("Kc")) == ["surplus-card"]
    assert baccarat.state.hold is not None
    assert baccarat.state.hold.seen == phrase("surplus-copy", card="Kc", copy=4, decks=3)


def test_a_joker_is_foreign_to_a_game_without_one(baccarat: TablePlayer) -> None:
    open_round(baccarat)
    assert baccarat.irregularities(*drawn("Jo")) == ["foreign-card"]


def test_every_card_is_counted_read_or_not(baccarat: TablePlayer) -> None:
    open_round(baccarat)
    baccarat.play(*drawn("Kc"), CardUnreadable(reason="two-cards"), RESUME, *drawn("9c"))
    assert baccarat.state.shoe.drawn == 3
    assert shoe.cards_left(baccarat.state.rules, baccarat.state.shoe) == 416 - 3


def test_the_cut_card_ends_the_shoe_after_the_round(baccarat: TablePlayer) -> None:
    open_round(baccarat)
    baccarat.play(*drawn("Kd Kh"), CutCardDrawn(), *drawn("9d 7h"))
    assert not baccarat.state.shoe.ended
    assert ShoeEnded(shoe=1, hands=1) in baccarat.play(RoundSettled())
    assert baccarat.expects == ["shoe_loaded"]


def test_the_cut_card_between_rounds_ends_the_shoe_at_once(baccarat: TablePlayer) -> None:
    baccarat.play(ShoeLoaded(decks=8))
    assert ShoeEnded(shoe=1, hands=0) in baccarat.play(CutCardDrawn())


def test_the_bank_keeps_its_turn_over_a_change_of_shoe(baccarat: TablePlayer) -> None:
    open_round(baccarat)
    baccarat.play(CutCardDrawn())
    play_hand(baccarat, "Kd Kh 9d 7h")
    baccarat.play(ShoeLoaded(decks=8))
    assert (baccarat.state.bank.seat, baccarat.state.bank.turn) == (1, 2)
    assert baccarat.state.round is not None


def test_a_new_shoe_keeps_the_statistics_of_the_one_before(baccarat: TablePlayer) -> None:
    open_round(baccarat)
    play_hand(baccarat, "Kd Kh 9d 7h")
    baccarat.play(BetsClosed(), CollectionTaken(), CutCardDrawn())
    play_hand(baccarat, "Kd Kh 6d 5h 2c")
    assert ShoeStarted(shoe=2, decks=6) in baccarat.play(ShoeLoaded(decks=6))
    previous = board_of(baccarat.state, 1).previous_shoe
    assert previous is not None
    assert (previous.shoe, previous.hands) == (1, 2)
    assert previous.counts == {
        "player": 1,
        "banker": 1,
        "tie": 0,
        "panda-8": 0,
        "dragon-7": 1,
        "natural": 1,
        "player-pair": 0,
        "banker-pair": 0,
    }
    assert baccarat.state.shoe.hands == ()


def test_a_shoe_replaced_between_hands_ends_the_one_before(baccarat: TablePlayer) -> None:
    open_round(baccarat)
    play_hand(baccarat, "Kd Kh 9d 7h")
    decided = baccarat.play(ShoeLoaded(decks=8))
    assert decided[:2] == (ShoeEnded(shoe=1, hands=1), ShoeStarted(shoe=2, decks=8))


def test_loading_in_the_middle_of_a_round_holds_and_changes_nothing(baccarat: TablePlayer) -> None:
    open_round(baccarat)
    baccarat.play(*drawn("Kd"))
    assert baccarat.irregularities(ShoeLoaded(decks=8)) == ["shoe-changed-mid-round"]
    assert (baccarat.state.shoe.number, baccarat.state.shoe.drawn) == (1, 1)


@pytest.mark.parametrize(
    ("event", "name"),
    [(ShoeEmptied(), "shoe-empty"), (ShoeLidOpened(), "shoe-opened-mid-round")],
)
def test_what_interrupts_the_coup_holds_only_while_cards_are_dealt(
    baccarat: TablePlayer, event: Event, name: str
) -> None:
    open_round(baccarat)
    assert baccarat.irregularities(event) == []
    baccarat.play(*drawn("Kd"))
    assert baccarat.irregularities(event) == [name]


def test_an_empty_shoe_after_the_coup_ends_with_the_round(baccarat: TablePlayer) -> None:
    open_round(baccarat)
    baccarat.play(*drawn("Kd Kh 9d 7h"), ShoeEmptied(), RoundSettled())
    assert baccarat.state.shoe.ended


def test_a_reader_stuck_on_one_card_cannot_break_the_account(baccarat: TablePlayer) -> None:
    open_round(baccarat)
    baccarat.play(FloorCalled(), *drawn("Kd " * 300), VOID)
    assert baccarat.state.shoe.drawn == 300
    assert thaw(baccarat.state.rules, freeze(baccarat.state)) == baccarat.state


def test_the_key_of_a_new_shoe_begins_one_with_so_many_decks(baccarat: TablePlayer) -> None:
    baccarat.play(KeyPressed(key="new-shoe-6", is_long=True), KeyPressed(key="undo", is_long=False))
    assert (baccarat.state.shoe.number, baccarat.state.shoe.decks) == (1, 6)


def test_each_line_that_a_wager_marks_is_counted_by_itself() -> None:
    rules = game_rules("oaks/zoobac")
    first, *others = shoe.line_marks(rules)
    hand = OutcomeDecided(
        round=1,
        winner="player",
        player=(),
        banker=(),
        player_total=None,
        banker_total=None,
        mark="P",
        bonuses=(first,),
    )
    marks = shoe.statistics(rules, ShoeState(number=1, hands=(hand, hand))).marks
    assert marks == {first: 2, **dict.fromkeys(others, 0)}
