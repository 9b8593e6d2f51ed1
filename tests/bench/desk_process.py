"""The desk: what it costs while nobody looks, and how soon a key of the dealer's page is echoed."""

import asyncio
import os
import sys
import tempfile
import time
from contextlib import ExitStack
from pathlib import Path
from typing import Any
from unittest.mock import patch
from uuid import uuid4

import aiohttp

from controller.web.page_keys import PAD_VARIABLE
from tests.bench.driver_process import cpu_s, resident_mb
from tests.bench.event_path import running
from tests.bench.figures import Figure, percentile, say
from tests.loopback import free_port
from tests.unit.drivers.dealer_page.keyed_tables import write_keyed_table

GAME = "lucky-derby/three-card-poker-6-card-bonus"
KEY = "key-of-the-bench"
PRESSES = 120
# As quick as fingers are.
BETWEEN_S = 0.15
IDLE_S = 30.0
UP_S = 30.0
MOST_STALE = 5
Message = dict[str, Any]


def measure() -> list[Figure]:
    """A table whose devices are the page: first nobody is there, then somebody deals."""
    return asyncio.run(_measure())


async def _measure() -> list[Figure]:
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="uf-")))
        stack.enter_context(patch.dict(os.environ, {PAD_VARIABLE: KEY}))
        port, ours = free_port(), [sys.executable, "-m", "controller"]
        places = ["--table", str(write_keyed_table(folder, GAME)), "--run-dir", str(folder / "run")]
        daemon = [*ours, "daemon", *places, "--state-dir", str(folder / "state")]
        stack.enter_context(running(daemon))
        desk = stack.enter_context(running([*ours, "desk", *places, "--port", str(port)]))
        async with aiohttp.ClientSession() as session:
            socket = await _opened(session, port)
            await socket.close()
            idle = await _idle(desk.pid)
            page = DealtPage(await _opened(session, port))
            return [*idle, *await _echoes(page)]


async def _opened(session: aiohttp.ClientSession, port: int) -> aiohttp.ClientWebSocketResponse:
    """The socket of the dealer's page, as soon as the desk listens."""
    place = f"127.0.0.1:{port}"
    deadline = time.monotonic() + UP_S
    while True:
        try:
            return await session.ws_connect(
                f"ws://{place}/dealer/ws?key={KEY}", headers={"Origin": f"http://{place}"}
            )
        except aiohttp.ClientError:
            if time.monotonic() > deadline:
                raise
            await asyncio.sleep(0.1)


async def _idle(pid: int) -> list[Figure]:
    say(f"desk: resident memory, and CPU over {IDLE_S:.0f} seconds with no page open")
    before = cpu_s(pid)
    await asyncio.sleep(IDLE_S)
    share, memory = (cpu_s(pid) - before) / IDLE_S * 100, resident_mb(pid)
    return [
        Figure("desk, idle CPU", f"{share:.2f} %", "one core", None, "below 1 %", share < 1),
        Figure("desk, resident", f"{memory:.0f} MB", "", None, "below 80 MB", memory < 80),
    ]


async def _echoes(page: "DealtPage") -> list[Figure]:
    say(f"desk: {PRESSES} keys of the dealer's page, each to the picture that shows it")
    echoes, floors = [], []
    for _ in range(PRESSES):
        echoes.append(await page.press())
        floors.append(await page.ask_in_vain())
        await asyncio.sleep(BETWEEN_S)
    mine, floor = percentile(echoes, 99), percentile(floors, 99)
    against = f"{floor:.1f} ms, an act that reaches no table"
    usual = f"{mine:.1f} ms, half {percentile(echoes, 50):.1f}"
    return [Figure("desk, echo p99", usual, against, mine / floor, "at most 50 ms", mine <= 50)]


class DealtPage:
    """The dealer's page without a browser: presses what it is offered, round after round."""

    def __init__(self, socket: aiohttp.ClientWebSocketResponse) -> None:
        self._socket = socket
        self._number = 0
        self._shown: Message = {}

    async def press(self) -> float:
        """Milliseconds from a touch to the picture that shows what it did."""
        for _ in range(MOST_STALE):
            while not self._acts():
                await self._hear()
            began = time.perf_counter()
            done = await self._act({"kind": "key_in", "acts": self._acts()})
            if done["kind"] == "done":
                break
            # The table went on between the picture and the touch: look, and touch again.
            await self._hear()
        else:
            raise RuntimeError(f"the page was refused: {done['text']}")
        while self._number < done["receipt"]["number"]:
            await self._hear()
        return (time.perf_counter() - began) * 1000

    async def ask_in_vain(self) -> float:
        """Milliseconds until the desk has said that it does not know what was asked."""
        began = time.perf_counter()
        await self._act({"kind": "nothing"})
        return (time.perf_counter() - began) * 1000

    def _acts(self) -> list[Message]:
        """What is offered: two seats bet, then whatever is due; nothing while nothing is."""
        if not self._shown:
            return []
        offer = self._shown["offer"]
        free = [each for each in offer["seats"] if not each["is_on"]]
        if free and len(offer["seats"]) - len(free) < 2:
            return list(free[0]["acts"])
        main = [each for each in offer["controls"] if each["tone"] == "main"]
        keypad = offer["keypad"]
        if keypad and not main:
            event = {"kind": "card_turned", "rank": keypad["ranks"][0]}
            return [{"device": keypad["device"], "event": event}]
        return [act for each in (main or offer["controls"])[:1] for act in each["acts"]]

    async def _act(self, request: Message) -> Message:
        name = str(uuid4())
        await self._socket.send_json({"kind": "act", "id": name, "request": request})
        while True:
            message = await self._hear()
            if message.get("id") == name:
                return message

    async def _hear(self) -> Message:
        message: Message = await self._socket.receive_json(timeout=UP_S)
        if message["kind"] == "snapshot":
            self._number, self._shown = message["number"], message["shown"]
        return message
