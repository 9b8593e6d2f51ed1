"""What a device lost with its power is asked for: nothing is decided on a hole."""

from typing import Literal

import pytest

from controller.facts.cards import Card
from controller.facts.decisions import (
    DeckDue,
    HoldReleased,
    OutcomeDecided,
    RulingRefused,
)
from controller.facts.events import (
    BankAccepted,
    BetsClosed,
    CardDrawn,
    CardTurned,
    CardUnreadable,
    CollectionTaken,
    DaemonRestarted,
    DeckLoaded,
    DeckShuffled,
    DeviceConnected,
    DeviceLost,
    DriverFellSilent,
    DriverReturned,
    Event,
    EventsMissed,
    FloorCalled,
    KeyPressed,
    RulingGiven,
    ShoeLoaded,
    StackDispensed,
    StackTaken,
    WagerPlaced,
)
from controller.facts.orders import DispenseStack, UnloadDeck
from controller.facts.phrase import phrase
from controller.families.baccarat.coup import Coup
from controller.table.missing import shoe_count
from controller.table.orders_of import orders_of
from tests.conftest import TablePlayer

BY = "Ann Lee"


def shoe(boot: int, count: int | None = 0) -> DeviceConnected:
    return DeviceConnected(device="shoe-1", device_kind="shoe", boot=boot, count=count)


def shuffler(boot: int, count: int | None) -> DeviceConnected:
    return DeviceConnected(device="shuffler-1", device_kind="shuffler", boot=boot, count=count)


def drawn(*cards: str) -> list[Event]:
    return [CardDrawn(card=Card(card)) for card in cards]


def rule(
    ruling: Literal["resume", "accept", "use-card", "void-round"], card: str | None = None
) -> RulingGiven:
    return RulingGiven(by=BY, ruling=ruling, card=Card(card) if card else None)


@pytest.fixture
def dealing(baccarat: TablePlayer) -> TablePlayer:
    """Two cards are out; the shoe was heard of under boot 1."""
    baccarat.play(shoe(1), ShoeLoaded(decks=8), BankAccepted(), BetsClosed())
    baccarat.play(CollectionTaken(), *drawn("5s", "2s"))
    return baccarat


def test_a_shoe_that_counts_as_the_record_does_goes_on_by_itself(dealing: TablePlayer) -> None:
    assert dealing.irregularities(shoe(2, count=2)) == []
    assert dealing.held_for is None


def test_a_card_lost_with_the_power_is_asked_for_and_named_on_the_pad(dealing: TablePlayer) -> None:
    assert dealing.irregularities(shoe(2, count=3)) == ["card-missing"]
    assert dealing.expects == ["ruling_given"]
    dealing.play(*drawn("Jd"))
    assert dealing.held_for == "card-missing"
    dealing.play(CardTurned(rank="4"), KeyPressed(key="suit-diamonds", is_long=False))
    assert dealing.state.round is not None
    coup = dealing.state.round.get(Coup)
    assert [*coup.player, *coup.banker] == [Card("5s"), Card("4d"), Card("2s"), Card("Jd")]
    assert dealing.held_for is None


def test_every_lost_card_is_asked_for_one_after_the_other(dealing: TablePlayer) -> None:
    dealing.play(shoe(2, count=4))
    dealing.play(rule("use-card", card="Td"))
    assert dealing.held_for == "card-missing"
    decided = dealing.play(rule("use-card", card="9c"))
    assert dealing.state.shoe.drawn == 4
    assert not [d for d in decided if isinstance(d, HoldReleased) and d.ruling != "use-card"]
    assert dealing.held_for is None


def test_no_coup_is_decided_while_a_card_is_missing(baccarat: TablePlayer) -> None:
    baccarat.play(shoe(1), ShoeLoaded(decks=8), BankAccepted(), BetsClosed())
    baccarat.play(CollectionTaken(), *drawn("5s"))
    baccarat.play(shoe(2, count=2), *drawn("2s", "4d", "Jd", "6c", "7c"))
    assert baccarat.held_for == "card-missing"
    assert not [d for d in baccarat.history if isinstance(d, OutcomeDecided)]


def test_the_card_is_asked_for_after_the_hold_that_was_there_before(dealing: TablePlayer) -> None:
    dealing.play(FloorCalled(), *drawn("Kc"), shoe(2, count=4))
    assert dealing.held_for == "floor-called"
    dealing.play(rule("resume"))
    assert dealing.held_for == "card-missing"


def test_cards_that_wait_while_the_shoe_is_away_are_not_asked_for_when_it_is_back(
    dealing: TablePlayer,
) -> None:
    dealing.play(DeviceLost(device="shoe-1", reason="gone"), *drawn("Kc"))
    assert dealing.irregularities(shoe(2, count=3)) == []
    assert dealing.held_for is None
    assert dealing.state.shoe.drawn == 3


