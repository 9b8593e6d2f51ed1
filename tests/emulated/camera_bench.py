"""An emulated camera, the real vision process behind it, and the ordinary driver in a thread."""

import asyncio
import os
import signal
import sys
import threading
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

from config.table import TABLES
from controller.facts.events import DeviceLost, Event
from drivers.camera.status import CameraPlace
from drivers.dice_cup.protocol import DiceCupProtocol
from drivers.emulate.emulators import emulator_of
from drivers.runtime.place import device_path
from drivers.runtime.relay import Relay
from drivers.runtime.stop_switch import StopSwitch
from drivers.shoe.protocol import ShoeProtocol

SHOE = ("shoe-1", "shoe/camera", TABLES / "emulated-cameras.toml", ShoeProtocol)
CUP = ("dice-cup-1", "dice-cup/camera", TABLES / "emulated-cameras-dice.toml", DiceCupProtocol)


class CameraBench:
    """One camera device from the lens to the bus."""

    def __init__(self, folder: Path, daemon: Any, which: tuple[Any, ...] = SHOE) -> None:
        self.folder = folder
        self.daemon = daemon
        self.device, variant, self.table, protocol = which
        self.port = device_path(folder, self.device)
        emulator: Any = emulator_of(variant)(self.device, self.port, Random(7), 0.0)
        # What is on trial is the way of an event; reading hard pictures is tried elsewhere.
        emulator.levels = ("clean",)
        self.emulator: Any = emulator
        self.process: asyncio.subprocess.Process | None = None
        self._stop = StopSwitch()
        self._protocol = protocol
        self._driver = threading.Thread(target=self._drive)

    def _drive(self) -> None:
        place = CameraPlace(self.device, self.port)
        opening = place.open_port
        Relay(
            self.device, self._protocol(), place, self.daemon, self._stop, open_port=opening
        ).run()

    async def __aenter__(self) -> "CameraBench":
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
        await self.until(
            lambda: any(isinstance(n, DeviceLost) and words in n.reason for n in self.notes())
        )


def words_of(events: list[Event]) -> list[str]:
    """Events as short words: the card, the reason, else the kind."""
    return [str(getattr(e, "card", getattr(e, "reason", e.kind))) for e in events]
