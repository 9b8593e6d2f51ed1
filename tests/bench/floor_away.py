"""The table beside its floor: a card's way to the feed while the floor is up, away, or flapping.

By turns with the same table without a bridge, lap after lap, so that what else the machine does
meets every state. The table alone is measured twice in each lap: how far the two are apart is the
noise of the run, and what a state may differ from it.
"""

import asyncio
import math
import os
import re
import sys
import tempfile
import time
from collections.abc import AsyncIterator
from contextlib import ExitStack, asynccontextmanager, suppress
from pathlib import Path
from urllib.error import URLError
from urllib.request import urlopen

import zmq

from controller.floor.local.nats_server import NatsServer, free_port
from tests.bench.event_path import RealPath, _context, _real_commands, running
from tests.bench.figures import Figure, percentile, say

CARDS = int(os.environ.get("UNDERFELT_BENCH_CARDS", "100"))
LAPS = int(os.environ.get("UNDERFELT_BENCH_LAPS", "6"))
PAUSE_S = 0.01
FLAP_S = 0.7
BEAT_S = 0.5
PATIENCE_S = 120.0
# What nobody at a table would feel is no change, however still the machine.
LEAST_NOISE = 1.25
# The last lap's bridge was heard longer ago: its floor went away before the table's cards.
HEARD_S = 2
# The bridge as its unit runs it; the floor, elsewhere a machine of its own, likewise.
NICE = "5"


def measure() -> list[Figure]:
    """One line for each state of the floor."""
    say(f"floor away: {LAPS} laps of {CARDS} cards alone, floor up, away, flapping, alone again")
    times = asyncio.run(_measured())
    alone, again = times.pop("alone"), times.pop("again")
    before, after = percentile(alone, 99), percentile(again, 99)
    noise = max(LEAST_NOISE, before / after, after / before)
    base = percentile([*alone, *again], 99)
    say(f"alone {before * 1000:.2f} ms, alone again {after * 1000:.2f} ms")
    return [_figure(state, percentile(each, 99), base, noise) for state, each in times.items()]


def _figure(state: str, ours: float, base: float, noise: float) -> Figure:
    ratio = ours / base
    return Figure(
        f"table's p99, floor {state}",
        f"{ours * 1000:.2f} ms",
        f"{base * 1000:.2f} ms (no bridge)",
        ratio,
        f"at most {noise:.2f}",
        ratio <= noise,
    )


async def _measured() -> dict[str, list[float]]:
    times: dict[str, list[float]] = {}
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="uf-")))
        context: zmq.Context[zmq.Socket[bytes]] = stack.enter_context(_context())
        real, nats = RealPath(folder, context), NatsServer(folder / "nats")
        for command in _real_commands(folder):
            stack.enter_context(running(command))
        stack.callback(nats.kill)
        await real.start()
        async with _heard(real):
            for _ in range(LAPS):
                times.setdefault("alone", []).extend(await _cards(real))
                async for state, each in _beside_a_floor(real, nats, folder):
                    times.setdefault(state, []).extend(each)
                times.setdefault("again", []).extend(await _cards(real))
        await real.shoe.stop()
    return times


async def _beside_a_floor(
    real: RealPath, nats: NatsServer, folder: Path
) -> AsyncIterator[tuple[str, list[float]]]:
    await asyncio.to_thread(nats.start)
    port = free_port()
    floor, bridge = _floor_commands(folder, nats, port)
    processes = ExitStack()
    try:
        for command in (floor, bridge):
            processes.enter_context(running(command))
        await _rows_arrive(port)
        yield "up", await _cards(real)
        nats.kill()
        yield "down", await _cards(real)
        async with _flapping(nats):
            yield "flapping", await _cards(real)
    finally:
        nats.kill()
        # Waited for elsewhere: a pad and a shoe that say nothing meanwhile are lost to the table.
        await asyncio.to_thread(processes.close)


async def _cards(real: RealPath) -> list[float]:
    times = []
    for _ in range(CARDS):
        times.append(await real.card())
        await asyncio.sleep(PAUSE_S)
    return times


@asynccontextmanager
async def _heard(real: RealPath) -> AsyncIterator[None]:
    """The pad goes on to beat, however long the floor takes to start."""

    async def beat() -> None:
        while True:
            real.beat()
            await asyncio.sleep(BEAT_S)

    task = asyncio.create_task(beat())
    try:
        yield
    finally:
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)


@asynccontextmanager
async def _flapping(nats: NatsServer) -> AsyncIterator[None]:
    """NATS comes and goes, over and over."""

    async def flap() -> None:
        while True:
            await asyncio.to_thread(nats.start)
            await asyncio.sleep(FLAP_S)
            nats.kill()
            await asyncio.sleep(FLAP_S)

    task = asyncio.create_task(flap())
    try:
        yield
    finally:
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)


def _floor_commands(folder: Path, nats: NatsServer, port: int) -> tuple[list[str], list[str]]:
    table, file = folder / "table.toml", folder / "floor.toml"
    linked = folder / "linked.toml"
    linked.write_text(f'{table.read_text()}\n[floor]\nroom = "bench"\nservers = ["{nats.url}"]\n')
    file.write_text(
        f'rooms = ["bench"]\ndatabase = "sqlite:{folder / "floor.sqlite"}"\n[nats]\n'
        f'servers = ["{nats.url}"]\nmonitoring = "{nats.monitoring}"\n[pages]\nport = {port}\n'
    )
    places = ["--run-dir", str(folder / "run"), "--state-dir", str(folder / "state")]
    return (
        [*_ours("floor"), "--file", str(file)],
        [*_ours("floor-bridge"), "--table", str(linked), *places],
    )


def _ours(name: str) -> list[str]:
    return ["nice", "-n", NICE, sys.executable, "-m", "controller", name]


async def _rows_arrive(port: int) -> None:
    """Until the bridge of this lap was heard, and the floor keeps all there is."""
    deadline = time.monotonic() + PATIENCE_S
    while time.monotonic() < deadline:
        with suppress(URLError, OSError):
            told = await asyncio.to_thread(_told, port)
            if _figure_of("silent_seconds", told) < HEARD_S and not _figure_of("behind_rows", told):
                return
        await asyncio.sleep(0.2)
    raise RuntimeError("no row reaches the floor; try underfelt floor demo")


def _figure_of(name: str, told: bytes) -> float:
    found = re.search(rf"^underfelt_table_{name}{{[^}}]*}} (\S+)$", told.decode(), re.MULTILINE)
    return float(found.group(1)) if found else math.inf


def _told(port: int) -> bytes:
    with urlopen(f"http://127.0.0.1:{port}/metrics", timeout=5) as answer:
        found: bytes = answer.read()
        return found
