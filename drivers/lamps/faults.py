"""What can be wrong with lamps."""

from typing import Final

from drivers.emulator.fault import Fault
from drivers.emulator.fault_entry import FaultEntry
from drivers.wire.codec import wire_message

STUCK_SEAT: Final = 1


class StuckLamp(Fault):
    """A lamp stays dark; seat 1's action lamp."""

    def begin(self) -> None:
        """Let the lamp stick."""
        report = wire_message("lamp_stuck", lamp="action", seat=STUCK_SEAT)
        self.target.act("stick", report, lamp="action", seat=STUCK_SEAT)

    def end(self) -> None:
        """Let the lamp follow its orders again."""
        self.target.act("free", None, lamp="action", seat=STUCK_SEAT)


FAULTS: Final = (FaultEntry("stuck-lamp", StuckLamp, "seat 1's action lamp stays dark"),)
