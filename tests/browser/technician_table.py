"""A whole emulated table without a dealer, and the technician's page of it."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from playwright.async_api import Browser, Locator, Page, ViewportSize, expect

from controller.facts.board import Board
from controller.facts.phrase import Phrase
from controller.facts.roles import DEMONSTRATION_TECHNICIAN, Demonstration
from tests.browser.kiosk_page import EVENTUALLY_MS, WALL
from tests.browser.settled import settled
from tests.system.processes import TableOnTrial, short_folder, until


class TechnicianTable:
    """Every process of a table, with devices that can be broken."""

    def __init__(self, folder: Path, game: str = "baccarat") -> None:
        self.table = TableOnTrial(folder, game)
        self.run = self.table.start_run(
            "--no-dealer", "--run-dir", str(self.table.run), "--verbose"
        )
        until(lambda: "desk on http" in self.run.output + self.run.errors, "the desk")
        until(self.is_ready, "every device")

    def is_ready(self) -> bool:
        devices = self.board.devices
        return len(devices) > 2 and all(
            each.state == "ready" for each in devices if each.device != "scoreboard"
        )

    @property
    def board(self) -> Board:
        return self.table.wait_for_board()

    def silence(self, device: str) -> None:
        self._fault(device, "go-silent")

    def lost(self, device: str) -> Phrase:
        """Why a device is lost, as a code with its arguments, as soon as it is."""
        until(lambda: self._state(device) == "unavailable", f"the loss of {device}")
        (reason,) = (each.reason for each in self.board.devices if each.device == device)
        assert isinstance(reason, Phrase), reason
        return reason

    def _state(self, device: str) -> str:
        return next(each.state for each in self.board.devices if each.device == device)

    def mend(self, device: str) -> None:
        self._fault(device, "go-silent", "--clear")

    def alarms(self) -> str:
        """What the command line says is wrong."""
        return self.table.ask("alarms", "--run-dir", str(self.table.run)).stdout

    def _fault(self, *arguments: str) -> None:
        places = ("--table", str(self.table.file), "--run-dir", str(self.table.run))
        done = self.table.ask("fault", *arguments, *places)
        assert done.returncode == 0, done


class TechnicianOnTrial:
    """One technician's page."""

    def __init__(self, page: Page, port: int) -> None:
        self.page = page
        self._origin = f"http://127.0.0.1:{port}"

    async def log_in(
        self, language: str, who: Demonstration = DEMONSTRATION_TECHNICIAN, to: str = "technician"
    ) -> None:
        """Come to a page in a language, as one of the demonstration's people."""
        cookie = {"name": "language", "value": language, "url": self._origin}
        await self.page.context.add_cookies([cookie])  # type: ignore[list-item]
        await self.page.goto(f"{self._origin}/log-in?to=/{to}")
        person, _role, pin = who
        await self.press(person)
        for key in (*pin, "enter"):
            await self.touch(self.page.locator(f'[data-key="{key}"]'))
        await self.page.wait_for_url(f"**/{to}")
        await expect(self.page.locator("body[data-number]")).to_have_count(1, timeout=EVENTUALLY_MS)

    async def press(self, name: str) -> None:
        await self.touch(self.page.locator(f'[data-control="{name}"]'))

    async def answer(self, tone: str) -> None:
        await self.touch(self.page.locator(f'[data-answer="{tone}"]'))

    async def touch(self, node: Locator) -> None:
        """Touch what has stood still for the moment in which a control takes no touch."""
        await (await settled(node.first)).click(timeout=EVENTUALLY_MS)

    async def sees(self, selector: str, text: str = "") -> None:
        place = self.page.locator(selector).first
        await expect(place).to_contain_text(text, timeout=EVENTUALLY_MS)

    async def sees_no(self, selector: str) -> None:
        await expect(self.page.locator(selector)).to_have_count(0, timeout=EVENTUALLY_MS)


@asynccontextmanager
async def technician_table(game: str = "baccarat") -> AsyncIterator[TechnicianTable]:
    with short_folder() as folder:
        table = TechnicianTable(Path(folder), game)
        try:
            yield table
        finally:
            table.table.close()


@asynccontextmanager
async def technician_of(
    browser: Browser,
    table: TechnicianTable,
    language: str = "en",
    size: ViewportSize = WALL,
    who: Demonstration = DEMONSTRATION_TECHNICIAN,
) -> AsyncIterator[TechnicianOnTrial]:
    context = await browser.new_context(viewport=size)
    try:
        technician = TechnicianOnTrial(await context.new_page(), table.table.desk_port)
        await technician.log_in(language, who, who.role)
        yield technician
    finally:
        await context.close()
