"""One driver process: back after a replug, and what it costs while nothing happens."""

import asyncio
import os
import sys
import tempfile
import time
from contextlib import ExitStack
from pathlib import Path
from random import Random

from config.table import DEFAULT_TABLE
from drivers.runtime.place import device_path
from drivers.runtime.pty_device import READY_S
from drivers.shoe.emulator import ShoeEmulator
from tests.bench.event_path import running
from tests.bench.figures import Figure, median, say

REPLUGS = 40
IDLE_S = 30.0
LINKED_S = 20.0


def measure() -> list[Figure]:
    """Replug an emulated shoe under a real driver and daemon, then leave both alone."""
    return asyncio.run(_measure())


async def _measure() -> list[Figure]:
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="uf-")))
        run = folder / "run"
        ours = [sys.executable, "-m", "controller"]
        places = ["--table", str(DEFAULT_TABLE), "--run-dir", str(run)]
        daemon = [*ours, "daemon", *places, "--state-dir", str(folder / "state")]
        stack.enter_context(running(daemon))
        driver = stack.enter_context(running([*ours, "driver", "shoe-1", *places]))
        shoe = ShoeEmulator("shoe-1", device_path(run, "shoe-1"), Random(1), 0.0)
        await shoe.start()
        await _linked(shoe)
        figures = [await _replugs(shoe), *await _idle(driver.pid)]
        await shoe.stop()
    return figures


async def _linked(shoe: ShoeEmulator) -> None:
    deadline = time.monotonic() + LINKED_S
    while not shoe.is_linked:
        if time.monotonic() > deadline:
            raise RuntimeError("the driver does not link; try underfelt run")
        await asyncio.sleep(0.001)


async def _replugs(shoe: ShoeEmulator) -> Figure:
    say(f"reconnect: {REPLUGS} replugs of the shoe")
    ready = READY_S
    times = []
    for _ in range(REPLUGS):
        await shoe.unplug()
        await asyncio.sleep(0.1)
        started = time.perf_counter()
        await shoe.replug()
        await _linked(shoe)
        times.append(time.perf_counter() - started)
    took = median(times)
    worst = f"{took * 1000:.0f} ms, worst {max(times) * 1000:.0f}"
    ratio = took / ready
    return Figure(
        "reconnect", worst, f"{ready * 1000:.0f} ms ready", ratio, "at most 3", ratio <= 3
    )


async def _idle(pid: int) -> list[Figure]:
    say(f"driver: resident memory, and CPU over {IDLE_S:.0f} idle seconds")
    before = cpu_s(pid)
    await asyncio.sleep(IDLE_S)
    share = (cpu_s(pid) - before) / IDLE_S * 100
    return [
        Figure("driver, idle CPU", f"{share:.2f} %", "one core", None, "below 1 %", share < 1),
        Figure("driver, resident", f"{resident_mb(pid):.0f} MB", "", None, "", None),
    ]


def cpu_s(pid: int) -> float:
    """What a process has used of a core so far."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def resident_mb(pid: int) -> float:
    """The memory a process has now."""
    lines = Path(f"/proc/{pid}/status").read_text().splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith("VmRSS")) / 1024
