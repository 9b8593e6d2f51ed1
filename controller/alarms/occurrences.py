"""Occurrences: raised, acknowledged, latched, closed; a pure state machine told the time."""

from collections.abc import Mapping
from typing import Final, NamedTuple

from controller.alarms.conditions import Cause
from controller.alarms.signals import SIGNALS
from controller.facts.alarms import (
    LONGEST_PAUSE_S,
    PRIORITIES,
    AlarmsView,
    AlarmView,
    Priority,
)


class Moment(NamedTuple):
    """Now: by the clock nobody can set, and by the one people read."""

    steady_ms: int
    wall_ms: int


class Occurrence(NamedTuple):
    """One time a cause was there; `by` has acknowledged it, `ended_ms` says it is over."""

    number: int
    cause: Cause
    since_ms: int
    ended_ms: int | None = None
    by: str = ""

    @property
    def priority(self) -> Priority:
        """How urgent it is."""
        return self.cause.condition.priority

    @property
    def is_open(self) -> bool:
        """Whether its condition holds."""
        return self.ended_ms is None


class Alarms(NamedTuple):
    """Every occurrence by the key of its cause, and causes that have not lasted yet."""

    raised: Mapping[str, Occurrence]
    # Since when each cause is there, by its key and which time it is.
    since: Mapping[tuple[str, int], Moment]
    # The number of the newest occurrence.
    last: int = 0
    paused_until_ms: int = 0


QUIET: Final = Alarms({}, {})


def look(alarms: Alarms, causes: Mapping[str, Cause], now: Moment) -> Alarms:
    """Raise what has lasted, close or latch what is over."""
    if not causes and not alarms.raised and not alarms.since:
        return alarms
    since = {_time_of(cause): alarms.since.get(_time_of(cause), now) for cause in causes.values()}
    raised: dict[str, Occurrence] = {}
    for key, before in alarms.raised.items():
        kept = _followed(before, causes.get(key), now)
        if kept is not None:
            raised[key] = kept
    last = alarms.last
    for key, cause in causes.items():
        is_known = key in raised and raised[key].is_open
        begun = since[_time_of(cause)]
        if not is_known and now.steady_ms - begun.steady_ms >= cause.condition.delay_s * 1000:
            last += 1
            raised[key] = Occurrence(last, cause, begun.wall_ms)
    return alarms._replace(raised=raised, since=since, last=last)


def _followed(before: Occurrence, cause: Cause | None, now: Moment) -> Occurrence | None:
    """What becomes of an occurrence: it goes on, is over and latches, or is gone."""
    if not before.is_open:
        return before
    if cause is None or cause.found.instance != before.cause.found.instance:
        is_latched = before.cause.condition.latches and not before.by
        return before._replace(ended_ms=now.wall_ms) if is_latched else None
    # Whoever acknowledged the lesser alarm has not seen the greater one.
    is_worse = _urgency(cause.condition.priority) < _urgency(before.priority)
    return before._replace(cause=cause, by="" if is_worse else before.by)


def acknowledge(alarms: Alarms, number: int, by: str) -> Alarms:
    """Silence this occurrence and no other; one that is over is closed."""
    raised = dict(alarms.raised)
    for key, occurrence in alarms.raised.items():
        if occurrence.number == number and occurrence.is_open:
            raised[key] = occurrence._replace(by=by)
        elif occurrence.number == number:
            del raised[key]
    return alarms._replace(raised=raised)


def find(alarms: Alarms, number: int) -> Occurrence | None:
    """The occurrence of a number, if it is there."""
    return next((each for each in alarms.raised.values() if each.number == number), None)


def pause(alarms: Alarms, seconds: int, now: Moment) -> Alarms:
    """Pause every sound for a time, and never for longer than is allowed."""
    until = now.steady_ms + 1000 * min(seconds, LONGEST_PAUSE_S)
    return alarms._replace(paused_until_ms=until)


def sounding(alarms: Alarms, now: Moment) -> Priority | None:
    """The one priority that sounds: the highest that is there and not acknowledged."""
    if now.steady_ms < alarms.paused_until_ms:
        return None
    loud = [
        each.priority
        for each in alarms.raised.values()
        if each.is_open and not each.by and SIGNALS[each.priority].sound
    ]
    return min(loud, key=_urgency, default=None)


def view(alarms: Alarms, now: Moment) -> AlarmsView:
    """The alarms as pages show them."""
    order = sorted(alarms.raised.values(), key=lambda each: (_urgency(each.priority), -each.number))
    return AlarmsView(
        alarms=tuple(map(_seen, order)),
        sounds=sounding(alarms, now),
        pause_left_ms=max(0, alarms.paused_until_ms - now.steady_ms),
    )


def _seen(occurrence: Occurrence) -> AlarmView:
    return AlarmView(
        number=occurrence.number,
        condition=occurrence.cause.condition.name,
        priority=occurrence.priority,
        told=occurrence.cause.found.told,
        since_ms=occurrence.since_ms,
        ended_ms=occurrence.ended_ms,
        is_acknowledged=bool(occurrence.by),
        acknowledged_by=occurrence.by,
    )


def _time_of(cause: Cause) -> tuple[str, int]:
    return cause.found.key, cause.found.instance


def _urgency(priority: Priority) -> int:
    return PRIORITIES.index(priority)
