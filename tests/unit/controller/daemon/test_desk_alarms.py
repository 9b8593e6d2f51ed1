"""Alarms and tests of devices at the desk: who does what, and what the record has of it."""

from pathlib import Path

import pytest
from pydantic import ValidationError

from controller.facts.events import (
    AlarmAcknowledged,
    SoundPaused,
)
from controller.facts.orders import ShowLamps
from tests.unit.controller.daemon.desk_on_trial import (
    DeskOnTrial,
    reason,
)


@pytest.fixture
def desk(tmp_path: Path) -> DeskOnTrial:
    return DeskOnTrial(tmp_path)


def test_whoever_acknowledges_an_alarm_is_in_the_record_and_on_the_board(desk: DeskOnTrial) -> None:
    desk.ask(desk.session("floor"), "acknowledge_alarm", number=1)
    _, event = desk.table.rows[-1]
    assert isinstance(event, AlarmAcknowledged)
    assert (event.person, event.condition, event.cause) == ("floor", "record-stuck", "record")
    view = desk.alarms.view()
    assert view is not None
    assert view.alarms[0].acknowledged_by == "floor"
    again = desk.ask(desk.session("dealer"), "acknowledge_alarm", number=1)
    assert "floor has acknowledged" in reason(again)


def test_an_alarm_that_is_over_cannot_be_acknowledged(desk: DeskOnTrial) -> None:
    assert "is over" in reason(desk.ask(desk.session("floor"), "acknowledge_alarm", number=2))


def test_an_alarm_stays_loud_when_the_record_does_not_take_who_has_seen_it(
    desk: DeskOnTrial,
) -> None:
    session = desk.session("floor")
    desk.table.is_stuck = True
    assert "disk is full" in reason(desk.ask(session, "acknowledge_alarm", number=1))
    view = desk.alarms.view()
    assert view is not None
    assert view.sounds == "high"


def test_a_pause_of_the_sound_is_in_the_record_and_never_longer_than_allowed(
    desk: DeskOnTrial,
) -> None:
    session = desk.session("technician")
    desk.ask(session, "pause_sound", seconds=120)
    assert desk.table.rows[-1][1] == SoundPaused(person="technician", seconds=120)
    view = desk.alarms.view()
    assert view is not None
    assert (view.sounds, view.pause_left_ms) == (None, 120_000)
    with pytest.raises(ValidationError):
        desk.ask(session, "pause_sound", seconds=121)


def test_a_technician_lights_lamps_seat_by_seat_and_gives_them_back(desk: DeskOnTrial) -> None:
    session = desk.session("technician")
    before = desk.ask(session, "light_lamps", device="lamps", seat=3)
    assert "start its test first" in reason(before)
    desk.ask(session, "start_test", device="lamps")
    desk.ask(session, "light_lamps", device="lamps", seat=3)
    desk.ask(session, "end_test", device="lamps")
    assert desk.orders.told == [("lamps", ShowLamps(bank=3, action=3)), ("lamps", None)]
    assert desk.table.kinds[1:] == ["device_test_started", "device_test_ended"]


def test_one_device_is_tried_at_a_time(desk: DeskOnTrial) -> None:
    session = desk.session("technician")
    desk.ask(session, "start_test", device="lamps")
    again = desk.ask(session, "start_test", device="shoe")
    assert "lamps is being tried; end that test first" in reason(again)
    light = desk.ask(session, "light_lamps", device="shoe", seat=1)
    assert "shoe is not being tried" in reason(light)


@pytest.mark.parametrize("device", ["nothing-1", "scoreboard"])
def test_a_device_without_a_test_is_refused(desk: DeskOnTrial, device: str) -> None:
    answer = desk.ask(desk.session("technician"), "start_test", device=device)
    assert "has no test" in reason(answer)


def test_a_test_that_the_record_does_not_take_does_not_begin(desk: DeskOnTrial) -> None:
    session = desk.session("technician")
    desk.table.is_stuck = True
    assert "disk is full" in reason(desk.ask(session, "start_test", device="lamps"))
    assert desk.trials.device is None