def test_a_card_that_was_lost_comes_behind_those_that_waited_for_the_shoe(
    dealing: TablePlayer,
) -> None:
    dealing.play(DeviceLost(device="shoe-1", reason="gone"), *drawn("Kc"))
    assert dealing.irregularities(shoe(2, count=4)) == ["card-missing"]
    dealing.play(rule("use-card", card="9c"))
    assert dealing.state.round is not None
    coup = dealing.state.round.get(Coup)
    assert [*coup.player, *coup.banker] == [Card("5s"), Card("Kc"), Card("2s"), Card("9c")]


def test_a_voided_round_counts_the_missing_card_as_gone(dealing: TablePlayer) -> None:
    dealing.play(shoe(2, count=4), rule("void-round"))
    assert dealing.held_for is None
    assert dealing.state.shoe.drawn == 4


def test_a_cut_card_named_on_the_pad_does_not_disturb_the_count(dealing: TablePlayer) -> None:
    dealing.play(CardUnreadable(reason="unread"), KeyPressed(key="cut-card", is_long=False))
    assert dealing.irregularities(shoe(2, count=3)) == []


@pytest.mark.parametrize("count", [0, 40])
def test_a_count_that_cannot_be_explained_holds_in_mid_round_until_the_floor_compared(
    dealing: TablePlayer, count: int
) -> None:
    assert dealing.irregularities(shoe(2, count=count)) == ["count-disagrees"]
    dealing.play(rule("resume"))
    assert dealing.held_for is None
    assert dealing.irregularities(shoe(2, count=count)) == []


def test_between_rounds_another_shoe_reader_disturbs_nobody(baccarat: TablePlayer) -> None:
    baccarat.play(shoe(1), ShoeLoaded(decks=8), BankAccepted())
    assert baccarat.irregularities(shoe(2, count=0)) == []


def test_a_shoe_that_cannot_count_asks_people_to(dealing: TablePlayer) -> None:
    assert dealing.irregularities(shoe(2, count=None)) == ["count-asked"]
    dealing.play(rule("use-card", card="9c"))
    assert dealing.held_for is None
    assert dealing.state.shoe.drawn == 3


def test_a_doubt_that_came_during_another_hold_is_not_forgotten(dealing: TablePlayer) -> None:
    dealing.play(FloorCalled(), shoe(2, count=None), rule("resume"))
    assert dealing.held_for == "count-asked"
    dealing.play(rule("void-round"))
    assert dealing.held_for is None


def test_a_daemon_that_starts_in_mid_round_waits_for_word_of_the_shoe(dealing: TablePlayer) -> None:
    assert dealing.irregularities(DaemonRestarted()) == []
    assert dealing.held_for == "daemon-restarted"
    dealing.play(*drawn("4d"))
    _, released, *_ = dealing.play(DriverReturned(device="shoe-1"))
    assert released == HoldReleased(name="daemon-restarted", by="the device", ruling="resume")
    assert dealing.state.shoe.drawn == 3
    assert dealing.held_for is None


def test_word_of_a_shoe_with_other_power_is_compared_at_once(dealing: TablePlayer) -> None:
    dealing.play(DaemonRestarted(), shoe(2, count=3))
    assert dealing.held_for == "card-missing"


@pytest.mark.parametrize(
    "word", [DriverFellSilent(device="shoe-1"), DeviceLost(device="shoe-1", reason="gone")]
)
def test_a_shoe_that_is_gone_after_a_restart_holds_as_lost(
    dealing: TablePlayer, word: Event
) -> None:
    dealing.play(DaemonRestarted(), word)
    assert dealing.held_for == "device-lost"


def test_the_restart_is_remembered_behind_another_hold(dealing: TablePlayer) -> None:
    dealing.play(FloorCalled(), DaemonRestarted(), rule("resume"))
    assert dealing.held_for == "daemon-restarted"
    dealing.play(rule("resume"))
    assert dealing.held_for is None


def test_a_restart_between_rounds_holds_nothing(baccarat: TablePlayer) -> None:
    baccarat.play(shoe(1), ShoeLoaded(decks=8), BankAccepted(), DaemonRestarted())
    assert baccarat.held_for is None


def test_a_number_that_does_not_begin_at_one_matters_in_mid_round(dealing: TablePlayer) -> None:
    hole = EventsMissed(device="shoe-1", last_sequence=0, next_sequence=3)
    assert dealing.irregularities(hole) == ["events-missed"]


def test_a_number_that_does_not_begin_at_one_is_harmless_between_rounds(
    baccarat: TablePlayer,
) -> None:
    hole = EventsMissed(device="shoe-1", last_sequence=0, next_sequence=3)
    assert baccarat.irregularities(hole) == []


