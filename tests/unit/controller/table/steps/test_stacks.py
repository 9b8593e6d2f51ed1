"""Three-card poker: the shuffler's stacks, its decks, the play decisions."""

import pytest

from controller.facts.decisions import ButtonPlaced, DeckDue, RoundClosed, SettlementOrdered
from controller.facts.events import (
    BankAccepted,
    BankDeclined,
    BetsClosed,
    CardsRevealed,
    CardTurned,
    CollectionTaken,
    DeckColour,
    DeckLoaded,
    DeckRejected,
    DeckShuffled,
    DeckUnloaded,
    Event,
    HandFolded,
    PlayClosed,
    PlayPlaced,
    RoundSettled,
    RulingGiven,
    StackDispensed,
    StackTaken,
    StageSettled,
    WagerPlaced,
    WagerRemoved,
)
from controller.facts.orders import DispenseStack, UnloadDeck
from controller.table.orders_of import orders_of
from controller.table.steps.holders import holders_of
from tests.conftest import TablePlayer

VOID = RulingGiven(by="Ann Lee", ruling="void-round")
ACCEPT = RulingGiven(by="Ann Lee", ruling="accept")


def stack(number: int, count: int = 3, colour: DeckColour = "red") -> StackDispensed:
    return StackDispensed(stack=number, count=count, colour=colour)


def deck(colour: DeckColour) -> tuple[Event, Event]:
    return DeckLoaded(colour=colour), DeckShuffled(colour=colour, count=52)


def wagers(*seats: int) -> list[Event]:
    return [WagerPlaced(seat=seat) for seat in seats]


@pytest.fixture
def dealing(three_card: TablePlayer) -> TablePlayer:
    """Seat 1 banks, seats 2, 5 and 8 bet, the red deck is ready."""
    three_card.play(BankAccepted(), *deck("red"), *wagers(5, 2, 8))
    three_card.play(BetsClosed(), CollectionTaken())
    return three_card


def give_stacks(table: TablePlayer, first: int, last: int, colour: DeckColour = "red") -> None:
    for number in range(first, last + 1):
        table.play(stack(number, colour=colour), StackTaken(stack=number))


@pytest.fixture
def playing(dealing: TablePlayer) -> TablePlayer:
    """The red deck is dealt and unloaded; players look at their cards."""
    give_stacks(dealing, 1, 4)
    dealing.play(CardTurned(rank="3"), DeckUnloaded(colour="red", count=40))
    return dealing


def next_round(table: TablePlayer, colour: DeckColour) -> None:
    table.play(PlayClosed(), CardsRevealed(), RoundSettled())
    table.play(*deck(colour), *wagers(2, 5, 8))
    table.play(BetsClosed(), CollectionTaken())


def test_stacks_go_to_wagers_from_the_banks_left_and_to_the_bank_last(
    three_card: TablePlayer,
) -> None:
    three_card.play(BankAccepted(), *deck("red"), *wagers(5, 2, 8), WagerRemoved(seat=2))
    three_card.play(*wagers(3), BetsClosed(), CollectionTaken())
    seats = []
    for number in range(1, 5):
        seats.append(three_card.state.expected[0].seat)
        three_card.play(stack(number))
    assert seats == [3, 5, 8, 1]
    assert three_card.expects == ["card_turned"]


def test_the_order_goes_round_the_table_from_a_bank_in_the_middle(
    three_card: TablePlayer,
) -> None:
    three_card.play(*[BankDeclined()] * 4, BankAccepted(), *deck("red"))
    three_card.play(*wagers(1, 4, 6), BetsClosed(), CollectionTaken())
    assert three_card.state.round is not None
    assert holders_of(three_card.state.round) == (6, 1, 4, 5)


def test_closing_without_wagers_is_refused_and_bets_stay_open(three_card: TablePlayer) -> None:
    three_card.play(BankAccepted(), CollectionTaken())
    assert three_card.irregularities(BetsClosed()) == ["no-wagers"]
    assert (three_card.held_for, three_card.expects) == (None, ["wager_placed", "bets_closed"])


