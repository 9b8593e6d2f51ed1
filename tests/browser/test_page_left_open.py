"""A page left open in a real Chromium over restarts of the daemon and of the scoreboard."""

import asyncio
import signal
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest
import pytest_asyncio
from playwright.async_api import Page, async_playwright, expect

from tests.chromium import ENGINE, FLAGS, MISSING
from tests.system.processes import OurProcess, TableOnTrial, short_folder, until

EVENTUALLY_MS = 40_000
pytestmark = [
    pytest.mark.browser,
    pytest.mark.skipif(ENGINE is None, reason=MISSING),
]


@pytest.fixture
def table() -> Iterator[TableOnTrial]:
    with short_folder() as folder:
        found = TableOnTrial(Path(folder), "baccarat")
        yield found
        found.close()


@pytest_asyncio.fixture
async def page() -> AsyncIterator[Page]:
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=ENGINE, args=FLAGS)
        yield await browser.new_page()
        await browser.close()


def start_all(table: TableOnTrial) -> dict[str, OurProcess]:
    parts = {"daemon": table.start_daemon()}
    for part in ("emulate --pace 40", "driver shoe-1", "driver pad-1", "driver lamps-1"):
        table.start_part(*part.split())
    parts["scoreboard"] = table.start_part("scoreboard")
    return parts


async def shown(page: Page) -> int:
    return int(await page.evaluate("() => document.body.dataset.number ?? 0"))


async def open_page(page: Page, table: TableOnTrial) -> None:
    health = f"http://127.0.0.1:{table.port}/healthz"
    for _ in range(400):
        try:
            if (await page.request.get(health)).ok:
                break
        except Exception:
            await asyncio.sleep(0.1)
    await page.goto(f"http://127.0.0.1:{table.port}/")


async def draws_beyond(page: Page, number: int) -> None:
    """Wait until the page shows a later picture and calls it fresh."""
    later = f"() => Number(document.body.dataset.number ?? 0) > {number}"
    await page.wait_for_function(later, timeout=EVENTUALLY_MS)
    await expect(page.locator("body[data-stale]")).to_have_count(0, timeout=EVENTUALLY_MS)


async def test_an_open_page_survives_a_restart_of_the_daemon(
    table: TableOnTrial, page: Page
) -> None:
    parts = start_all(table)
    await open_page(page, table)
    await draws_beyond(page, 10)
    parts["daemon"].end(signal.SIGKILL)
    await expect(page.locator("body[data-stale]")).to_have_count(1, timeout=EVENTUALLY_MS)
    before = await shown(page)
    await page.evaluate("() => { window.sameDocument = true; }")
    table.start_daemon()
    await draws_beyond(page, before + 5)
    assert await page.evaluate("() => window.sameDocument === true")


@pytest.mark.long
async def test_an_open_page_survives_a_restart_of_the_scoreboard(
    table: TableOnTrial, page: Page
) -> None:
    parts = start_all(table)
    await open_page(page, table)
    await draws_beyond(page, 10)
    parts["scoreboard"].end(signal.SIGKILL)
    await expect(page.locator("body[data-stale]")).to_have_count(1, timeout=EVENTUALLY_MS)
    before = await shown(page)
    number = until(lambda: board.number if (board := table.board()) else None, "a board")
    assert number >= before
    table.start_part("scoreboard")
    await draws_beyond(page, number)
