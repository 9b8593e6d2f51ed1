"""A camera device to try a suite on: an emulated camera, and the vision process that watches."""

import asyncio
import subprocess
import sys
import tempfile
import threading
from collections.abc import Coroutine, Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import Final

from config.table import TABLES
from drivers.conformance.emulated import EmulatedSubject
from drivers.conformance.hands import EmulatorHands
from drivers.emulate.emulators import emulator_of
from drivers.runtime.place import device_path
from drivers.shoe.camera_emulator import CameraShoeEmulator

SUBJECTS: Final = {
    "shoe": ("shoe-1", TABLES / "emulated-cameras.toml"),
    "dice-cup": ("dice-cup-1", TABLES / "emulated-cameras-dice.toml"),
}
# The start of the process and its first look at the view before anything moves.
SETTLING_S: Final = 1.0
GLANCE_S: Final = 0.05
START_GLANCES: Final = 400


@contextmanager
def camera_subject(kind: str) -> Iterator[EmulatedSubject]:
    """Run the emulated camera of a kind and its real vision process while the block lasts."""
    device, table = SUBJECTS[kind]
    loop = asyncio.new_event_loop()
    thread = threading.Thread(target=loop.run_forever, name=f"camera {kind}")
    thread.start()

    def call(work: Coroutine[None, None, None]) -> None:
        asyncio.run_coroutine_threadsafe(work, loop).result()

    try:
        with tempfile.TemporaryDirectory(prefix="uf-") as folder:
            port = device_path(Path(folder), device)
            emulator = emulator_of(f"{kind}/camera")(device, port, Random(1), 0.0)
            if isinstance(emulator, CameraShoeEmulator):
                # The suite tries the wire: a card it cannot read would look like a fault of it.
                emulator.levels = ("clean",)
            call(emulator.start())
            watcher = _start_watcher(device, table, Path(folder))
            try:
                call(_until_there(port))
                yield EmulatedSubject(port, EmulatorHands(emulator, loop), emulator)
            finally:
                watcher.terminate()
                watcher.wait()
                call(emulator.stop())
    finally:
        loop.call_soon_threadsafe(loop.stop)
        thread.join()
        loop.close()


def _start_watcher(device: str, table: Path, folder: Path) -> "subprocess.Popen[bytes]":
    words = [
        "camera",
        device,
        "--table",
        table,
        "--run-dir",
        folder,
        "--state-dir",
        folder / "state",
    ]
    command = [sys.executable, "-m", "controller", *map(str, words), "--supervised"]
    return subprocess.Popen(command, stderr=subprocess.DEVNULL)


async def _until_there(port: Path) -> None:
    # A process that does not start is the suite's to complain of: the port is not there.
    for _ in range(START_GLANCES):
        if port.exists():
            break
        await asyncio.sleep(GLANCE_S)
    await asyncio.sleep(SETTLING_S)
