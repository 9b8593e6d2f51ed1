"""The event path: a card over the shoe's sensor until its row is on the feed, after its commit.

The raw frames keep the cards' distances, and the table is asked for its board meanwhile, as it is
between cards: a disk and a processor that stood still for 60 ms take twice as long as after 10 ms,
for whichever path.
"""

import asyncio
import json
import os
import re
import subprocess
import sys
import tempfile
import time
import tty
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from itertools import pairwise
from pathlib import Path
from random import Random

import zmq

from config.table import DEFAULT_TABLE
from controller.bus.client import AnswersClient, DeskError, DeviceClient
from controller.bus.endpoints import endpoint
from controller.bus.messages import Heartbeat, Report
from controller.facts.board import Board
from controller.facts.events import BankAccepted, BetsClosed, CollectionTaken, Event, RoundSettled
from drivers.runtime.place import device_path
from drivers.shoe.emulator import CUT_CARD, ShoeEmulator
from tests.bench.figures import Figure, percentile, say

CARDS = 400
BLOCK = 40
PAUSE_S = 0.01
# Between two looks at the board.
GLANCE_S = 0.02
# Ends only a wait in vain.
PATIENCE_S = 120.0
FRAME = b"\x05" * 12 + b"\0"
PAD: dict[str, Event] = {
    "bank_accepted": BankAccepted(),
    "collection_taken": CollectionTaken(),
    "bets_closed": BetsClosed(),
    "round_settled": RoundSettled(),
}
BENCH = Path(__file__).parent


class TimedLine:
    """Notes when the emulator writes a frame: the path begins there, not in the emulated hand."""

    def __init__(self, shoe: ShoeEmulator) -> None:
        self.written_at = 0.0
        self._write = shoe._pty.write
        shoe._pty.write = self.write  # type: ignore[method-assign]

    def write(self, data: bytes) -> None:
        """Note the time and pass it on."""
        if data:
            self.written_at = time.perf_counter()
        self._write(data)


class RealPath:
    """A real emulator, a real driver process and a real daemon process."""

    def __init__(self, folder: Path, context: zmq.Context[zmq.Socket[bytes]]) -> None:
        self.run = folder / "run"
        self._table = AnswersClient(self.run)
        self._pad = DeviceClient(self.run, "pad-1", "entry-pad")
        self._keyed = 0
        # When each card's first frame was written.
        self.written: list[float] = []
        self.shoe = ShoeEmulator("shoe-1", device_path(self.run, "shoe-1"), Random(1), 0.0)
        self._line = TimedLine(self.shoe)
        self._feed = context.socket(zmq.SUB)
        self._feed.subscribe("entry")
        self._feed.connect(endpoint(self.run, "guarded"))

    async def start(self) -> None:
        """Wait until the daemon answers and the driver has linked."""
        await self.shoe.start()
        deadline = time.monotonic() + PATIENCE_S
        while not self.shoe.is_linked or self._board() is None:
            if time.monotonic() > deadline:
                raise RuntimeError("the table does not start; try underfelt run")
            await asyncio.sleep(0.05)

    async def card(self) -> float:
        """Play on to the next card, draw it, and time it to its row on the feed."""
        self.beat()
        await self._until_a_card_is_due()
        self._drain()
        while await self.shoe.draw() == CUT_CARD:
            await self._until_a_card_is_due()
            self._drain()
        self._await_card()
        took = time.perf_counter() - self._line.written_at
        self.written.append(self._line.written_at)
        while self.shoe.kept_events:
            await asyncio.sleep(0.001)
        return took

    async def watch(self, for_s: float) -> None:
        """Let time pass as between two cards: the board is asked for, the pad beats."""
        ends = time.monotonic() + for_s
        self.beat()
        while (left_s := ends - time.monotonic()) > 0:
            self._board()
            await asyncio.sleep(min(GLANCE_S, left_s))

    def beat(self) -> None:
        """A pad that says nothing for seconds is lost, and the table holds."""
        self._pad.send(Heartbeat(device="pad-1", boot=1, sequence=self._keyed))

    async def _until_a_card_is_due(self) -> None:
        deadline = time.monotonic() + PATIENCE_S
        while time.monotonic() < deadline:
            board = self._board()
            wanted = [item.event for item in board.expected] if board else []
            if "card_drawn" in wanted:
                return
            if "shoe_loaded" in wanted:
                await self.shoe.load(8)
            else:
                event = next((PAD[kind] for kind in wanted if kind in PAD), None)
                if event is not None:
                    self._keyed += 1
                    self._pad.send(
                        Report(device="pad-1", boot=1, sequence=self._keyed, event=event)
                    )
            await asyncio.sleep(GLANCE_S)
        raise RuntimeError("the table expects no card; is it on hold?")

    def _board(self) -> Board | None:
        try:
            return self._table.board()
        except DeskError:
            return None

    def _drain(self) -> None:
        while self._feed.poll(0):
            self._feed.recv_multipart()

    def _await_card(self) -> None:
        while self._feed.poll(int(PATIENCE_S * 1000)):
            event = json.loads(self._feed.recv_multipart()[1])["event"]
            if event is not None and event["kind"] == "card_drawn":
                return
        raise RuntimeError("no card came; is the table on hold?")


