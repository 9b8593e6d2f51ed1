"""Results by hand: the pad's keys through the whole core, with the words the dealer reads."""

import pytest

from config.table import TABLES
from controller.daemon.checkpoint import freeze, thaw
from controller.facts.decisions import (
    BankOffered,
    ButtonPlaced,
    EntryRefused,
    HandTakenBack,
    OutcomeDecided,
    RoundClosed,
    SettlementOrdered,
    ShoeEnded,
    ShoeStarted,
)
from controller.facts.events import (
    BankAccepted,
    BetsClosed,
    CardTurned,
    CollectionTaken,
    FloorCalled,
    KeyPressed,
    ResultEntered,
    RoundSettled,
    RulingGiven,
    ShoeLoaded,
    WagerPlaced,
)
from controller.facts.phrase import Phrase, phrase
from controller.families.opening import rules_of
from controller.families.tables import load_table
from controller.table.state import NO_ENTRY, Rules
from tests.conftest import TablePlayer
from tests.unit.controller.families.baccarat.by_hand_pad import Decided, Pad

BY_HAND = TABLES / "emulated-by-hand.toml"


@pytest.fixture(scope="session")
def rules() -> Rules:
    return rules_of(load_table(BY_HAND))


@pytest.fixture
def pad(rules: Rules) -> Pad:
    table = Pad(rules)
    table.play(ShoeLoaded(decks=8), BankAccepted())
    return table


@pytest.fixture
def due(pad: Pad) -> Pad:
    """A table that waits for a result."""
    pad.play(BetsClosed(), CollectionTaken())
    return pad


def only(decided: Decided, kind: type[OutcomeDecided]) -> OutcomeDecided:
    (found,) = (item for item in decided if isinstance(item, kind))
    return found


# Entering


def test_a_result_takes_the_place_of_the_cards(due: Pad) -> None:
    assert due.expects == ["card_turned", "result_entered"]
    decided = due.press("banker", "natural", "banker-pair", "enter")
    outcome = only(decided, OutcomeDecided)
    assert (outcome.winner, outcome.mark, outcome.player, outcome.player_total) == (
        "banker",
        "Bnb",
        (),
        None,
    )
    assert any(isinstance(item, SettlementOrdered) for item in decided)
    assert due.expects == ["round_settled"]
    due.play(RoundSettled())
    assert due.marks == ["Bnb"]


def test_the_rank_of_the_deciding_card_places_the_button(due: Pad) -> None:
    (placed,) = (item for item in due.play(CardTurned(rank="5")) if isinstance(item, ButtonPlaced))
    assert placed.button == 6
    assert due.expects == ["result_entered"]
    assert due.irregularities(CardTurned(rank="5")) == ["entry-refused"]


def test_the_last_winner_pressed_counts(due: Pad) -> None:
    assert only(due.press("player", "tie", "banker", "enter"), OutcomeDecided).mark == "B"


@pytest.mark.parametrize("key", ["natural", "player-pair", "banker-pair"])
def test_a_second_press_takes_a_flag_away_again(due: Pad, key: str) -> None:
    assert only(due.press("player", key, key, "enter"), OutcomeDecided).mark == "P"


def test_a_single_bonus_is_switched_on_and_off(due: Pad) -> None:
    due.press("banker", "bonus")
    switched_on = due.state.entry.bonuses
    due.press("bonus")
    assert (switched_on, due.state.entry.bonuses) == (("dragon-7",), ())


def test_a_bonus_is_on_the_road_and_in_the_figures(pad: Pad) -> None:
    pad.hand("banker", "bonus")
    pad.hand("player", "bonus")
    assert [hand.bonuses for hand in pad.state.shoe.hands] == [("dragon-7",), ("panda-8",)]
    shoe = pad.board.shoe
    assert shoe is not None
    assert (shoe.statistics.counts["dragon-7"], shoe.statistics.counts["panda-8"]) == (1, 1)


def test_no_totals_and_no_cards_left_are_made_up(pad: Pad) -> None:
    pad.hand("player")
    shoe = pad.board.shoe
    assert shoe is not None
    assert shoe.cards_left is None
    assert (shoe.hands[0].player_total, shoe.hands[0].banker_total) == (None, None)


def test_a_whole_result_can_be_reported_at_once(due: Pad) -> None:
    outcome = only(due.play(ResultEntered(mark="Pp", bonuses=("panda-8",))), OutcomeDecided)
    assert (outcome.mark, outcome.bonuses) == ("Pp", ("panda-8",))


def test_a_table_with_a_reader_takes_no_entered_result(baccarat: TablePlayer) -> None:
    baccarat.play(ShoeLoaded(decks=8), BankAccepted(), BetsClosed(), CollectionTaken())
    assert baccarat.irregularities(ResultEntered(mark="P")) == ["entry-refused"]
    assert baccarat.play(KeyPressed(key="player", is_long=False)) == ()


# Refusals


