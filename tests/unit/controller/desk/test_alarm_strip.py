"""The strip of alarms: in the words of the page, and in public without a name."""

import pytest

from config.words import languages, words
from controller.alarms.conditions import Watched, causes
from controller.alarms.occurrences import QUIET, Moment, acknowledge, look, view
from controller.desk.alarm_strip import AlarmStrip, strip_of
from controller.facts.board import DeviceView

AWAY = DeviceView(device="shoe-1", state="unavailable", reason="no cable")
WATCHED = Watched(trouble="the disk is full", devices=(AWAY,), disk_percent=99)


def raised(by: str = "") -> AlarmStrip:
    begun = look(QUIET, causes(WATCHED), Moment(0, 0))
    alarms = look(begun, causes(WATCHED), Moment(5000, 5000))
    if by:
        alarms = acknowledge(alarms, 1, by)
    return strip_of(view(alarms, Moment(5000, 5000)).without_names(), words())


def test_no_alarms_are_an_empty_strip() -> None:
    assert strip_of(None, words()) == AlarmStrip()


def test_the_most_urgent_alarm_is_first_and_sounds() -> None:
    strip = raised()
    assert [line.priority for line in strip.lines] == ["high", "medium", "medium"]
    assert strip.lines[0].text == "The record cannot grow: the disk is full"
    assert strip.sounds == "high"


def test_that_somebody_has_seen_an_alarm_is_public_and_who_is_not() -> None:
    strip = raised(by="Ann Lee")
    assert strip.lines[0].is_acknowledged
    assert "Ann" not in strip.model_dump_json()


@pytest.mark.parametrize("language", languages())
def test_every_alarm_has_words_in_every_language(language: str) -> None:
    alarms = look(QUIET, causes(Watched(is_synchronised=False)), Moment(0, 0))
    alarms = look(alarms, causes(Watched(is_synchronised=False)), Moment(60_000, 60_000))
    (line,) = strip_of(view(alarms, Moment(60_000, 60_000)), words(language)).lines
    assert "alarm" not in line.text
