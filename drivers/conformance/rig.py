"""A rig: real devices, named in a table file, that the suite can be run on."""

from dataclasses import dataclass
from pathlib import Path

from config.device import SerialEntry
from config.document import read_document
from config.table import Table
from drivers.finding.matched_place import MatchedPlace


@dataclass(frozen=True, slots=True)
class RigDevice:
    """One device of a rig."""

    name: str
    entry: SerialEntry

    @property
    def kind(self) -> str:
        """The device's kind."""
        return self.entry.kind

    def port(self) -> Path:
        """Where it is now; PortError when nothing or too much fits its match."""
        if self.entry.match is not None:
            return MatchedPlace(self.entry.match).find()
        return Path(str(self.entry.port))


def read_rig(file: Path) -> tuple[RigDevice, ...]:
    """The devices of a rig file that speak the wire; DocumentError names every problem."""
    # Not through the game: a rig may hold one device only.
    devices = read_document(file).build(Table).devices
    return tuple(
        RigDevice(name, entry) for name, entry in devices.items() if isinstance(entry, SerialEntry)
    )