def test_enter_without_a_winner_says_so_and_records_nothing(due: Pad) -> None:
    assert due.refused("natural", "enter") == phrase("no-winner-entered")
    assert due.state.round is not None
    assert due.state.round.outcome is None
    assert due.state.entry.natural


def test_a_bonus_without_a_winner_is_refused(due: Pad) -> None:
    assert due.refused("bonus") == phrase("bonus-needs-winner")


def test_a_tie_has_no_bonus_in_this_game(due: Pad) -> None:
    assert due.refused("tie", "bonus").code == "no-bonus-fits"


@pytest.mark.parametrize(
    ("keys", "reason"),
    [
        (
            ("player", "bonus", "banker"),
            phrase("bonus-with-winner", bonuses=("panda-8",), winner="banker"),
        ),
        (
            ("banker", "bonus", "natural"),
            phrase("bonus-with-natural", bonuses=("dragon-7",), winner="banker"),
        ),
    ],
)
def test_an_impossible_result_is_refused_and_kept(
    due: Pad, keys: tuple[str, ...], reason: Phrase
) -> None:
    assert due.refused(*keys, "enter") == reason
    assert due.state.entry.winner == keys[2] or due.state.entry.natural
    due.press("bonus", "enter")
    assert due.expects == ["round_settled"]


@pytest.mark.parametrize(
    "event",
    [ResultEntered(mark="B", bonuses=("panda-8",)), ResultEntered(mark="B", bonuses=("x",))],
)
def test_a_reported_result_that_cannot_be_is_refused(due: Pad, event: ResultEntered) -> None:
    (refusal,) = due.play(event)
    assert isinstance(refusal, EntryRefused)


def test_a_result_before_the_bets_are_closed_is_refused(pad: Pad) -> None:
    assert pad.refused("player", "enter") == phrase("no-result-due")
    assert pad.prompt == ("No result is due; look at what is next", "Close the bets")
    assert pad.marks == []


def test_a_result_without_a_shoe_is_refused(rules: Rules) -> None:
    pad = Pad(rules)
    assert pad.refused("player", "enter") == phrase("no-shoe-in-play")


def test_a_second_result_within_two_seconds_is_taken_for_a_double(due: Pad) -> None:
    due.press("banker", "enter")
    due.play(RoundSettled(), BetsClosed(), CollectionTaken())
    assert due.refused("banker", "enter", after_ms=900) == phrase("entered-twice")
    assert due.expects == ["card_turned", "result_entered"]
    due.press("enter", after_ms=300)
    assert due.marks == ["B"]
    assert due.state.round is not None
    assert due.state.round.outcome is not None


def test_presses_without_a_time_are_never_doubles(due: Pad) -> None:
    enter = (KeyPressed(key="banker", is_long=False), KeyPressed(key="enter", is_long=False))
    due.play(*enter, RoundSettled(), BetsClosed(), CollectionTaken(), *enter)
    assert due.expects == ["round_settled"]


def test_a_clock_set_back_makes_no_double(due: Pad) -> None:
    due.press("banker", "enter")
    due.play(RoundSettled(), BetsClosed(), CollectionTaken())
    due.now_ms -= 60_000
    due.press("banker", "enter")
    assert due.expects == ["round_settled"]


# Undo


def test_undo_first_clears_the_entry(pad: Pad) -> None:
    pad.hand("banker")
    pad.press("player", "natural", "undo")
    assert (pad.state.entry.winner, pad.state.entry.natural, pad.marks) == ("", False, ["B"])


def test_undo_takes_back_a_result_that_is_not_settled(due: Pad) -> None:
    due.press("player", "enter")
    (taken,) = (item for item in due.press("undo") if isinstance(item, HandTakenBack))
    assert (taken.hand, taken.taken.mark, taken.by) == (1, "P", "the house dealer")


@pytest.mark.parametrize("held", [False, True])
def test_undo_never_touches_a_settled_hand(pad: Pad, held: bool) -> None:
    pad.hand("banker")
    if held:
        pad.press("player")
    (refused,) = (i for i in pad.press("undo", hold=held) if isinstance(i, EntryRefused))
    assert refused.reason == phrase("settled-hand-is-the-floors", hand=1)
    assert pad.marks == ["B"]


def test_an_unsettled_result_taken_back_can_be_entered_again(due: Pad) -> None:
    due.press("banker", "enter", "undo")
    assert due.expects == ["card_turned", "result_entered"]
    due.press("player", "enter", after_ms=100)
    due.play(RoundSettled())
    assert due.marks == ["P"]


def test_undo_at_the_start_of_a_shoe_loses_nothing(pad: Pad) -> None:
    pad.hand("banker")
    pad.play(ShoeLoaded(decks=8))
    before = pad.state.shoe
    assert pad.refused("undo") == phrase("no-hand-to-take-back")
    assert pad.state.shoe == before
    assert pad.board.previous_shoe is not None
    assert pad.board.previous_shoe.hands == 1