@pytest.mark.parametrize(
    ("event", "name"),
    [
        (stack(1, count=2), "stack-size-wrong"),
        (stack(1, count=4), "stack-size-wrong"),
        (stack(2), "stack-out-of-turn"),
    ],
)
def test_a_wrong_stack_holds_the_table(
    dealing: TablePlayer, event: StackDispensed, name: str
) -> None:
    assert dealing.irregularities(event) == [name]
    assert dealing.held_for == name


def test_a_stack_after_the_banks_is_out_of_turn(dealing: TablePlayer) -> None:
    give_stacks(dealing, 1, 4)
    assert dealing.irregularities(stack(5)) == ["stack-out-of-turn"]


def test_a_stack_before_bets_are_closed_is_out_of_turn(three_card: TablePlayer) -> None:
    three_card.play(BankAccepted(), *deck("red"))
    assert three_card.irregularities(stack(1)) == ["stack-out-of-turn"]


def test_the_turned_card_places_the_button(dealing: TablePlayer) -> None:
    give_stacks(dealing, 1, 4)
    decided = dealing.play(CardTurned(rank="3"))
    (placed,) = (d for d in decided if isinstance(d, ButtonPlaced))
    assert (placed.counted_seat, placed.button) == (4, 5)
    assert placed.readings == ("empty-seat-moves-on",)


@pytest.mark.parametrize("count", [39, 41, 0])
def test_a_wrong_count_of_the_rest_holds_the_table(dealing: TablePlayer, count: int) -> None:
    give_stacks(dealing, 1, 4)
    dealing.play(CardTurned(rank="3"))
    assert dealing.irregularities(DeckUnloaded(colour="red", count=count)) == ["unload-count-wrong"]
    assert dealing.held_for == "unload-count-wrong"


def test_unloading_before_the_card_is_turned_holds_the_table(dealing: TablePlayer) -> None:
    give_stacks(dealing, 1, 4)
    assert dealing.irregularities(DeckUnloaded(colour="red", count=40)) == ["deck-unloaded-early"]


def test_the_other_deck_is_due_after_every_unloading(playing: TablePlayer) -> None:
    assert playing.history.count(DeckDue(colour="blue")) == 1
    next_round(playing, "blue")
    give_stacks(playing, 1, 4, "blue")
    decided = playing.play(CardTurned(rank="3"), DeckUnloaded(colour="blue", count=40))
    assert DeckDue(colour="red") in decided


def test_a_stack_from_the_deck_of_the_last_round_holds_the_table(playing: TablePlayer) -> None:
    next_round(playing, "blue")
    assert playing.irregularities(stack(1, colour="red")) == ["wrong-deck-colour"]
    assert playing.held_for == "wrong-deck-colour"


def test_loading_the_wrong_deck_is_told_but_does_not_hold(playing: TablePlayer) -> None:
    assert playing.irregularities(DeckLoaded(colour="red")) == ["wrong-deck-loaded"]
    assert playing.held_for is None


def test_the_wrong_deck_never_becomes_ready(playing: TablePlayer) -> None:
    playing.play(*deck("red"))
    assert not playing.state.deck.ready


@pytest.mark.parametrize(
    ("event", "name"),
    [
        (DeckShuffled(colour="red", count=51), "deck-count-wrong"),
        (DeckRejected(colour="red", reason="duplicate", count=52), "deck-rejected"),
    ],
)
def test_an_incomplete_deck_holds_the_table(
    three_card: TablePlayer, event: Event, name: str
) -> None:
    assert three_card.irregularities(DeckLoaded(colour="red"), event) == [name]
    assert not three_card.state.deck.ready


def test_a_seat_folds_once(playing: TablePlayer) -> None:
    assert playing.irregularities(HandFolded(seat=5)) == []
    assert [w.seat for w in playing.state.expected] == [None, 8]
    assert playing.irregularities(HandFolded(seat=5)) == ["entry-refused"]


@pytest.mark.parametrize("seat", [1, 3])
def test_the_bank_and_a_seat_without_a_hand_cannot_fold(playing: TablePlayer, seat: int) -> None:
    assert playing.irregularities(HandFolded(seat=seat)) == ["entry-refused"]


