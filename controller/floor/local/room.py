"""A room of emulated tables: their files, and the processes of each."""

import re
from collections.abc import Callable
from pathlib import Path
from typing import Final, NamedTuple, Self

from config.table import Table, read_table
from controller.process.supervisor import underfelt

# One table of each, in this order, and then from the beginning.
GAMES: Final = (
    "baccarat",
    "three-card",
    "fortune",
    "twenty-one",
    "holdem",
    "tiles",
    "pan9",
    "caribbean",
    "supreme",
    "machine-fortune",
    "barcode",
    "by-hand",
)


def table_text(
    shipped: str, name: str, room: str, nats: str, seed: int, wall: Path | None = None
) -> str:
    """A shipped table file under another name, with a floor and cards of its own.

    People at the wall whose key is in a file may rule at it.
    """
    named = re.sub(r'^id = ".*"$', f'id = "{name}"', shipped, count=1, flags=re.MULTILINE)
    if "[emulation]" in named:
        named = re.sub(r"^seed = .*$\n", "", named, flags=re.MULTILINE)
        named = named.replace("[emulation]", f"[emulation]\nseed = {seed}")
    else:
        named += f"\n[emulation]\nseed = {seed}\n"
    trusted = "" if wall is None else f'wall_key = "{wall}"\n'
    return f'{named}\n[floor]\nroom = "{room}"\nservers = ["{nats}"]\n{trusted}'


def floor_text(room: str, nats: str, monitoring: str, database: str, port: int) -> str:
    """A floor file."""
    return (
        f'rooms = ["{room}"]\ndatabase = "{database}"\n\n'
        f'[nats]\nservers = ["{nats}"]\nmonitoring = "{monitoring}"\n\n[pages]\nport = {port}\n'
    )


class EmulatedTable(NamedTuple):
    """A table whose devices are emulated, without screens."""

    name: str
    table: Table
    file: Path
    folder: Path

    @classmethod
    def of(cls, name: str, file: Path, folder: Path) -> Self:
        """The table of a file; its record and sockets are in the folder."""
        return cls(name, read_table(file), file, folder)

    @property
    def sockets(self) -> Path:
        """Where its processes meet."""
        return self.folder / "run"

    def commands(self, pace: float | None) -> dict[str, list[str]]:
        """Its processes: daemon, emulated devices with their dealer, drivers, bridge."""
        shared = ["--table", str(self.file), "--run-dir", str(self.sockets), "--supervised"]
        state = ["--state-dir", str(self.folder)]
        speed = [] if pace is None else ["--pace", str(pace)]
        found = {
            "daemon": underfelt("daemon", *state, *shared),
            "emulate": underfelt("emulate", *shared, *speed),
        }
        for device, entry in self.table.devices.items():
            if device not in self.table.page_devices and entry.emulator:
                found[device] = underfelt("driver", device, *shared)
        return found | {"bridge": underfelt("floor-bridge", *state, *shared)}

    def ports(self) -> dict[str, Path]:
        """What drivers of emulated devices and the bridge wait for."""
        from drivers.runtime.place import device_path

        devices = {
            name: device_path(self.sockets, name)
            for name, entry in self.table.devices.items()
            if entry.emulator
        }
        return devices | {"bridge": self.folder / "journal.sqlite"}

    def say(self, say: Callable[[str], None]) -> Callable[[str], None]:
        """What its processes say, under its name."""
        return lambda line: say(f"{self.name} {line}")
