"""`advance(state, event)`: the whole table as one pure function."""

from collections.abc import Iterable
from typing import Final, NamedTuple

from controller.facts.decisions import Expectation, ExpectationSet
from controller.facts.events import (
    CardDrawn,
    CardUnreadable,
    DeviceConnected,
    Event,
    KeyPressed,
    RulingGiven,
    SettingsChanged,
    ShufflerCleared,
    ShufflerJammed,
    TableOpened,
)
from controller.table import devices, shoe, unread
from controller.table.expectation import wanted
from controller.table.handlers import DURING_HOLD
from controller.table.shoe_change import NEW_SHOE
from controller.table.state import Decisions, Hold, TableState
from controller.table.take_back import KEPT, remember


def advance(state: TableState, event: Event) -> tuple[TableState, Decisions]:
    """Say what an event does to a table: the next state, and what was decided."""
    table, kind = state.draft(), type(event)
    if table.entered or kind in KEPT:
        remember(table, event, state.round)
    if table.hold is None:
        table.rules.handlers[kind](table, event)
    else:
        _handle_or_keep(table, table.hold, event)
    expected, before = wanted(table), state.expected
    if expected is not before:
        change = _CHANGES.get((id(before), id(expected))) or _change(before, expected)
        if change.announced is not None:
            table.expected = expected
            table.decided.append(change.announced)
    return table, tuple(table.decided)


def fold(state: TableState, events: Iterable[Event]) -> TableState:
    """Advance over many events for the last state alone: one draft instead of thousands."""
    table = state.draft()
    for event in events:
        before = table.round.draft() if table.round and type(event) in KEPT else None
        remember(table, event, before)
        _handle(table, event)
        table.decided.clear()
        table.closed = ()
    table.expected = wanted(table)
    return table


class _Change(NamedTuple):
    """What was expected and what is now; none is announced where both are equal."""

    before: tuple[Expectation, ...]
    expected: tuple[Expectation, ...]
    announced: ExpectationSet | None


# A table goes from one to the other of the same few hundred things all day, mostly the very same
# objects. They are known by identity, which no other object can have while they are held here.
_CHANGES: Final[dict[tuple[int, int], _Change]] = {}
MOST_CHANGES: Final = 4096


def _change(before: tuple[Expectation, ...], expected: tuple[Expectation, ...]) -> _Change:
    if len(_CHANGES) == MOST_CHANGES:
        _CHANGES.clear()
    announced = ExpectationSet(expected=expected) if expected != before else None
    _CHANGES[id(before), id(expected)] = change = _Change(before, expected, announced)
    return change


def _handle(table: TableState, event: Event) -> None:
    if table.hold is None:
        table.rules.handlers[type(event)](table, event)
    else:
        _handle_or_keep(table, table.hold, event)


def _handle_or_keep(table: TableState, hold: Hold, event: Event) -> None:
    """While the table holds, what no ruling asked for waits."""
    if type(event) in DURING_HOLD or event.kind == hold.released_by:
        _handle_in_hold(table, event)
    elif unread.takes(hold, event):
        _name(table, hold, event)
    else:
        table.hold = hold.keeping(event)


def _name(table: TableState, hold: Hold, event: Event) -> None:
    """A whole name ends the hold as the floor's ruling would."""
    ruling = unread.press(table, hold, event)
    if ruling is not None:
        _handle_in_hold(table, ruling)


def _handle_in_hold(table: TableState, event: Event) -> None:
    """When the event ends the hold, what arrived meanwhile happens now, in its order."""
    if isinstance(event, DeviceConnected) and table.hold is not None:
        devices.keep_missed(table, table.hold, event)
    before = table.hold
    table.rules.handlers[type(event)](table, event)
    if before is None or (table.hold is not None and table.hold.late is before.late):
        return
    waiting = before.waiting
    if isinstance(event, TableOpened):
        waiting = ()
    elif _voids(event):
        waiting = _without_round(table, waiting)
    elif isinstance(event, ShufflerCleared):
        # Told twice before it was cleared: no jam is left of which another word would come.
        waiting = tuple(late for late in waiting if not isinstance(late, ShufflerJammed))
    devices.hold_for_devices(table)
    for late in waiting:
        _handle(table, late)


def _voids(event: Event) -> bool:
    """What ended the hold and the round with it: a ruling, or a table file of another shape."""
    is_ruled = isinstance(event, RulingGiven) and event.ruling == "void-round"
    return is_ruled or isinstance(event, SettingsChanged)


def _without_round(table: TableState, waiting: tuple[Event, ...]) -> tuple[Event, ...]:
    """Events of a voided round are void with it; its cards still left the shoe."""
    for event in waiting:
        if isinstance(event, CardDrawn):
            shoe.account(table, event.card)
        elif isinstance(event, CardUnreadable):
            shoe.account_unread(table)
    return tuple(event for event in waiting if not _is_void(table, event))


def _is_void(table: TableState, event: Event) -> bool:
    if isinstance(event, KeyPressed):
        return not event.key.startswith(NEW_SHOE)
    return type(event) in table.rules.round_events
