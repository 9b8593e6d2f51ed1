"""A card or dice nobody read, named on the pad: keys, words, refusals, and what waits meanwhile."""

from dataclasses import replace

import pytest

from config.words import words
from controller.daemon.checkpoint import freeze, thaw
from controller.desk.pages.dealer.picture import told
from controller.facts.cards import Card
from controller.facts.decisions import EntryRefused, HoldReleased
from controller.facts.events import (
    EVENT,
    BankAccepted,
    BetsClosed,
    CardDrawn,
    CardUnreadable,
    CollectionTaken,
    CupOpened,
    CutCardDrawn,
    DiceUnreadable,
    Event,
    FloorCalled,
    KeyPressed,
    PileChosen,
    PilesDealt,
    RulingGiven,
    ShakeEnded,
    ShakeStarted,
    ShoeLoaded,
)
from controller.facts.phrase import Phrase, phrase
from controller.families.baccarat.coup import Coup
from controller.table.board_of import board_of
from controller.table.orders_of import orders_of
from controller.table.shoe import account, copies_seen
from controller.table.state import Rules
from controller.table.steps.dice import Cup
from controller.table.unread import DEALER
from tests.conftest import TablePlayer

UNREAD = CardUnreadable(reason="unread")


def rank(code: str) -> Event:
    return EVENT.validate_python({"kind": "card_turned", "rank": code})


def key(name: str, is_long: bool = False) -> KeyPressed:
    return KeyPressed(key=name, is_long=is_long)


ASKED = phrase("hold-card-unreadable")


def prompt(table: TablePlayer) -> Phrase:
    order = orders_of(table.state)["entry-pad"]
    assert order.kind == "show_prompt"
    (said,) = order.phrases
    return said


def named(*ranks: str) -> Phrase:
    return phrase("named-press-suit", named=ranks)


def refusal(decided: tuple[object, ...]) -> Phrase:
    (refused,) = (item for item in decided if isinstance(item, EntryRefused))
    return refused.reason


@pytest.fixture
def unread(baccarat: TablePlayer) -> TablePlayer:
    """A coup whose first card was not read."""
    baccarat.play(BankAccepted(), ShoeLoaded(decks=8), BetsClosed(), CollectionTaken(), UNREAD)
    return baccarat


@pytest.fixture
def cocked(fortune: TablePlayer) -> TablePlayer:
    """An open cup whose dice were not read."""
    fortune.play(BankAccepted(), BetsClosed(), PilesDealt(), PileChosen(pile=3))
    fortune.play(CollectionTaken(), ShakeStarted(), ShakeEnded(), CupOpened())
    fortune.play(DiceUnreadable(reason="cocked"))
    assert fortune.held_for == "dice-unreadable"
    return fortune


def test_rank_and_suit_name_the_card(unread: TablePlayer) -> None:
    assert unread.play(rank("9")) == ()
    assert prompt(unread) == named("9")
    released, *_ = unread.play(key("suit-hearts"))
    assert released == HoldReleased(name="card-unreadable", by=DEALER, ruling="use-card")
    assert unread.state.round is not None
    assert unread.state.round.get(Coup).player == (Card("9h"),)
    assert unread.state.shoe.drawn == 1
    assert copies_seen(unread.state.shoe, Card("9h")) == 1


def test_the_pad_leaves_the_state_a_ruling_leaves(unread: TablePlayer) -> None:
    before = unread.state
    unread.play(rank("K"), key("suit-clubs"))
    by_pad = unread.state
    unread.state = before
    unread.play(RulingGiven(by="Ann Lee", ruling="use-card", card=Card("Kc")))
    assert unread.state == by_pad


def test_the_dealer_is_told_which_keys_to_press(unread: TablePlayer) -> None:
    assert prompt(unread) == ASKED
    assert words().say(ASKED).endswith("press its rank, then its suit.")
    assert unread.state.expected[0].code == "name-card"


def test_another_rank_takes_the_place_of_the_first_and_undo_clears_it(unread: TablePlayer) -> None:
    unread.play(rank("9"), rank("T"))
    assert prompt(unread) == named("T")
    assert words().say(prompt(unread)) == "10: press the suit"
    unread.play(key("undo"))
    assert prompt(unread) == ASKED
    assert unread.held_for == "card-unreadable"


def test_a_suit_without_a_rank_is_refused(unread: TablePlayer) -> None:
    assert refusal(unread.play(key("suit-spades"))) == phrase("suit-needs-rank")
    assert words().sentence(prompt(unread)) == "A suit goes with a rank; press the rank first"
    unread.play(rank("2"))
    assert prompt(unread) == named("2")


def test_a_card_the_shoe_cannot_hold_is_refused(baccarat: TablePlayer) -> None:
    baccarat.play(BankAccepted(), ShoeLoaded(decks=8), BetsClosed(), CollectionTaken())
    for _ in range(8):
        account(baccarat.state, Card("9h"))
    baccarat.play(UNREAD)
    wrong = refusal(baccarat.play(rank("9"), key("suit-hearts")))
    assert wrong == phrase("named-surplus-card", card="9h", copy=9, decks=8)
    assert baccarat.held_for == "card-unreadable"
    assert copies_seen(baccarat.state.shoe, Card("9h")) == 8
    baccarat.play(rank("9"), key("suit-diamonds"))
    assert baccarat.held_for is None


