"""Faults of parts that several kinds have: a device keeps to the wire and tells what is not so."""

from typing import Final

from drivers.emulator.fault import Fault
from drivers.emulator.fault_entry import FaultEntry
from drivers.wire.codec import WireMessage, wire_message

UNREADABLE: Final = {"card_drawn": "card_unreadable", "dice_read": "dice_unreadable"}


class Misread(Fault):
    """So many cards or throws cannot be read."""

    def emitted(self, message: WireMessage) -> list[WireMessage]:
        """Say that nothing was read."""
        unreadable = UNREADABLE.get(message.name)
        if unreadable is None or not self.strikes():
            return [message]
        return [wire_message(unreadable, reason="unread")]


class DoubleEvent(Fault):
    """One thing that happened is reported as two."""

    def emitted(self, message: WireMessage) -> list[WireMessage]:
        """Report it twice."""
        return [message, message]


class MissEvent(Fault):
    """A sensor is blind: this share of the events is not noticed."""

    def emitted(self, message: WireMessage) -> list[WireMessage]:
        """Report nothing."""
        return [] if self.strikes() else [message]


MISREAD: Final = FaultEntry("misread", Misread, "readings fail", "percent")
