"""A desk of a real table in a real Chromium: log in, press, and look at what came of it."""

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from playwright.async_api import Browser, BrowserContext, Locator, Page, ViewportSize, expect

from controller.facts.roles import Demonstration
from tests.browser.kiosk_page import EVENTUALLY_MS
from tests.system.processes import OurProcess, TableOnTrial, short_folder, until

PAD: ViewportSize = {"width": 800, "height": 480}
# A control takes no touch in its first 300 ms; nobody is quicker on purpose.
SETTLED_MS = 350


class DeskOnTrial:
    """A table with its daemon and its desk."""

    def __init__(self, table: TableOnTrial, code: str = "") -> None:
        self.table = table
        self._code = code
        self.daemon: OurProcess = table.start_daemon()
        table.wait_for_board()
        self.desk = self.serve()

    def serve(self) -> OurProcess:
        desk = self._started()
        until(lambda: "desk on http" in desk.errors, "the desk")
        return desk

    def _started(self) -> OurProcess:
        if not self._code:
            return self.table.start_part("desk", "--verbose")
        places = ("--table", str(self.table.file), "--run-dir", str(self.table.run))
        return self.table.start_code(self._code, "desk", "--verbose", *places)

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.table.desk_port}"

    def kinds(self) -> list[str]:
        return [json.loads(row[-1])["kind"] for row in self.table.events()]

    async def recorded(self, kind: str, count: int) -> None:
        async with asyncio.timeout(EVENTUALLY_MS / 1000):
            while self.kinds().count(kind) < count:
                await asyncio.sleep(0.02)


UP = "body[data-number]:not([data-stale])"


class PersonAtDesk:
    """One browser window of one person."""

    def __init__(self, desk: DeskOnTrial, page: Page) -> None:
        self.desk = desk
        self.page = page

    async def open(self, path: str) -> None:
        await self.page.goto(f"{self.desk.address}{path}")

    def control(self, name: str) -> Locator:
        return self.page.locator(f'[data-control="{name}"]')

    async def press(self, node: Locator) -> None:
        """Press once it has been there for a moment, as a person does."""
        await node.wait_for(timeout=EVENTUALLY_MS)
        await self.page.wait_for_timeout(SETTLED_MS)
        await node.click(timeout=EVENTUALLY_MS)

    async def type_pin(self, pin: str) -> None:
        await self.page.locator(".keypad").last.wait_for(timeout=EVENTUALLY_MS)
        await self.page.wait_for_timeout(SETTLED_MS)
        for key in (*pin, "enter"):
            await self.page.locator(".keypad").last.locator(f'[data-key="{key}"]').click()

    async def choose(self, person: str) -> None:
        await self.press(self.control(person))

    async def log_in(self, who: Demonstration, path: str = "/start") -> None:
        await self.open(path)
        await self.choose(who.person)
        await self.type_pin(who.pin)
        # Whoever logs in is told of failures before, also of those another test made.
        told = self.control("understood")
        await expect(self.page.locator(UP).or_(told).first).to_be_attached(timeout=EVENTUALLY_MS)
        if await told.count():
            await self.press(told)
        await self.is_up()

    async def is_up(self) -> None:
        await expect(self.page.locator(UP)).to_have_count(1, timeout=EVENTUALLY_MS)

    async def says(self, text: str) -> None:
        await expect(self.page.locator(".note")).to_contain_text(text, timeout=EVENTUALLY_MS)


@asynccontextmanager
async def desk_of(
    game: str = "baccarat", added: str = "", code: str = ""
) -> AsyncIterator[DeskOnTrial]:
    """A table with its desk; `code` is started instead of our command, `added` to its file."""
    with short_folder() as folder:
        table = TableOnTrial(Path(folder), game)
        if added:
            table.edit("[desk]\n", f"[desk]\n{added}\n")
        try:
            yield DeskOnTrial(table, code)
        finally:
            table.close()


@asynccontextmanager
async def person_at(
    desk: DeskOnTrial, browser: Browser, size: ViewportSize = PAD
) -> AsyncIterator[PersonAtDesk]:
    context: BrowserContext = await browser.new_context(viewport=size)
    try:
        yield PersonAtDesk(desk, await context.new_page())
    finally:
        await context.close()
