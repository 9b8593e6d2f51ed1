"""Every hold of the catalogue ends by what it says, and what waited behind it happens."""

from dataclasses import replace

import pytest

from config.irregularities import holding_irregularities
from config.words import ENGLISH, words
from controller.facts.cards import Card
from controller.facts.decisions import HoldReleased, IrregularityFound, TableHeld
from controller.facts.events import (
    BankAccepted,
    BetsClosed,
    CardDrawn,
    CardUnreadable,
    CollectionTaken,
    DaemonRestarted,
    DeviceConnected,
    DeviceLost,
    DriverFellSilent,
    DriverReturned,
    Event,
    RulingGiven,
    ShoeLoaded,
    ShufflerCleared,
    ShufflerJammed,
)
from controller.facts.phrase import phrase
from controller.table.state import MOST_TOGETHER, Hold
from tests.conftest import TablePlayer

FOUND = DeviceConnected(device="shoe-1", device_kind="shoe", boot=1, count=0)
BY_ITSELF: dict[str, tuple[Event, Event]] = {
    "device-lost": (DeviceLost(device="shoe-1", reason="unplugged"), FOUND),
    "daemon-restarted": (DaemonRestarted(), DriverReturned(device="shoe-1")),
    "shuffler-jam": (ShufflerJammed(place="output"), ShufflerCleared()),
}


@pytest.fixture
def dealing(baccarat: TablePlayer) -> TablePlayer:
    baccarat.play(FOUND, BankAccepted(), ShoeLoaded(decks=8), BetsClosed(), CollectionTaken())
    baccarat.play(CardDrawn(card=Card("5s")))
    return baccarat


@pytest.mark.parametrize("name", sorted(holding_irregularities()))
@pytest.mark.parametrize("ruling", ["resume", "void-round"])
def test_a_ruling_ends_every_hold_and_what_waited_happens(
    dealing: TablePlayer, name: str, ruling: str
) -> None:
    hold = Hold(name, phrase("seen-nothing")).keeping(CardDrawn(card=Card("2s")))
    dealing.state = replace(dealing.state, hold=hold)
    given = RulingGiven.model_validate({"by": "Ann Lee", "ruling": ruling})
    released = [d for d in dealing.play(given) if isinstance(d, HoldReleased)]
    assert released == [HoldReleased(name=name, by="Ann Lee", ruling=given.ruling)]
    assert dealing.state.shoe.drawn == 2
    assert dealing.held_for is None


@pytest.mark.parametrize("name", BY_ITSELF)
def test_a_hold_that_says_so_ends_by_itself(dealing: TablePlayer, name: str) -> None:
    cause, end = BY_ITSELF[name]
    assert TableHeld(name=name) in dealing.play(cause)
    dealing.play(CardDrawn(card=Card("2s")))
    assert dealing.state.shoe.drawn == 1
    dealing.play(end)
    assert dealing.state.shoe.drawn == 2
    assert dealing.held_for is None


@pytest.mark.parametrize("name", ["device-lost", "daemon-restarted"])
def test_the_sentence_of_a_hold_that_ends_by_itself_says_so(name: str) -> None:
    found = IrregularityFound(name=name, seen=phrase("seen-nothing"), expected=())
    assert "by itself" in words(ENGLISH).supervisor(found)


@pytest.mark.parametrize(
    "cause", [DriverFellSilent(device="shoe-1"), CardUnreadable(reason="missed")]
)
def test_a_restart_behind_a_hold_does_not_hide_it(dealing: TablePlayer, cause: Event) -> None:
    dealing.play(cause)
    before = dealing.held_for
    dealing.play(DaemonRestarted())
    assert dealing.held_for == before


def test_very_many_events_wait_in_their_order_and_none_is_copied_with_each_other_one() -> None:
    hold, drawn = Hold("floor-called", phrase("seen-nothing")), [CardDrawn(card=c) for c in Card]
    events = drawn * 40
    for event in events:
        hold = hold.keeping(event)
    assert hold.waiting == tuple(events)
    assert hold.keeping(drawn[0]).late[0] is hold.late[0]
    assert max(map(len, hold.late)) <= MOST_TOGETHER
