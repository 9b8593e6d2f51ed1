"""Tests of devices: the table waits, and what the device says meanwhile is not played."""

from typing import Final

from pydantic import ValidationError

from controller.facts.decisions import HoldReleased, TableHeld
from controller.facts.events import (
    EVENT,
    CardDrawn,
    CardUnreadable,
    DeckLoaded,
    DeckShuffled,
    DeckUnloaded,
    DeviceTestEnded,
    DeviceTestSeen,
    DeviceTestStarted,
    Event,
)
from controller.facts.events.trials import TESTED
from controller.facts.phrase import Phrase, phrase, seen
from controller.table import decks, missing, shoe
from controller.table.state import Hold, TableState

TESTED_KINDS: Final = frozenset({"shoe", "shuffler", "dice-cup", "entry-pad", "lamps"})


def why_not_now(table: TableState) -> Phrase | None:
    """Why a device cannot be tried now: between rounds and on hold it disturbs nobody."""
    return phrase("test-mid-round") if table.hold is None and missing.is_midway(table) else None


def start(table: TableState, event: DeviceTestStarted) -> None:
    """The table waits, unless it does already."""
    if table.hold is None:
        table.hold = Hold(TESTED, seen(event), released_by="device_test_ended")
        table.decide(TableHeld(name=TESTED))


def see(table: TableState, event: DeviceTestSeen) -> None:
    """A card that was drawn for the test has left the shoe all the same; so it is with decks."""
    match _told(event.content):
        case CardDrawn(card=card):
            shoe.account(table, card)
        case CardUnreadable():
            shoe.account_unread(table)
        case DeckLoaded() | DeckShuffled() | DeckUnloaded() as told:
            decks.tried(table, told)


def _told(content: str) -> Event | None:
    """The event that a device told of; a text that is none moved no card."""
    try:
        return EVENT.validate_json(content)
    except ValidationError:
        return None


def end(table: TableState, event: DeviceTestEnded) -> None:
    """The table goes on, if it waited for nothing else."""
    if table.hold is not None and table.hold.name == TESTED:
        table.hold = None
        table.decide(HoldReleased(name=TESTED, by=event.by, ruling="resume"))
