"""What can be wrong with a tilt sensor."""

from typing import Final

from drivers.emulator.fault import Fault
from drivers.emulator.fault_entry import FaultEntry
from drivers.wire.codec import WireMessage

HARDEST: Final = 4000


class StuckScale(Fault):
    """The measure sticks at its end: every bump is the hardest."""

    def emitted(self, message: WireMessage) -> list[WireMessage]:
        """Report the end of the scale."""
        return [WireMessage(message.name, {**message.fields, "strength": HARDEST})]


FAULTS: Final = (FaultEntry("stuck-scale", StuckScale, "every bump is the hardest"),)
