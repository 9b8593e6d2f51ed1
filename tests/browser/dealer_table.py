"""A table of real processes whose devices are the house dealer's page, and a hand on it."""

import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from random import Random
from typing import Final

from playwright.async_api import Locator, Page

from controller.web.page_keys import PAD_VARIABLE
from tests.browser.conftest import PAD_KEY
from tests.browser.settled import PATIENCE_MS, settled
from tests.loopback import free_port
from tests.system.processes import PATIENCE_S

DONE: Final = "body[data-number]:not([data-waiting])"
GLANCE_S: Final = 0.1
# A card's rank that waits for its suit.
CHOSEN: Final = "[data-part=keypad] [data-key^=rank-][aria-pressed=true]"
# No round by hand takes more.
MOST_TOUCHES: Final = 120
# A game of each family.
FAMILIES: Final = (
    "lucky-derby/three-card-poker-6-card-bonus",
    "lucky-derby/ez-baccarat-panda-8",
    "oaks/super-pan-9",
    "oaks/pure-21.5",
    "lucky-derby/fortune-pai-gow-poker",
    "capitol/pai-gow-tiles",
    "lucky-derby/ultimate-texas-holdem",
    "lucky-derby/caribbean-stud",
    "casino-99/chinese-poker",
)
SUITS: Final = ("clubs", "diamonds", "hearts", "spades")


@contextmanager
def served(file: Path, folder: Path) -> Iterator[str]:
    """Run daemon, emulated lamps and desk of a table file; yields the address of the page."""
    port = free_port()
    where = ["--table", str(file), "--run-dir", str(folder / "run")]
    commands = [
        ["daemon", *where, "--state-dir", str(folder / "state")],
        ["desk", *where, "--port", str(port)],
    ]
    environment = os.environ | {PAD_VARIABLE: PAD_KEY}
    processes = [
        subprocess.Popen([sys.executable, "-m", "controller", *command], env=environment)
        for command in commands
    ]
    try:
        _wait_for(port)
        yield f"http://127.0.0.1:{port}/dealer?key={PAD_KEY}"
    finally:
        for process in processes:
            process.send_signal(signal.SIGTERM)
        for process in processes:
            process.wait(PATIENCE_S)


def _wait_for(port: int) -> None:
    deadline = time.monotonic() + PATIENCE_S
    while time.monotonic() < deadline:
        with suppress(OSError), socket.create_connection(("127.0.0.1", port), timeout=1):
            return
        time.sleep(GLANCE_S)
    raise TimeoutError("the desk does not listen")


class DealersHand:
    """One hand on the page: does whatever the page asks for next, as fast as a person."""

    def __init__(self, page: Page, seed: int) -> None:
        self.page = page
        self.touched: list[str] = []
        self._chance = Random(seed)

    async def step(self) -> None:
        """One touch, or the touches of a card or of the dice."""
        await self.page.wait_for_selector(DONE, timeout=PATIENCE_MS)
        keypad = "[data-part=keypad]:not([hidden])"
        has_keypad = await self._has(keypad)
        kind = await self.page.locator(keypad).get_attribute("data-pad") if has_keypad else ""
        if await self._bets():
            return
        if kind in ("card", "name-card"):
            if self._chance.random() < 0.35 and await self._has(MAIN):
                await self.touch(MAIN)
                return
            while not await self._has(CHOSEN):
                await self._any_rank()
                await self.page.wait_for_selector(DONE, timeout=PATIENCE_MS)
            await self.touch(f"[data-key=suit-{self._chance.choice(SUITS)}]")
        elif kind == "rank" and not await self._has(MAIN):
            await self._any_rank()
        elif kind == "dice":
            for _ in range(3):
                await self.touch(f"[data-key=die-{self._chance.randint(1, 6)}]")
        else:
            await self.touch(MAIN if await self._has(MAIN) else "[data-part=controls] .key")

    async def _any_rank(self) -> None:
        ranks = self.page.locator(
            "[data-part=keypad] .key[data-key^=rank-]:not([data-key=rank-joker])"
        )
        await self._touch(ranks.nth(self._chance.randrange(await ranks.count())), "rank")

    async def _bets(self) -> bool:
        """Two seats bet in each round."""
        has_keys = await self._has("[data-key=close-bets]")
        if not has_keys or await self.page.locator(".seat[data-wager]").count() >= 2:
            return False
        free = self.page.locator(".seat:not([data-wager]):not([data-bank])")
        await self._touch(free.nth(self._chance.randrange(await free.count())), "seat")
        return True

    async def _has(self, selector: str) -> bool:
        return await self.page.locator(selector).count() > 0

    async def touch(self, selector: str) -> None:
        node = self.page.locator(selector).first
        await node.wait_for(timeout=PATIENCE_MS)
        await self._touch(node, await node.get_attribute("data-key") or selector)

    async def _touch(self, node: Locator, name: str) -> None:
        await (await settled(node)).click(timeout=PATIENCE_MS)
        self.touched.append(name)


MAIN: Final = "[data-part=controls] .key[data-tone=main]"
