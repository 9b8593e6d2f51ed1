"""One device of a table is real, at a port of its own; the emulated dealer plays around it."""

import asyncio
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path

import pytest

from config.table import TABLES
from controller.families.dealer import dealer_of
from controller.families.opening import rules_of
from controller.families.tables import load_table
from drivers.emulate.dealer import HouseDealer
from drivers.emulate.emulators import Emulators
from drivers.runtime.place import device_path
from tests.loopback import free_port
from tests.system.processes import short_folder

STRETCH = 0.01
ROUNDS = 3
# Every kind as the real one, at a table that needs it.
REAL = {
    "shoe-1": "baccarat",
    "shuffler-1": "three-card",
    "dice-cup-1": "fortune",
    "pad-1": "three-card",
    "lamps-1": "three-card",
}


def with_a_port(table: str, device: str, port: Path, folder: Path) -> Path:
    """The table file in which this device is plugged in here."""
    text = (TABLES / f"emulated-{table}.toml").read_text("utf-8")
    section = f"[devices.{device}]"
    before, rest = text.split(section)
    real = rest.replace('source = "emulated"', f'source = "serial"\nport = "{port}"', 1)
    file = folder / "mixed.toml"
    desk = f"\n[desk]\nport = {free_port()}\n"
    file.write_text(f"{before}{section}{real}{desk}", encoding="utf-8")
    return file


@contextmanager
def somebody_at(table: Path, device: str, kind: str, run_dir: Path, place: Path) -> Iterator[None]:
    """The real device: a process apart in all but name, with somebody who plays on it alone."""
    loaded = load_table(table)
    loop = asyncio.new_event_loop()
    thread = threading.Thread(target=loop.run_forever)
    thread.start()
    decks = loaded.table.emulation.decks or loaded.game.cards.decks[1]
    seed = loaded.table.emulation.seed

    async def begin() -> "asyncio.Task[None]":
        devices = Emulators(place, {device: kind}, seed, STRETCH)
        await devices.start()
        stack.append(devices)
        policy = partial(dealer_of, rules_of(loaded), decks=decks)
        person = HouseDealer(devices, run_dir, (device,), decks, seed, STRETCH, policy)
        return loop.create_task(person.play())

    async def end(playing: "asyncio.Task[None]") -> None:
        playing.cancel()
        await asyncio.gather(playing, return_exceptions=True)
        await stack.pop().stop()

    stack: list[Emulators] = []
    playing = asyncio.run_coroutine_threadsafe(begin(), loop).result()
    try:
        yield
    finally:
        asyncio.run_coroutine_threadsafe(end(playing), loop).result()
        loop.call_soon_threadsafe(loop.stop)
        thread.join()
        loop.close()


def played(device: str, table: str, rounds: int) -> "subprocess.CompletedProcess[str]":
    with short_folder() as name:
        folder = Path(name)
        place, run_dir = folder / "real", folder / "run"
        file = with_a_port(table, device, device_path(place, device), folder)
        kind = load_table(file).table.devices[device].kind
        words = ["run", "--table", file, "--state-dir", folder / "state", "--run-dir", run_dir]
        words += ["--pace", str(1 / STRETCH), "--until", rounds, "--port", free_port()]
        with somebody_at(file, device, kind, run_dir, place):
            return subprocess.run(
                [sys.executable, "-m", "controller", *map(str, words)],
                capture_output=True,
                text=True,
                timeout=110,
            )


@pytest.mark.long
@pytest.mark.timeout(120)
@pytest.mark.parametrize("device", REAL)
def test_rounds_are_played_with_one_real_device_among_emulated_ones(device: str) -> None:
    done = played(device, REAL[device], ROUNDS)
    assert done.returncode == 0, done.stderr + done.stdout[-3000:]
    assert "HELD" not in done.stdout
    assert "StopIteration" not in done.stderr
