"""Pictures of the boards of games played at seats: tables played through the core, hands shown."""

import asyncio
import base64
import time
from collections.abc import Callable, Sequence
from itertools import groupby
from typing import Final, NamedTuple

from playwright.async_api import Browser, Page, async_playwright

from controller.facts.board import Board
from tests.browser.kiosk_page import TALL_WALL, WALL
from tests.browser.seat_boards import is_paying, seat_board
from tests.played_table import PlayedTable
from tests.shown_hands import show_all

ROUNDS: Final = 46
SETTLE_MS: Final = 900
QUALITY: Final = 74
SIZES: Final = {"landscape": WALL, "portrait": TALL_WALL}
TABLES: Final = (
    "fortune",
    "three-card",
    "twenty-one",
    "tiles",
    "holdem",
    "pan9",
    "caribbean",
    "chinese-poker",
)
# So many seats, the bank's beside them, make a good picture.
FEWEST: Final = 4


class BoardShot(NamedTuple):
    """One picture: a table, how it is turned, coloured and worded."""

    table: str
    turned: str = "landscape"
    theme: str = "dark"
    language: str = "en"

    @property
    def name(self) -> str:
        """The same name at every run."""
        return f"kiosk-{self.table}-{self.turned}-{self.theme}-{self.language}.webp"


SHOTS: Final = (
    *(BoardShot(table, turned) for table in TABLES for turned in SIZES),
    BoardShot("twenty-one", "portrait", "dark", "zh-Hant"),
    BoardShot("tiles", "landscape", "dark", "zh-Hans"),
    BoardShot("pan9", "landscape", "bright"),
)


def shoot_boards(
    engine: str, flags: list[str], wanted: Sequence[BoardShot], keep: Callable[[bytes, str], None]
) -> None:
    """Take the pictures, table after table."""
    asyncio.run(_shoot(engine, flags, wanted, keep))


async def _shoot(
    engine: str, flags: list[str], wanted: Sequence[BoardShot], keep: Callable[[bytes, str], None]
) -> None:
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=engine, args=flags)
        for name, shots in groupby(sorted(wanted), key=lambda shot: shot.table):
            table = _played(name)
            for shot in shots:
                keep(await _picture(browser, table, shot), shot.name)
        await browser.close()


def _played(name: str) -> PlayedTable:
    """A shift's rounds until this minute, and one that is being paid with every hand open."""
    table = PlayedTable(name, 7, round(time.time() * 1000) - 3_600_000)
    table.rounds(ROUNDS)
    table.until(lambda board: is_paying(board) and _seats(board) >= FEWEST)
    show_all(table)
    return table


def _seats(board: Board) -> int:
    return len({hand.seat for hand in board.hands})


async def _picture(browser: Browser, table: PlayedTable, shot: BoardShot) -> bytes:
    asking = f"?theme={shot.theme}&lang={shot.language}"
    async with seat_board(browser, table, SIZES[shot.turned], asking) as board:
        await board.kiosk.page.wait_for_timeout(SETTLE_MS)
        return await _webp(board.kiosk.page)


async def _webp(page: Page) -> bytes:
    session = await page.context.new_cdp_session(page)
    options = {"format": "webp", "quality": QUALITY}
    return base64.b64decode((await session.send("Page.captureScreenshot", options))["data"])
