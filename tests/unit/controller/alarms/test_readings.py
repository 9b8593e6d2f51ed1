"""The share of what is not read: it alarms when it rises, and not for a hand now and then."""

from controller.alarms.conditions import Watched, causes
from controller.alarms.readings import FEWEST_UNREAD, HOUR_MS, Readings, ReadingShare
from controller.facts.cards import Card
from controller.facts.events import CardDrawn, CardUnreadable, KeyPressed

READ, UNREAD = CardDrawn(card=Card("9d")), CardUnreadable(reason="unread")


def counted(reads: int, unread: int, at_ms: int = 0, readings: Readings | None = None) -> Readings:
    readings = readings or Readings()
    for number in range(reads):
        readings.take("shoe-1", UNREAD if number < unread else READ, at_ms)
    return readings


def alarms(readings: Readings, now_ms: int = 1) -> list[str]:
    return [
        cause.condition.name for cause in causes(Watched(readings=readings.shares(now_ms))).values()
    ]


def test_a_few_cards_that_nobody_read_are_no_alarm() -> None:
    assert alarms(counted(300, FEWEST_UNREAD - 1)) == []
    assert alarms(counted(400, 8)) == []


def test_a_share_that_rises_is_an_alarm_that_names_the_device() -> None:
    readings = counted(100, 8)
    found = causes(Watched(readings=readings.shares(1)))["unread shoe-1"]
    assert (found.condition.name, found.condition.priority) == ("unread-rising", "low")
    assert found.found.told.arguments == {"device": "shoe-1", "percent": 8}


def test_the_alarm_ends_when_the_hour_is_over() -> None:
    readings = counted(100, 8)
    assert alarms(readings, HOUR_MS - 1) == ["unread-rising"]
    assert alarms(readings, HOUR_MS) == []
    assert readings.shares(HOUR_MS) == (ReadingShare("shoe-1", 0, 0, 100, 8),)


def test_what_is_usual_for_a_deck_is_no_rise() -> None:
    readings = counted(400, 16)
    later = 2 * HOUR_MS
    readings.shares(later)
    assert alarms(counted(100, 6, later, readings), later) == []
    assert alarms(counted(100, 16, later, readings), later) == ["unread-rising"]


def test_other_events_are_no_readings() -> None:
    readings = Readings()
    readings.take("pad-1", KeyPressed(key="undo", is_long=False), 0)
    assert readings.shares(1) == ()