def test_play_closed_leads_to_settlement_seat_by_seat(playing: TablePlayer) -> None:
    decided = playing.play(HandFolded(seat=2), PlayClosed(), StageSettled(), CardsRevealed())
    forfeits, settlement = (d for d in decided if isinstance(d, SettlementOrdered))
    assert (forfeits.stage, forfeits.laps[0].seats) == ("forfeits", (2,))
    (lap,) = settlement.laps
    assert lap.wagers == ("ante", "play", "pair-plus", "six-card-bonus")
    assert lap.seats == (5, 8, 2)
    assert RoundClosed(round=1) in playing.play(RoundSettled())


# A voided round and its deck


def test_a_voided_round_leaves_a_deck_that_must_be_unloaded(dealing: TablePlayer) -> None:
    give_stacks(dealing, 1, 2)
    dealing.play(stack(3, count=2), StackTaken(stack=3), VOID)
    assert orders_of(dealing.state)["shuffler"] == UnloadDeck()
    dealing.play(DeckUnloaded(colour="red", count=44))
    assert (dealing.held_for, dealing.state.deck.due) == (None, "blue")


def test_a_deck_whose_very_first_stack_was_wrong_must_be_unloaded_too(
    dealing: TablePlayer,
) -> None:
    dealing.play(stack(1, count=2), StackTaken(stack=1), VOID)
    assert orders_of(dealing.state)["shuffler"] == UnloadDeck()


def test_a_deck_that_gave_nothing_stays_for_the_next_round(dealing: TablePlayer) -> None:
    dealing.play(WagerPlaced(seat=3), VOID)
    assert (dealing.state.deck.ready, dealing.state.deck.spoiled) == (True, False)


def test_a_round_voided_after_unloading_spoils_no_deck(playing: TablePlayer) -> None:
    playing.play(*deck("blue"), WagerPlaced(seat=3), VOID)
    assert (playing.state.deck.ready, playing.state.deck.spoiled) == (True, False)
    playing.play(*wagers(2), BetsClosed(), CollectionTaken())
    assert orders_of(playing.state)["shuffler"] == DispenseStack(stack=1, count=3)


def test_a_deck_unloaded_while_the_table_was_held_counts_after_the_void(
    dealing: TablePlayer,
) -> None:
    give_stacks(dealing, 1, 2)
    dealing.play(stack(3, count=2), StackTaken(stack=3), DeckUnloaded(colour="red", count=44))
    assert DeckDue(colour="blue") in dealing.play(VOID)
    assert not dealing.state.deck.spoiled


def test_a_deck_unloaded_with_a_wrong_count_is_out_when_the_round_is_voided(
    dealing: TablePlayer,
) -> None:
    give_stacks(dealing, 1, 4)
    dealing.play(CardTurned(rank="3"), DeckUnloaded(colour="red", count=39))
    assert DeckDue(colour="blue") in dealing.play(VOID)
    assert not dealing.state.deck.spoiled


def test_an_accepted_wrong_count_makes_the_other_deck_due(dealing: TablePlayer) -> None:
    give_stacks(dealing, 1, 4)
    dealing.play(CardTurned(rank="3"), DeckUnloaded(colour="red", count=39))
    assert DeckDue(colour="blue") in dealing.play(ACCEPT)
    assert dealing.expects[0] == "play_closed"


def test_an_accepted_stack_counts_as_dealt(dealing: TablePlayer) -> None:
    dealing.play(stack(1, count=2), ACCEPT)
    assert [w.seat for w in dealing.state.expected] == [5]


def test_a_bank_whose_card_places_the_button_cannot_turn_all_instead(dealing: TablePlayer) -> None:
    give_stacks(dealing, 1, 4)
    assert dealing.irregularities(CardsRevealed()) == ["entry-refused"]


def test_nobody_enters_a_play_wager_where_seats_only_fold(playing: TablePlayer) -> None:
    assert playing.irregularities(PlayPlaced(seat=2)) == ["entry-refused"]


def test_a_spoiled_deck_is_not_out_when_one_comes_out_that_the_game_does_not_have(
    dealing: TablePlayer,
) -> None:
    dealing.play(stack(2), VOID)
    assert dealing.state.deck.spoiled
    dealing.play(DeckUnloaded(colour="green", count=0))
    assert dealing.state.deck.spoiled
    assert DeckDue(colour="blue") in dealing.play(DeckUnloaded(colour="red", count=0))
