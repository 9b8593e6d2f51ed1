"""Devices lost and found: which hold the table, and when it goes on."""

import pytest

from controller.facts.cards import Card
from controller.facts.decisions import DeviceStateChanged, HoldReleased
from controller.facts.events import (
    BankAccepted,
    BetsClosed,
    CardDrawn,
    CollectionTaken,
    DeviceConnected,
    DeviceLost,
    DriverFellSilent,
    DriverReturned,
    EventsMissed,
    FloorCalled,
    RulingGiven,
    ShoeLoaded,
)
from controller.facts.phrase import seen
from controller.families.baccarat.coup import Coup
from controller.families.opening import opening_event
from controller.table.devices import is_awaited, is_restart_felt
from tests.conftest import TablePlayer

RESUME = RulingGiven(by="Ann Lee", ruling="resume")


def lost(device: str) -> DeviceLost:
    return DeviceLost(device=device, reason="unplugged")


def found(device: str, kind: str = "shoe") -> DeviceConnected:
    return DeviceConnected(device=device, device_kind=kind)


def test_a_lost_device_holds_the_table_and_its_return_releases_it(baccarat: TablePlayer) -> None:
    changed, *_ = baccarat.play(lost("shoe-1"))
    assert changed == DeviceStateChanged(device="shoe-1", state="unavailable", reason="unplugged")
    assert baccarat.held_for == "device-lost"
    back, released, *_ = baccarat.play(found("shoe-1"))
    assert back == DeviceStateChanged(device="shoe-1", state="ready")
    assert released == HoldReleased(name="device-lost", by="the device", ruling="resume")
    assert baccarat.held_for is None


def silent(device: str) -> DriverFellSilent:
    return DriverFellSilent(device=device)


def heard(device: str) -> DriverReturned:
    return DriverReturned(device=device)


def test_a_silent_driver_holds_the_table_and_its_next_word_releases_it(
    baccarat: TablePlayer,
) -> None:
    baccarat.play(found("shoe-1"))
    changed, *_ = baccarat.play(silent("shoe-1"))
    assert changed == DeviceStateChanged(device="shoe-1", state="silent")
    assert baccarat.held_for == "device-lost"
    back, released, *_ = baccarat.play(heard("shoe-1"))
    assert back == DeviceStateChanged(device="shoe-1", state="ready")
    assert released == HoldReleased(name="device-lost", by="the device", ruling="resume")
    assert baccarat.held_for is None


def test_the_word_of_a_driver_does_not_bring_back_a_device_it_had_lost(
    baccarat: TablePlayer,
) -> None:
    baccarat.play(found("shoe-1"), lost("shoe-1"), silent("shoe-1"))
    changed, *_ = baccarat.play(heard("shoe-1"))
    assert changed == DeviceStateChanged(device="shoe-1", state="unavailable", reason="unplugged")
    assert baccarat.held_for == "device-lost"
    baccarat.play(found("shoe-1"))
    assert baccarat.held_for is None


def test_a_device_that_comes_back_under_a_new_driver_is_heard_again(baccarat: TablePlayer) -> None:
    baccarat.play(found("shoe-1"), silent("shoe-1"), found("shoe-1"))
    assert baccarat.held_for is None


def test_a_device_the_table_can_do_without_does_not_hold(baccarat: TablePlayer) -> None:
    assert baccarat.irregularities(lost("lamps-1")) == []
    assert baccarat.held_for is None


def test_a_device_the_table_does_not_know_does_not_hold(baccarat: TablePlayer) -> None:
    assert baccarat.irregularities(lost("shoe-9")) == []


def test_the_return_of_another_device_releases_nothing(baccarat: TablePlayer) -> None:
    baccarat.play(lost("shoe-1"), found("pad-1", "entry-pad"))
    assert baccarat.held_for == "device-lost"


def test_two_lost_devices_hold_until_both_are_back(baccarat: TablePlayer) -> None:
    baccarat.play(lost("shoe-1"), lost("pad-1"), found("shoe-1"))
    assert baccarat.held_for == "device-lost"
    baccarat.play(found("pad-1", "entry-pad"))
    assert baccarat.held_for is None


def test_a_device_lost_during_another_hold_holds_after_the_ruling(baccarat: TablePlayer) -> None:
    baccarat.play(FloorCalled(), lost("shoe-1"))
    assert baccarat.held_for == "floor-called"
    baccarat.play(RESUME)
    assert baccarat.held_for == "device-lost"


def test_a_device_back_before_the_ruling_does_not_hold_after_it(baccarat: TablePlayer) -> None:
    baccarat.play(FloorCalled(), lost("shoe-1"), found("shoe-1"), RESUME)
    assert baccarat.held_for is None


def test_no_ruling_goes_on_without_a_device_the_table_needs(baccarat: TablePlayer) -> None:
    baccarat.play(lost("shoe-1"), RESUME)
    assert baccarat.held_for == "device-lost"


def test_cards_that_waited_for_another_device_are_dealt_when_it_is_back(
    baccarat: TablePlayer,
) -> None:
    baccarat.play(BankAccepted(), ShoeLoaded(decks=8), BetsClosed(), CollectionTaken())
    baccarat.play(lost("pad-1"), *(CardDrawn(card=Card(code)) for code in ("Kd", "Kh")))
    baccarat.play(found("pad-1", "entry-pad"))
    assert baccarat.state.round is not None
    assert baccarat.state.round.get(Coup)[:2] == (
        ("Kd",),
        ("Kh",),
    )


def test_a_table_opened_anew_still_knows_what_is_lost(baccarat: TablePlayer) -> None:
    baccarat.play(lost("shoe-1"), opening_event(baccarat.state.rules))
    assert baccarat.held_for == "device-lost"


@pytest.mark.parametrize("following", [7, 9])
def test_a_hole_in_the_numbering_names_what_is_missing(
    baccarat: TablePlayer, following: int
) -> None:
    baccarat.play(EventsMissed(device="shoe-1", last_sequence=5, next_sequence=following))
    assert baccarat.state.hold is not None
    event = EventsMissed(device="shoe-1", last_sequence=5, next_sequence=following)
    assert baccarat.state.hold.seen == seen(event)


def test_a_daemon_that_starts_waits_for_a_shoe_in_mid_round_alone(baccarat: TablePlayer) -> None:
    baccarat.play(found("shoe-1"), BankAccepted(), ShoeLoaded(decks=8))
    assert not is_restart_felt(baccarat.state)
    baccarat.play(BetsClosed())
    assert is_restart_felt(baccarat.state)


def test_the_next_word_of_a_silent_driver_is_news(baccarat: TablePlayer) -> None:
    baccarat.play(found("shoe-1"), silent("shoe-1"))
    assert is_awaited(baccarat.state, "shoe-1")
    baccarat.play(heard("shoe-1"))
    assert not is_awaited(baccarat.state, "shoe-1")
