"""The pages of the real server in a real Chromium, fed by an in-process table."""

import asyncio
import json
import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from typing import Any

import pytest
from playwright.async_api import (
    Browser,
    ConsoleMessage,
    Page,
    TimeoutError as PlaywrightTimeout,
    ViewportSize,
    WebSocket,
    expect,
)

from controller.bus.messages import Beat
from controller.facts.board import Board
from drivers.scoreboard.screens import Screens, plain_screens
from drivers.scoreboard.server import serve
from drivers.scoreboard.shoe_history import ShoeHistory
from tests.chromium import ENGINE, MISSING
from tests.loopback import free_port, reachable

WALL: ViewportSize = {"width": 1920, "height": 1080}
TALL_WALL: ViewportSize = {"width": 1080, "height": 1920}
EVENTUALLY_MS = 20_000
SHOWS = """([name, text]) => {
  const shown = document.querySelector(`[data-value="${name}"]`)?.textContent ?? "";
  return shown.replace(/\\s+/g, " ").trim() === text;
}"""

IN_CHROMIUM = [
    pytest.mark.asyncio(loop_scope="module"),
    pytest.mark.browser,
    pytest.mark.skipif(ENGINE is None, reason=MISSING),
]


@dataclass
class Table:
    """A table that says what the test tells it to, and lives until told to fall silent."""

    newest: Board
    silent: bool = False
    news: asyncio.Queue[Board] = field(default_factory=asyncio.Queue)

    async def boards(self) -> AsyncIterator[Board | Beat]:
        yield self.newest
        while True:
            try:
                async with asyncio.timeout(0.3):
                    self.newest = await self.news.get()
                yield self.newest
            except TimeoutError:
                if not self.silent:
                    yield Beat(number=self.newest.number, at_ms=0)


def screens_with(**changes: object) -> Screens:
    """Plain screens whose poster says something else."""
    screens = plain_screens()
    return screens._replace(poster=screens.poster.model_copy(update=changes))


@asynccontextmanager
async def serving(
    table: Table, port: int, screens: Screens | None = None, shoes: ShoeHistory | None = None
) -> AsyncIterator[None]:
    stop = asyncio.Event()
    serves = serve(table, "127.0.0.1", port, stop, screens=screens, shoes=shoes)
    server = asyncio.create_task(serves)
    try:
        await reachable(server, port)
        yield
    finally:
        stop.set()
        await server


@dataclass
class Kiosk:
    """One open page, with everything it asked for, was sent, answered and complained about."""

    page: Page
    requests: list[str] = field(default_factory=list)
    complaints: list[str] = field(default_factory=list)
    views: list[dict[str, Any]] = field(default_factory=list)
    answers: list[dict[str, Any]] = field(default_factory=list)

    def watch(self) -> None:
        self.page.on("request", lambda request: self.requests.append(request.url))
        self.page.on("websocket", self._listen)
        self.page.on("pageerror", lambda error: self.complaints.append(str(error)))
        self.page.on("console", self._hear)

    def _listen(self, socket: WebSocket) -> None:
        self.requests.append(socket.url)
        socket.on("framereceived", self._keep_view)
        socket.on("framesent", lambda text: self.answers.append(json.loads(text)))

    def _keep_view(self, text: str | bytes) -> None:
        message = json.loads(text)
        if message["kind"] == "view":
            self.views.append(message["view"])

    def _hear(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning"):
            self.complaints.append(message.text)

    @property
    def view(self) -> dict[str, Any]:
        """The newest view the page was sent."""
        return self.views[-1]

    async def _soon(self, script: str, wanted: object) -> None:
        """Wait frame by frame; `expect` alone looks again only after ever longer pauses."""
        with suppress(PlaywrightTimeout):
            await self.page.wait_for_function(script, arg=wanted, timeout=EVENTUALLY_MS)

    async def sees(self, name: str, text: str | re.Pattern[str]) -> None:
        await self._soon(SHOWS, [name, text])
        await expect(self.page.locator(f'[data-value="{name}"]')).to_have_text(
            text, timeout=EVENTUALLY_MS
        )

    async def drawn(self, number: int) -> None:
        await self._soon("wanted => document.body.dataset.number === wanted", str(number))
        await expect(self.page.locator("body")).to_have_attribute(
            "data-number", str(number), timeout=EVENTUALLY_MS
        )

    async def count(self, selector: str) -> int:
        return await self.page.locator(selector).count()


@asynccontextmanager
async def kiosk_of(
    table: Table,
    browser: Browser,
    size: ViewportSize = WALL,
    *,
    asking: str = "",
    screens: Screens | None = None,
    shoes: ShoeHistory | None = None,
) -> AsyncIterator[Kiosk]:
    """A page that has drawn the table's first board."""
    port = free_port()
    async with serving(table, port, screens, shoes):
        kiosk = await open_kiosk(browser, port, size, asking)
        await kiosk.drawn(table.newest.number)
        yield kiosk
        await kiosk.page.close()


async def open_kiosk(
    browser: Browser, port: int, size: ViewportSize = WALL, asking: str = ""
) -> Kiosk:
    page = await browser.new_page(viewport=size)
    kiosk = Kiosk(page)
    kiosk.watch()
    await page.goto(f"http://127.0.0.1:{port}/{asking}")
    return kiosk
