"""What can be wrong with an entry pad."""

from typing import Final

from drivers.emulator.fault import Fault
from drivers.emulator.fault_entry import FaultEntry
from drivers.wire.codec import WireMessage, wire_message


class StuckKey(Fault):
    """A key comes up too late: every press is a long one."""

    def emitted(self, message: WireMessage) -> list[WireMessage]:
        """Call the press long."""
        if message.name != "key_pressed":
            return [message]
        return [wire_message("key_pressed", key=message.text("key"), press="long")]


class Bounce(Fault):
    """A key bounces: one press counts as two."""

    def emitted(self, message: WireMessage) -> list[WireMessage]:
        """Report the press twice."""
        return [message] * (2 if message.name == "key_pressed" else 1)


FAULTS: Final = (
    FaultEntry("stuck-key", StuckKey, "every press is a long one"),
    FaultEntry("bounce", Bounce, "one press counts as two"),
)
