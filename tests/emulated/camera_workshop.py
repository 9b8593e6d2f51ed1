"""An emulated camera, the real vision process behind it, and the ordinary driver in a thread."""

import asyncio
import os
import signal
import sys
import threading
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Generic, TypeVar

from config.table import TABLES
from config.words.reasons import in_english
from controller.facts.events import DeviceLost, Event
from drivers.camera.emulator import CameraEmulator
from drivers.camera.status import CameraPlace
from drivers.dice_cup.camera_emulator import CameraCupEmulator
from drivers.dice_cup.protocol import DiceCupProtocol
from drivers.runtime.device_protocol import DeviceProtocol
from drivers.runtime.place import device_path
from drivers.runtime.relay import Relay
from drivers.runtime.stop_switch import StopSwitch
from drivers.shoe.camera_emulator import CameraShoeEmulator
from drivers.shoe.protocol import ShoeProtocol
from tests.emulated.conftest import DaemonInProcess

Camera = TypeVar("Camera", bound=CameraEmulator)


class CleanShoe(CameraShoeEmulator):
    """Shows clean pictures: the way of an event is on trial, hard pictures are tried elsewhere."""

    levels = ("clean",)


@dataclass(frozen=True)
class CameraKind(Generic[Camera]):
    """A camera device, who stands for it, and the driver's side of it."""

    device: str
    emulator: type[Camera]
    table: Path
    protocol: Callable[[], DeviceProtocol]


SHOE = CameraKind("shoe-1", CleanShoe, TABLES / "emulated-cameras.toml", ShoeProtocol)
CUP = CameraKind(
    "dice-cup-1", CameraCupEmulator, TABLES / "emulated-cameras-dice.toml", DiceCupProtocol
)


class CameraWorkshop(Generic[Camera]):
    """One camera device from the lens to the bus."""

    def __init__(self, folder: Path, daemon: DaemonInProcess, which: CameraKind[Camera]) -> None:
        self.folder = folder
        self.daemon = daemon
        self.device, self.table = which.device, which.table
        self.port = device_path(folder, self.device)
        self.emulator = which.emulator(self.device, self.port, Random(7), 0.0)
        self.process: asyncio.subprocess.Process | None = None
        self._stop = StopSwitch()
        self._protocol = which.protocol
        self._driver = threading.Thread(target=self._drive)

    def _drive(self) -> None:
        place = CameraPlace(self.device, self.port)
        relay = Relay(
            self.device,
            self._protocol(),
            place,
            self.daemon,
            self._stop,
            open_port=place.open_port,
            digest_of=place.digest_of,
        )
        relay.run()

    async def __aenter__(self) -> "CameraWorkshop[Camera]":
        await self.emulator.start()
        await self.start_process()
        # A driver complains of a device that takes long to appear; here nobody wants to hear it.
        await self.until(self.port.exists)
        self._driver.start()
        await self.until(lambda: self.emulator.is_linked)
        return self

    async def __aexit__(self, *_: object) -> None:
        self._stop.throw()
        await asyncio.to_thread(self._driver.join, 10)
        assert not self._driver.is_alive()
        self._stop.close()
        await self.end_process(signal.SIGTERM)
        await self.emulator.stop()

    async def start_process(self, *options: str, table: Path | None = None) -> None:
        """Start the vision process."""
        words = ["camera", self.device, "--table", table or self.table, "--run-dir", self.folder]
        words += ["--state-dir", self.folder / "state", *options]
        self.process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "controller", *map(str, words)),
            env={name: value for name, value in os.environ.items() if name != "STATE_DIRECTORY"},
            stderr=asyncio.subprocess.DEVNULL,
        )

    async def end_process(self, number: signal.Signals) -> int:
        """End the vision process by a signal; gives its exit code."""
        assert self.process is not None
        if self.process.returncode is None:
            self.process.send_signal(number)
        return await self.process.wait()

    async def until(self, is_so: Callable[[], bool]) -> None:
        """Wait until something is so; the test's own time limit ends a vain wait."""
        while not is_so():
            await asyncio.sleep(0.005)

    async def events(self, count: int) -> list[Event]:
        """What the device reported, once so much has come."""
        await self.until(lambda: len(self.daemon.events()) >= count)
        return list(self.daemon.events())

    def notes(self) -> list[Event]:
        """What the driver noticed of the device."""
        return list(self.daemon.notes())

    async def lost(self, words: str) -> None:
        """Wait until the device is reported as lost for a reason with these words."""
        await self.until(lambda: any(words in reason for reason in self._reasons()))

    def _reasons(self) -> list[str]:
        return [in_english(n.reason) for n in self.notes() if isinstance(n, DeviceLost)]


def words_of(events: list[Event]) -> list[str]:
    """Events as short words: the card, the reason, else the kind."""
    return [str(getattr(e, "card", getattr(e, "reason", e.kind))) for e in events]