# New shoe


def test_a_touch_of_the_new_shoe_key_wipes_nothing(pad: Pad) -> None:
    pad.hand("banker")
    assert pad.refused("new-shoe-8") == phrase("shoe-key-not-held")
    assert pad.prompt == ("Hold the new shoe key to begin a new shoe",)
    assert pad.marks == ["B"]


def test_a_new_shoe_keeps_the_figures_of_the_old_one(pad: Pad) -> None:
    pad.hand("banker")
    pad.press("player")
    decided = pad.play(ShoeLoaded(decks=6))
    assert [type(item) for item in decided[:2]] == [ShoeEnded, ShoeStarted]
    previous = pad.board.previous_shoe
    assert previous is not None
    assert previous.counts["banker"] == 1
    assert (pad.marks, pad.state.entry.winner) == ([], "")


def test_a_new_shoe_waits_until_the_hand_is_settled(due: Pad) -> None:
    due.press("banker", "enter")
    (refusal,) = due.play(ShoeLoaded(decks=8))
    assert isinstance(refusal, EntryRefused)
    due.play(RoundSettled(), ShoeLoaded(decks=8))
    assert due.state.shoe.number == 2


def test_a_shoe_of_the_wrong_decks_is_refused_with_words(pad: Pad) -> None:
    (refusal,) = pad.play(ShoeLoaded(decks=1))
    assert isinstance(refusal, EntryRefused)
    assert refusal.reason == phrase("decks-of-game", least=3, most=8)
    assert pad.held_for is None


def test_at_a_table_with_a_reader_a_touch_still_loads_a_shoe(baccarat: TablePlayer) -> None:
    decided = baccarat.play(KeyPressed(key="new-shoe-8", is_long=False))
    assert any(isinstance(item, ShoeStarted) for item in decided)


# Free hands


def test_a_held_enter_records_a_hand_nobody_bet_on(pad: Pad) -> None:
    bank = pad.state.bank
    pad.press("tie")
    decided = pad.press("enter", hold=True)
    assert only(decided, OutcomeDecided).is_free
    assert not any(
        isinstance(item, SettlementOrdered | RoundClosed | BankOffered) for item in decided
    )
    assert (pad.marks, pad.state.bank) == (["T"], bank)
    assert pad.board.shoe is not None
    assert pad.board.shoe.hands[0].is_free
    assert pad.board.shoe.statistics.counts["tie"] == 1


def test_a_free_hand_counts_between_rounds_too(rules: Rules) -> None:
    pad = Pad(rules)
    pad.play(ShoeLoaded(decks=8))
    pad.press("player")
    pad.press("enter", hold=True)
    assert pad.marks == ["P"]
    assert pad.expects == ["bank_accepted", "bank_declined"]


def test_no_free_hand_while_wagers_lie_on_the_table(pad: Pad) -> None:
    pad.play(WagerPlaced(seat=3))
    assert pad.refused("player", "enter", hold=True) == phrase("wagers-on-table")


def test_no_free_hand_before_the_last_one_is_settled(due: Pad) -> None:
    due.press("banker", "enter", "player")
    assert due.refused("enter", hold=True) == phrase("settle-before-free-hand")


# Echo, holds, recovery


def test_the_entry_is_echoed_on_the_prompt_and_the_board(due: Pad) -> None:
    due.press("banker", "natural")
    assert list(due.prompt) == ["Banker and natural: press enter"]
    entry = due.board.entry
    assert entry is not None
    said = phrase("entry-press-enter", parts=("banker", "natural"))
    assert (entry.winner, entry.natural, entry.said) == ("banker", True, said)
    due.press("undo")
    prompt: tuple[str, ...] = due.prompt
    assert prompt == ("Enter the rank of Banker's second card", "Enter the result")
    assert due.board.entry is None


def test_a_refusal_is_on_the_prompt_until_the_table_moves_on(due: Pad) -> None:
    due.refused("enter")
    assert due.prompt[0].startswith("No winner is entered")
    due.play(ResultEntered(mark="P"))
    assert due.prompt == ("Settle every wager and clear the table",)


def test_keys_pressed_during_a_hold_count_after_it(due: Pad) -> None:
    due.play(FloorCalled())
    due.press("banker", "enter")
    assert due.state.entry == NO_ENTRY
    due.play(RulingGiven(by="Ann", ruling="resume"))
    assert due.expects == ["round_settled"]


def test_keys_of_a_voided_round_are_void_with_it(due: Pad) -> None:
    due.play(FloorCalled())
    due.press("banker")
    due.play(RulingGiven(by="Ann", ruling="void-round"))
    assert due.state.entry.winner == ""


def test_a_restart_in_the_middle_of_an_entry_restores_it(due: Pad, rules: Rules) -> None:
    due.press("banker", "bonus", "natural")
    assert thaw(rules, freeze(due.state)) == due.state
