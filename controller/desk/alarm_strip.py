"""The strip of alarms that every staff page has, and what may be done with it."""

from typing import Annotated, Literal

from pydantic import Field

from config.words import Words
from controller.desk.visit import Visit
from controller.facts.alarms import LONGEST_PAUSE_S, AlarmsView, AlarmView, Priority
from controller.facts.fact import Fact, Text


class SeenAlarm(Fact):
    """A person has seen this occurrence."""

    kind: Literal["acknowledge_alarm"] = "acknowledge_alarm"
    number: Annotated[int, Field(ge=1)]


class QuietAlarms(Fact):
    """A person wants quiet for a while."""

    kind: Literal["pause_sound"] = "pause_sound"


class AlarmLine(Fact):
    """One alarm in the words of the page."""

    number: int
    priority: Priority
    text: Text
    since_ms: int
    ended_ms: int | None
    is_acknowledged: bool


class AlarmStrip(Fact):
    """What the strip shows, the most urgent first; which priority sounds."""

    lines: tuple[AlarmLine, ...] = ()
    sounds: Priority | None = None
    pause_left_ms: int = 0


TAKES: dict[str, type[SeenAlarm] | type[QuietAlarms]] = {
    "acknowledge_alarm": SeenAlarm,
    "pause_sound": QuietAlarms,
}


def strip_of(view: AlarmsView | None, words: Words) -> AlarmStrip:
    """The strip in one language."""
    if view is None:
        return AlarmStrip()
    return AlarmStrip(
        lines=tuple(_line(alarm, words) for alarm in view.alarms),
        sounds=view.sounds,
        pause_left_ms=view.pause_left_ms,
    )


def _line(alarm: AlarmView, words: Words) -> AlarmLine:
    return AlarmLine(
        number=alarm.number,
        priority=alarm.priority,
        text=words.sentence(alarm.told)[:500],
        since_ms=alarm.since_ms,
        ended_ms=alarm.ended_ms,
        is_acknowledged=alarm.is_acknowledged,
    )


async def do(visit: Visit, request: SeenAlarm | QuietAlarms) -> None:
    """Say at the daemon's desk what a person did; DeskError where it is not granted."""
    if isinstance(request, SeenAlarm):
        await visit.at_desk(lambda desk: desk.acknowledge(request.number))
    else:
        await visit.at_desk(lambda desk: desk.pause_sound(LONGEST_PAUSE_S))
