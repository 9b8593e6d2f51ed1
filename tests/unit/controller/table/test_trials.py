"""Tests of devices in the core: the table waits, nothing is played, and it goes on."""

import pytest

from controller.facts.cards import Card
from controller.facts.decisions import HoldReleased, TableHeld
from controller.facts.events import (
    BankAccepted,
    BetsClosed,
    CardDrawn,
    CardUnreadable,
    CollectionTaken,
    DeckLoaded,
    DeckShuffled,
    DeckUnloaded,
    DeviceTestEnded,
    DeviceTestSeen,
    DeviceTestStarted,
    Event,
    FloorCalled,
    KeyPressed,
    ShoeLoaded,
)
from controller.facts.events.trials import TESTED
from controller.record.row import event_text
from controller.table.trials import why_not_now
from tests.conftest import TablePlayer

STARTED = DeviceTestStarted(device="shoe-1", by="Ann Lee")
ENDED = DeviceTestEnded(device="shoe-1", by="Ann Lee")
SEVEN = CardDrawn(card=Card("7h"))


def seen_in_test(event: Event) -> DeviceTestSeen:
    return DeviceTestSeen(device="shoe-1", content=event_text(event).decode())


@pytest.fixture
def betting(baccarat: TablePlayer) -> TablePlayer:
    baccarat.play(BankAccepted(), ShoeLoaded(decks=8))
    return baccarat


def test_a_test_holds_the_table_and_its_end_lets_it_go_on(betting: TablePlayer) -> None:
    before = betting.expects
    assert TableHeld(name=TESTED) in betting.play(STARTED)
    assert str(betting.held_for) == TESTED
    assert HoldReleased(name=TESTED, by="Ann Lee", ruling="resume") in betting.play(ENDED)
    assert betting.state.hold is None
    assert betting.expects == before


def test_a_test_is_no_irregularity(betting: TablePlayer) -> None:
    assert betting.irregularities(STARTED, seen_in_test(SEVEN), ENDED) == []


@pytest.mark.parametrize("told", [SEVEN, CardUnreadable(reason="unread")])
def test_a_card_drawn_for_a_test_is_not_dealt_but_has_left_the_shoe(
    betting: TablePlayer, told: Event
) -> None:
    betting.play(STARTED, seen_in_test(told), ENDED)
    assert betting.state.shoe.drawn == 1
    assert betting.held_for is None
    assert betting.state.round is not None
    assert betting.state.round.betting.is_open


def test_a_key_pressed_for_a_test_closes_no_bets(betting: TablePlayer) -> None:
    pressed = KeyPressed(key="undo", is_long=False, at_ms=0)
    betting.play(STARTED, seen_in_test(pressed), seen_in_test(BetsClosed()), ENDED)
    assert betting.state.round is not None
    assert betting.state.round.betting.is_open


def test_what_another_device_reports_meanwhile_happens_after_the_test(
    betting: TablePlayer,
) -> None:
    betting.play(STARTED, BetsClosed(), ENDED)
    assert betting.state.round is not None
    assert not betting.state.round.betting.is_open


def test_a_test_on_hold_leaves_the_hold_to_its_ruling(betting: TablePlayer) -> None:
    betting.play(FloorCalled(), STARTED)
    assert betting.held_for == "floor-called"
    betting.play(ENDED)
    assert betting.held_for == "floor-called"


def test_a_device_may_be_tried_between_rounds_and_on_hold_only(betting: TablePlayer) -> None:
    assert why_not_now(betting.state) is None
    betting.play(BetsClosed(), CollectionTaken(), SEVEN)
    refused = why_not_now(betting.state)
    assert refused is not None
    assert refused.code == "test-mid-round"
    betting.play(FloorCalled())
    assert why_not_now(betting.state) is None


def test_a_deck_put_out_and_shuffled_for_a_test_is_ready_as_before_and_nothing_irregular(
    three_card: TablePlayer,
) -> None:
    load, shuffle = DeckLoaded(colour="red"), DeckShuffled(colour="red", count=52)
    three_card.play(BankAccepted(), load, shuffle)
    before = three_card.state.deck, three_card.expects
    steps: list[Event] = [DeckUnloaded(colour="red", count=52), load, shuffle]
    assert three_card.irregularities(STARTED, *map(seen_in_test, steps), ENDED) == []
    assert (three_card.state.deck, three_card.expects) == before


@pytest.mark.parametrize("count", [51, None])
def test_a_deck_that_is_short_or_out_after_a_test_is_not_dealt_from(
    three_card: TablePlayer, count: int | None
) -> None:
    three_card.play(BankAccepted(), DeckLoaded(colour="red"), DeckShuffled(colour="red", count=52))
    steps: list[Event] = [DeckUnloaded(colour="red", count=52)]
    if count is not None:
        steps.append(DeckShuffled(colour="red", count=count))
    three_card.play(STARTED, *map(seen_in_test, steps), ENDED)
    assert not three_card.state.deck.ready
    assert three_card.held_for is None


def test_words_of_a_device_that_are_no_event_move_no_card(betting: TablePlayer) -> None:
    betting.play(STARTED, DeviceTestSeen(device="shoe-1", content="{}"), ENDED)
    assert betting.state.shoe.drawn == 0
    assert betting.held_for is None
