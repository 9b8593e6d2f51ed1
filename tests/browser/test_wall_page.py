"""The floor's wall in a real browser, over a store of really played tables."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from playwright.async_api import Browser, Page, ViewportSize, expect

from controller.floor.store.store import FloorStore
from tests.browser.wall_floor import PEOPLE, Played, ServedWall, twelve, wall_of

pytestmark = pytest.mark.asyncio(loop_scope="module")
EVENTUALLY_MS = 20_000
WALL: ViewportSize = {"width": 1920, "height": 1080}
PINS = {each.person: each.pin for each in PEOPLE}
TWO = [
    Played("oaks/table-1", rounds=6, seed=1, dealer="Dana"),
    Played("oaks/table-2", rounds=4, seed=2, dealer="Eli", is_held=True),
]


class WallOnTrial:
    """One page of the wall, touched as a person would."""

    def __init__(self, page: Page, wall: ServedWall) -> None:
        self.page = page
        self._wall = wall

    async def log_in(self, person: str, language: str = "en") -> None:
        origin = self._wall.origin
        cookie = {"name": "language", "value": language, "url": origin}
        await self.page.context.add_cookies([cookie])  # type: ignore[list-item]
        await self.page.goto(f"{origin}/log-in?to=/wall")
        await self.press(person)
        for key in (*PINS[person], "enter"):
            await self.touch(f'[data-key="{key}"]')
        await self.page.wait_for_url("**/wall")
        await expect(self.page.locator("body[data-number]")).to_have_count(1, timeout=EVENTUALLY_MS)

    async def press(self, name: str) -> None:
        await self.touch(f'[data-control="{name}"]')

    async def touch(self, selector: str) -> None:
        node = self.page.locator(selector).first
        await expect(node).to_be_visible(timeout=EVENTUALLY_MS)
        await self.page.wait_for_timeout(350)
        await node.click(timeout=EVENTUALLY_MS)

    async def shows(self, selector: str, text: str) -> None:
        place = self.page.locator(selector).first
        await expect(place).to_contain_text(text, timeout=EVENTUALLY_MS)

    async def has(self, selector: str, count: int) -> None:
        await expect(self.page.locator(selector)).to_have_count(count, timeout=EVENTUALLY_MS)


@asynccontextmanager
async def page_of(
    browser: Browser, wall: ServedWall, person: str, language: str = "en", size: ViewportSize = WALL
) -> AsyncIterator[WallOnTrial]:
    context = await browser.new_context(viewport=size)
    try:
        page = WallOnTrial(await context.new_page(), wall)
        await page.log_in(person, language)
        yield page
    finally:
        await context.close()


async def test_the_held_table_is_first_its_alarm_is_seen_and_found_again_in_the_report(
    browser: Browser, tmp_path: Path
) -> None:
    async with wall_of(tmp_path, TWO) as wall, page_of(browser, wall, "Ann Lee") as page:
        await page.has(".tile", 2)
        await page.shows(".tile >> nth=0", "table-2")
        await page.shows('[data-table="oaks/table-2"] .state', "On hold")
        await page.has('[data-table="oaks/table-1"] .bead', 6)
        await page.press("view-alarms")
        await page.press("seen-1")
        await page.shows("[data-alarm-line]", "seen by Ann Lee")
        with FloorStore.open(wall.url) as store:
            assert [alarm.by for alarm in store.alarms.open()] == ["Ann Lee"]
        await page.press("view-tables")
        await page.press("table-oaks/table-2")
        await page.has("[data-detail][data-read]", 1)
        await page.has("[data-round]", 4)
        await page.press("back")
        await page.press("view-search")
        await page.page.select_option("select[name=table]", "oaks/table-1")
        await page.press("find")
        await page.shows("[data-found]", "6 rounds")
        await page.press("view-report")
        await page.press("hours-4")
        await page.has('[data-report="10"]', 1)
        await page.has('[data-line="Dana"]', 1)
        await page.shows("[data-alarm-line]", "seen by Ann Lee")


@pytest.mark.long
async def test_an_auditor_looks_and_acknowledges_nothing_and_a_dealer_does_not_look(
    browser: Browser, tmp_path: Path
) -> None:
    async with wall_of(tmp_path, TWO) as wall:
        async with page_of(browser, wall, "Otto Audit") as page:
            await page.has(".tile", 2)
            await page.press("view-alarms")
            await page.has("[data-alarm-line]", 1)
            await page.has('[data-control="seen-1"]', 0)
        async with page_of(browser, wall, "Dee Dealer") as page:
            await page.shows("[data-refused]", "is not for a")
            await page.has(".tile", 0)


@pytest.mark.long
@pytest.mark.parametrize("language", ["en", "vi", "zh-Hans", "zh-Hant"])
@pytest.mark.parametrize("size", [WALL, {"width": 1080, "height": 1920}])
async def test_twelve_tables_fit_the_screen(
    browser: Browser, tmp_path: Path, language: str, size: ViewportSize
) -> None:
    wide = "document.documentElement.scrollWidth > innerWidth"
    low = "[...document.querySelectorAll('.tile')].at(-1).getBoundingClientRect().bottom"
    async with (
        wall_of(tmp_path, twelve()) as wall,
        page_of(browser, wall, "Ann Lee", language, size) as page,
    ):
        await page.has(".tile", 12)
        assert await page.page.evaluate(low) <= size["height"]
        for view in ("tables", "alarms", "search", "report"):
            await page.press(f"view-{view}")
            assert not await page.page.evaluate(wide), view
