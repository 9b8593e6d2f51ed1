"""What can be wrong with a dice cup."""

from typing import Final

from drivers.emulator.fault import Fault
from drivers.emulator.fault_entry import FaultEntry
from drivers.emulator.physical_faults import MISREAD
from drivers.wire.codec import WireMessage, wire_message


class CockedDice(Fault):
    """A die always leans against the wall."""

    def emitted(self, message: WireMessage) -> list[WireMessage]:
        """Say that a die is cocked."""
        if message.name != "dice_read":
            return [message]
        return [wire_message("dice_unreadable", reason="cocked")]


FAULTS: Final = (
    MISREAD,
    FaultEntry("cocked-dice", CockedDice, "a die always leans"),
)
