"""Every emulator of a table, in one asyncio process."""

from collections.abc import Mapping
from pathlib import Path
from random import Random
from typing import Final

from drivers.dice_cup.camera_emulator import CameraCupEmulator
from drivers.dice_cup.emulator import DiceCupEmulator
from drivers.emulate.control import ControlSocket
from drivers.emulator.device import EmulatedDevice, EmulatorError
from drivers.entry_pad.emulator import EntryPadEmulator
from drivers.lamps.emulator import LampsEmulator
from drivers.runtime.place import device_path
from drivers.shoe.barcode_emulator import BarcodeShoeEmulator
from drivers.shoe.camera_emulator import CameraShoeEmulator
from drivers.shoe.emulator import ShoeEmulator
from drivers.shuffler.emulator import ShufflerEmulator

EMULATORS: Final[Mapping[str, type[EmulatedDevice]]] = {
    emulator.kind: emulator
    for emulator in (
        ShoeEmulator,
        ShufflerEmulator,
        DiceCupEmulator,
        EntryPadEmulator,
        LampsEmulator,
    )
}
# Another make of a kind, under `kind/source` of the table file; it speaks no wire document.
VARIANTS: Final[Mapping[str, type[EmulatedDevice]]] = {
    "shoe/barcode": BarcodeShoeEmulator,
    "shoe/camera": CameraShoeEmulator,
    "dice-cup/camera": CameraCupEmulator,
}
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


def _build(run_dir: Path, device: str, kind: str, seed: int, stretch: float) -> EmulatedDevice:
    emulator = EMULATORS.get(kind) or VARIANTS.get(kind)
    if emulator is None:
        raise EmulatorError(
            f"{device}: no emulator for kind {kind}; use one of {', '.join(EMULATORS)}"
        )
    return emulator(device, device_path(run_dir, device), Random(f"{seed}/{device}"), stretch)
