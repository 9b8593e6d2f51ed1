"""What a device may have lost with its power: its count against the record's."""

from collections.abc import Collection, Iterable
from typing import Final

from controller.facts.events import (
    CardDrawn,
    CardUnreadable,
    DeckUnloaded,
    DeviceConnected,
    Event,
    ShoeLoaded,
    StackDispensed,
)
from controller.facts.phrase import Phrase, phrase
from controller.table import rounds, shoe_change
from controller.table.decks import colour_in_play
from controller.table.irregularity import report
from controller.table.state import Hold, Irregular, RoundState, TableState
from controller.table.steps.stacks import cards_left, due_stack, is_open, stacks_out

ASKED: Final = "count-asked"
DISAGREES: Final = "count-disagrees"
MISSED: Final = CardUnreadable(reason="missed")
# More are no lost reports but another shoe, or a counter that cannot be believed.
MOST_MISSED: Final = 6


def is_midway(table: TableState) -> bool:
    """Tell whether cards or stacks of a round may be on their way."""
    current = table.round
    if current is None:
        return False
    return not current.betting.is_open or rounds.is_under_way(table) or stacks_out(current) > 0


def keep_missed(table: TableState, hold: Hold, event: DeviceConnected) -> None:
    """Behind a hold, cards that a shoe lost with its power come after those that wait already."""
    if event.device_kind == "shoe" and event.count is not None and not table.shoe.ended:
        missed = event.count - shoe_count(table, hold.waiting)
        if 0 < missed <= MOST_MISSED:
            table.hold = hold.keeping(*[MISSED] * missed)


def look(table: TableState, event: DeviceConnected, waiting: Collection[Event]) -> str:
    """Compare the count of a device that started anew; names the doubt that is left, or nothing.

    What waits counts as told, also when the hold it waited behind has just ended.
    """
    if event.device_kind == "shoe":
        return _look_at_shoe(table, event, waiting)
    if event.device_kind == "shuffler" and table.rules.game.stacks is not None:
        return _look_at_shuffler(table, event, waiting)
    return ""


def counts(event: DeviceConnected, table: TableState, waiting: Collection[Event]) -> Phrase:
    """Both counts, for a person to compare with the table."""
    if event.count is None:
        return phrase("count-unknown", device=event.device)
    is_shoe = event.device_kind == "shoe"
    told = shoe_count(table, waiting) if is_shoe else _stacks_told(table, waiting)
    return phrase("counts-differ", device=event.device, counted=event.count, recorded=told)


def stacks_counted(table: TableState) -> int | None:
    """What a shuffler counts whose count is not the record's; None where no such doubt is left."""
    for entry in table.devices:
        is_shuffler = table.rules.devices.get(entry.device) == "shuffler"
        if is_shuffler and entry.doubt == DISAGREES and entry.counts is not None:
            counted = entry.counts.arguments["counted"]
            assert isinstance(counted, int)
            return counted
    return None


def shoe_count(table: TableState, waiting: Iterable[Event]) -> int:
    """How many cards the shoe has reported since it was loaded, those that wait included."""
    count = table.shoe.drawn + table.shoe.cut_named
    for event in waiting:
        if isinstance(event, ShoeLoaded):
            count = 0
        count += isinstance(event, CardDrawn | CardUnreadable)
    return count


def _look_at_shoe(table: TableState, event: DeviceConnected, waiting: Collection[Event]) -> str:
    if table.shoe.ended:
        return ""
    if event.count is None:
        return ASKED if is_midway(table) else ""
    missed = event.count - shoe_count(table, waiting)
    if 0 < missed <= MOST_MISSED:
        _ask_for_cards(table, missed)
        return ""
    return DISAGREES if missed and is_midway(table) else ""


def _ask_for_cards(table: TableState, missed: int) -> None:
    """Each card that nobody told of is a card that nobody read: it has to be named."""
    shoe_change.draw_unread(table, MISSED)
    # The catalogue holds the table for a card that nobody told of.
    assert table.hold is not None
    table.hold = table.hold.keeping(*[MISSED] * (missed - 1))


def _look_at_shuffler(table: TableState, event: DeviceConnected, waiting: Collection[Event]) -> str:
    current = table.round
    # A tray that is not empty refuses the next stack by itself.
    table.deck = table.deck._replace(in_tray=False)
    if current is None or not is_midway(table):
        return ""
    if event.count is None:
        return ASKED
    told = _stacks_told(table, waiting)
    if event.count == told or not _is_in_play(current):
        return ""
    lost = _lost_of_deck(table, current, event.count - told)
    if lost is None or table.hold is not None or told > stacks_out(current):
        return DISAGREES
    report(table, Irregular(DISAGREES, seen=counts(event, table, waiting)), lost)
    return ""


def _lost_of_deck(table: TableState, current: RoundState, more: int) -> Event | None:
    """The one report that explains the difference, for the floor to accept; None without one."""
    colour = colour_in_play(table)
    if more == 1 and is_open(current):
        number, count = stacks_out(current) + 1, due_stack(table, current).cards
        return StackDispensed(stack=number, count=count, colour=colour)
    if more == -stacks_out(current) and "unload" in current.open_steps:
        return DeckUnloaded(colour=colour, count=cards_left(table, current))
    return None


def _stacks_told(table: TableState, waiting: Iterable[Event]) -> int:
    current = table.round
    late = sum(isinstance(event, StackDispensed) for event in waiting)
    return late + (stacks_out(current) if current else 0)


def _is_in_play(current: RoundState) -> bool:
    return is_open(current) or "unload" in current.open_steps