def test_a_joker_needs_no_suit_and_is_refused_where_there_is_none(unread: TablePlayer) -> None:
    wrong = refusal(unread.play(rank("Jo")))
    assert (wrong.code, wrong.arguments["card"]) == ("named-foreign-card", "Jo")
    assert words().say(wrong).startswith("joker is no card of this game")


def test_a_card_that_is_not_due_is_left_to_the_floor(baccarat: TablePlayer) -> None:
    baccarat.play(BankAccepted(), ShoeLoaded(decks=8), UNREAD)
    wrong = refusal(baccarat.play(rank("9"), key("suit-hearts")))
    assert wrong == phrase("no-card-due")
    baccarat.play(RulingGiven(by="Ann Lee", ruling="resume"))
    assert baccarat.held_for is None


def test_a_second_unread_card_is_named_after_the_first(unread: TablePlayer) -> None:
    unread.play(UNREAD, rank("9"), key("suit-hearts"))
    assert unread.held_for == "card-unreadable"
    assert prompt(unread) == ASKED
    unread.play(rank("7"), key("suit-clubs"))
    assert unread.state.hold is None
    assert unread.state.round is not None
    assert unread.state.round.get(Coup).banker == (Card("7c"),)


def test_cards_that_came_meanwhile_are_dealt_after_the_named_one(unread: TablePlayer) -> None:
    unread.play(rank("9"), CardDrawn(card=Card("2c")), key("suit-hearts"))
    assert unread.state.round is not None
    assert unread.state.round.get(Coup)[:2] == (
        (Card("9h"),),
        (Card("2c"),),
    )


def test_an_unread_cut_card_is_out_and_not_counted(unread: TablePlayer) -> None:
    cut, *_ = unread.play(key("cut-card"))
    assert cut == HoldReleased(
        name="card-unreadable", by=DEALER, ruling="resume", note="the cut card"
    )
    assert unread.state.shoe.cut_card_out
    assert unread.state.shoe.drawn == 0


def test_an_unread_cut_card_is_as_one_that_was_read(baccarat: TablePlayer) -> None:
    baccarat.play(BankAccepted(), ShoeLoaded(decks=8))
    before = baccarat.state
    baccarat.play(UNREAD, key("cut-card"))
    by_pad = baccarat.state
    baccarat.state = before
    baccarat.play(CutCardDrawn())
    # The shoe counted a card; that is all that differs.
    counted = baccarat.state.shoe._replace(cut_named=1)
    assert replace(baccarat.state, shoe=counted) == by_pad


def test_dice_are_named_one_after_the_other(cocked: TablePlayer) -> None:
    cocked.play(rank("A"), rank("4"))
    assert prompt(cocked) == phrase("named-press-die", named=("1", "4"))
    released, *_ = cocked.play(rank("6"))
    assert released == HoldReleased(name="dice-unreadable", by=DEALER, ruling="use-dice")
    assert cocked.state.round is not None
    assert cocked.state.round.get(Cup).dice == (1, 4, 6)


def test_a_die_shows_no_seven_and_undo_begins_again(cocked: TablePlayer) -> None:
    cocked.play(rank("2"), key("undo"), rank("3"))
    assert prompt(cocked) == phrase("named-press-die", named=("3",))
    assert refusal(cocked.play(rank("7"))) == phrase("die-shows", most=6)
    assert cocked.held_for == "dice-unreadable"


def test_keys_of_a_name_wait_like_all_others_in_any_other_hold(baccarat: TablePlayer) -> None:
    baccarat.play(BankAccepted(), ShoeLoaded(decks=8), FloorCalled())
    assert baccarat.play(key("suit-hearts"), rank("9")) == ()
    assert baccarat.state.hold is not None
    assert len(baccarat.state.hold.waiting) == 2


def test_a_held_undo_is_no_key_of_the_name(unread: TablePlayer) -> None:
    unread.play(rank("9"), key("undo", is_long=True))
    assert prompt(unread) == named("9")


def test_suits_stand_for_nothing_outside_a_hold(baccarat: TablePlayer) -> None:
    before = baccarat.state
    assert baccarat.play(key("suit-clubs"), key("cut-card")) == ()
    assert baccarat.state == before


def test_a_rank_pressed_before_a_restart_is_still_there(
    unread: TablePlayer, baccarat_rules: Rules
) -> None:
    unread.play(rank("Q"))
    unread.state = thaw(baccarat_rules, freeze(unread.state))
    assert prompt(unread) == named("Q")
    unread.play(key("suit-spades"))
    assert unread.held_for is None


def test_the_board_says_what_is_named(unread: TablePlayer) -> None:
    unread.play(rank("5"))
    hold = board_of(unread.state, 1).hold
    assert hold is not None
    assert (hold.naming, hold.named, hold.refused) == ("card", ("5",), None)


def test_the_dealers_page_says_the_key_that_is_due(unread: TablePlayer) -> None:
    def shown() -> str:
        return told(board_of(unread.state, 1), words())[1]

    assert shown() == words().say(ASKED)
    unread.play(rank("5"))
    assert shown() == "5: press the suit"
    unread.play(key("undo"), key("suit-clubs"))
    assert shown() == "A suit goes with a rank; press the rank first"


def test_a_die_is_not_named_where_no_dice_are_due(fortune: TablePlayer) -> None:
    fortune.play(BankAccepted(), DiceUnreadable(reason="unread"))
    assert fortune.held_for == "dice-unreadable"
    assert refusal(fortune.play(rank("3"))) == phrase("no-dice-due")
