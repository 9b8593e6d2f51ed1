"""Every emulator of a table, in one asyncio process."""

from collections.abc import Mapping
from pathlib import Path
from random import Random
from typing import Final

from drivers.emulate.control import ControlSocket
from drivers.emulator.device import EmulatedDevice, EmulatorError
from drivers.emulator.truth import TruthFile
from drivers.kinds import part_of
from drivers.runtime.place import device_path

CONTROL_SOCKET: Final = "emulators.sock"


class Emulators:
    """Emulators by device id, each at `<run_dir>/devices/<id>`, and their control socket."""

    def __init__(
        self, run_dir: Path, devices: Mapping[str, str], seed: int, stretch: float
    ) -> None:
        self._run_dir = run_dir
        self._emulators = {
            device: _build(run_dir, device, kind, seed, stretch) for device, kind in devices.items()
        }
        self._control = ControlSocket(run_dir / CONTROL_SOCKET, self.emulator)

    def keep_truth(self, path: Path) -> None:
        """Note in a file what every device truly does, before anybody is told."""
        truth = TruthFile(path)
        for emulator in self._emulators.values():
            emulator.keep_truth(truth)

    async def start(self) -> None:
        """Plug every device in and listen for physical actions."""
        self._run_dir.mkdir(parents=True, exist_ok=True)
        for emulator in self._emulators.values():
            await emulator.start()
        await self._control.start()

    async def stop(self) -> None:
        """Pull every cable and remove every name."""
        await self._control.stop()
        for emulator in self._emulators.values():
            await emulator.stop()

    def emulator(self, device: str) -> EmulatedDevice:
        """The emulator of one device."""
        found = self._emulators.get(device)
        if found is None:
            known = ", ".join(self._emulators) or "none"
            raise EmulatorError(f"no emulated device {device}; there are: {known}")
        return found


def emulator_of(emulator: str) -> type[EmulatedDevice]:
    """The emulator of a kind; of another make that speaks no wire document, by `kind/source`."""
    kind, _, source = emulator.partition("/")
    found: type[EmulatedDevice]
    found = part_of(kind, f"{source}_emulator" if source else "emulator").EMULATOR
    return found


def _build(run_dir: Path, device: str, kind: str, seed: int, stretch: float) -> EmulatedDevice:
    emulator = emulator_of(kind)
    return emulator(device, device_path(run_dir, device), Random(f"{seed}/{device}"), stretch)