class RawPath:
    """The same hops with nothing in them."""

    def __init__(self, folder: Path, context: zmq.Context[zmq.Socket[bytes]]) -> None:
        self._master, slave = os.openpty()
        tty.setraw(slave)
        self.port = os.ttyname(slave)
        self._feed = context.socket(zmq.SUB)
        self._feed.subscribe("")
        self._feed.connect(f"ipc://{folder}/feed")

    def start(self) -> None:
        """Send until the first frame comes through."""
        while not self._feed.poll(200):
            os.write(self._master, FRAME)
        while self._feed.poll(500):
            self._feed.recv()

    def card(self) -> float:
        """Time one frame from the line to the feed."""
        started = time.perf_counter()
        os.write(self._master, FRAME)
        if not self._feed.poll(int(PATIENCE_S * 1000)):
            raise RuntimeError("the raw hops lost a frame")
        self._feed.recv()
        return time.perf_counter() - started


def measure() -> list[Figure]:
    """Alternate blocks of real cards and raw frames, and compare the medians."""
    say(f"event path: {CARDS} cards from the sensor to the feed, and as many raw frames")
    ours, raw = asyncio.run(_measure())
    return [_figure("event path, p50", ours, raw, 50), _figure("event path, p99", ours, raw, 99)]


def _figure(name: str, ours: list[float], raw: list[float], percent: int) -> Figure:
    mine, floor = percentile(ours, percent), percentile(raw, percent)
    ratio = mine / floor
    target, is_met = ("at most 1.6", ratio <= 1.6) if percent == 50 else ("", None)
    return Figure(name, f"{mine * 1000:.2f} ms", f"{floor * 1000:.2f} ms", ratio, target, is_met)


async def _measure() -> tuple[list[float], list[float]]:
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="uf-")))
        context = stack.enter_context(_context())
        real, raw = RealPath(folder, context), RawPath(folder, context)
        for command in (*_real_commands(folder), *_raw_commands(folder, raw.port)):
            stack.enter_context(running(command))
        raw.start()
        await real.start()
        ours: list[float] = []
        floor: list[float] = []
        for _ in range(CARDS // BLOCK):
            for _ in range(BLOCK):
                ours.append(await real.card())
                await asyncio.sleep(PAUSE_S)
            for pause_s in _pauses(real.written[-BLOCK:]):
                floor.append(raw.card())
                await real.watch(pause_s - floor[-1])
    await real.shoe.stop()
    return ours, floor


def _pauses(written: list[float]) -> Iterator[float]:
    """How far apart the cards were; after the last as long as before it."""
    apart = [later - earlier for earlier, later in pairwise(written)]
    yield from (*apart, apart[-1])


def _real_commands(folder: Path) -> list[list[str]]:
    table = folder / "table.toml"
    table.write_text(re.sub(r"timer_s = \d+", "", DEFAULT_TABLE.read_text()))
    places = ["--table", str(table), "--run-dir", str(folder / "run")]
    ours = [sys.executable, "-m", "controller"]
    return [
        [*ours, "daemon", *places, "--state-dir", str(folder / "state")],
        [*ours, "driver", "shoe-1", *places],
    ]


def _raw_commands(folder: Path, port: str) -> list[list[str]]:
    script = [sys.executable, str(BENCH / "raw_hops.py")]
    return [[*script, "daemon", str(folder)], [*script, "driver", str(folder), port]]


@contextmanager
def running(command: list[str]) -> Iterator[subprocess.Popen[bytes]]:
    """Run a process while the block lasts."""
    process = subprocess.Popen(command, stderr=subprocess.DEVNULL)
    try:
        yield process
    finally:
        process.terminate()
        process.wait()


@contextmanager
def _context() -> Iterator[zmq.Context[zmq.Socket[bytes]]]:
    context: zmq.Context[zmq.Socket[bytes]] = zmq.Context()
    try:
        yield context
    finally:
        context.destroy(linger=0)