@pytest.fixture
def stacking(three_card: TablePlayer) -> TablePlayer:
    """One stack is out and lifted; the shuffler was heard of under boot 1."""
    three_card.play(shuffler(1, count=0), BankAccepted(), DeckLoaded(colour="red"))
    three_card.play(DeckShuffled(colour="red", count=52), WagerPlaced(seat=2), WagerPlaced(seat=3))
    three_card.play(BetsClosed(), CollectionTaken())
    three_card.play(StackDispensed(stack=1, count=3, colour="red"), StackTaken(stack=1))
    return three_card


def test_a_shuffler_that_counts_as_the_record_does_goes_on(stacking: TablePlayer) -> None:
    assert stacking.irregularities(shuffler(2, count=1)) == []
    assert orders_of(stacking.state)["shuffler"] == DispenseStack(stack=2, count=3)


def test_a_stack_whose_report_was_lost_is_for_the_floor_to_accept(stacking: TablePlayer) -> None:
    assert stacking.irregularities(shuffler(2, count=2)) == ["count-disagrees"]
    assert stacking.state.hold is not None
    differ = phrase("counts-differ", device="shuffler-1", counted=2, recorded=1)
    assert stacking.state.hold.seen == differ
    stacking.play(rule("accept"), StackTaken(stack=2))
    assert orders_of(stacking.state)["shuffler"] == DispenseStack(stack=3, count=3)


def test_a_tray_that_was_emptied_unheard_does_not_stop_the_deal(stacking: TablePlayer) -> None:
    stacking.play(StackDispensed(stack=2, count=3, colour="red"))
    assert "shuffler" not in orders_of(stacking.state)
    stacking.play(shuffler(2, count=2))
    assert orders_of(stacking.state)["shuffler"] == DispenseStack(stack=3, count=3)


def test_a_shuffler_that_cannot_count_asks_people_to(stacking: TablePlayer) -> None:
    assert stacking.irregularities(shuffler(2, count=None)) == ["count-asked"]


def test_more_than_one_lost_stack_leaves_the_floor_nothing_to_accept(stacking: TablePlayer) -> None:
    assert stacking.irregularities(shuffler(2, count=3)) == ["count-disagrees"]
    (refused,) = stacking.play(rule("accept"))
    assert refused == RulingRefused(reason=phrase("nothing-to-accept"))


def test_an_unloading_whose_report_was_lost_is_for_the_floor_to_accept(
    stacking: TablePlayer,
) -> None:
    for number in (2, 3):
        dispensed = StackDispensed(stack=number, count=3, colour="red")
        stacking.play(dispensed, StackTaken(stack=number))
    stacking.play(CardTurned(rank="3"))
    assert stacking.expects == ["deck_unloaded"]
    assert stacking.irregularities(shuffler(2, count=0)) == ["count-disagrees"]
    assert DeckDue(colour="blue") in stacking.play(rule("accept"))


def test_between_rounds_another_shuffler_disturbs_nobody(three_card: TablePlayer) -> None:
    assert three_card.irregularities(shuffler(1, count=0), shuffler(2, count=3)) == []


def test_before_its_first_cards_a_shoe_has_lost_nothing(baccarat: TablePlayer) -> None:
    assert baccarat.irregularities(shoe(1), shoe(2, count=5)) == []


def test_a_pad_with_other_power_has_lost_nothing(dealing: TablePlayer) -> None:
    first, second = (
        DeviceConnected(device="pad-1", device_kind="entry-pad", boot=boot) for boot in (1, 2)
    )
    assert dealing.irregularities(first, second) == []
    assert dealing.held_for is None


def test_a_shoe_loaded_while_the_table_holds_is_counted_from_its_first_card(
    dealing: TablePlayer,
) -> None:
    dealing.play(FloorCalled(), ShoeLoaded(decks=8), *drawn("4d"))
    assert dealing.state.hold is not None
    assert shoe_count(dealing.state, dealing.state.hold.waiting) == 1


def test_a_deck_that_gave_stacks_unheard_comes_out_after_a_void_round(
    three_card: TablePlayer,
) -> None:
    three_card.play(shuffler(1, count=0), BankAccepted(), DeckLoaded(colour="red"))
    three_card.play(DeckShuffled(colour="red", count=52), WagerPlaced(seat=2))
    three_card.play(BetsClosed(), CollectionTaken(), FloorCalled(), shuffler(2, count=1))
    three_card.play(rule("void-round"), StackTaken(stack=1))
    # The machine would take another order of its first stack for the one it has carried out.
    assert orders_of(three_card.state)["shuffler"] == UnloadDeck()


def test_a_deck_that_came_out_unheard_is_not_waited_for_after_a_void_round(
    stacking: TablePlayer,
) -> None:
    stacking.play(FloorCalled(), shuffler(2, count=0))
    assert DeckDue(colour="blue") in stacking.play(rule("void-round"))
    assert "shuffler" not in orders_of(stacking.state)
