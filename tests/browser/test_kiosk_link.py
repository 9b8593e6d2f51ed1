"""The page's connection: it tells what it drew, and no rubbish stops it."""

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest
from playwright.async_api import Browser, Page, WebSocketRoute, expect

from tests.browser.kiosk_page import (
    EVENTUALLY_MS,
    IN_CHROMIUM,
    Kiosk,
    Table,
    kiosk_of,
    screens_with,
    serving,
)
from tests.browser.kiosk_scenes import board, dealt
from tests.loopback import free_port

pytestmark = IN_CHROMIUM


async def told(kiosk: Kiosk, number: int) -> dict[str, object]:
    """What the page said of the view with this number."""
    async with asyncio.timeout(EVENTUALLY_MS / 1000):
        while True:
            for answer in kiosk.answers:
                if answer["number"] == number:
                    return answer
            await asyncio.sleep(0.05)


async def test_tells_the_table_what_it_has_drawn(browser: Browser) -> None:
    table = Table(board(dealt(3)))
    async with kiosk_of(table, browser) as kiosk:
        table.news.put_nowait(board(dealt(4)))
        answer = await told(kiosk, 104)
        assert answer["kind"] == "drawn"
        assert answer["screen"] == "kiosk"
        assert answer["page"]
        assert isinstance(answer["paint_ms"], int | float)


class Wire:
    """Stands between page and server: counts connections and can say anything to the page."""

    def __init__(self) -> None:
        self.pages: list[WebSocketRoute] = []

    async def stand_between(self, page: Page) -> None:
        await page.route_web_socket("**/ws", self._connect)

    def _connect(self, page: WebSocketRoute) -> None:
        self.pages.append(page)
        page.connect_to_server()

    async def connections(self, count: int) -> None:
        async with asyncio.timeout(EVENTUALLY_MS / 1000):
            while len(self.pages) < count:
                await asyncio.sleep(0.05)


@asynccontextmanager
async def tapped(browser: Browser, table: Table) -> AsyncIterator[tuple[Kiosk, Wire]]:
    port, wire = free_port(), Wire()
    async with serving(table, port):
        kiosk = Kiosk(await browser.new_page())
        kiosk.watch()
        await wire.stand_between(kiosk.page)
        await kiosk.page.goto(f"http://127.0.0.1:{port}/")
        await kiosk.drawn(table.newest.number)
        yield kiosk, wire
        await kiosk.page.close()


def view_of(**view: int) -> str:
    return json.dumps({"kind": "view", "page": "%s", "age_ms": 0, "view": view})


RUBBISH = {
    "no JSON": "{{{",
    "an empty line": "",
    "a number": "17",
    "nothing": "null",
    "a view without a table": view_of(number=999),
    "a view without a number": view_of(),
    "a view from before": view_of(number=3),
    "an age of a view never seen": '{"kind": "age", "page": "%s", "age_ms": 0, "number": 9000}',
}


@pytest.mark.parametrize("rubbish", RUBBISH)
async def test_takes_a_new_snapshot_after_what_it_cannot_use(
    browser: Browser, rubbish: str
) -> None:
    table = Table(board(dealt(12)))
    async with tapped(browser, table) as (kiosk, wire):
        edition = await kiosk.page.evaluate(
            "fetch('/table.json').then(answer => answer.json()).then(poster => poster.page)"
        )
        wire.pages[-1].send(RUBBISH[rubbish].replace("%s", edition))
        await wire.connections(2)
        table.news.put_nowait(board(dealt(13)))
        await kiosk.drawn(113)
        assert await kiosk.count(".bead-plate .plate .bead") == 13
        await expect(kiosk.page.locator(".stale")).to_be_hidden(timeout=EVENTUALLY_MS)
        assert kiosk.complaints == []


async def test_a_new_edition_of_the_pages_is_fetched_at_once(browser: Browser) -> None:
    port = free_port()
    async with serving(Table(board(dealt(2))), port):
        kiosk = Kiosk(await browser.new_page())
        kiosk.watch()
        await kiosk.page.goto(f"http://127.0.0.1:{port}/")
        await kiosk.drawn(102)
        await kiosk.sees("state", "Next round soon")
    async with serving(Table(board(dealt(2))), port, screens_with(language="zh-Hans")):
        await kiosk.sees("state", "即将开局")
        await kiosk.page.close()
