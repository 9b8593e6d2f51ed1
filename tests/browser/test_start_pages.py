"""The start pages of both web processes in a real Chromium: screens, codes and languages."""

import re
from collections.abc import AsyncIterator

import cv2
import numpy as np
import pytest_asyncio
from playwright.async_api import Browser, Locator, Page, expect

from controller.facts.roles import DEMONSTRATION_FLOOR
from tests.browser.desk_page import DeskOnTrial, desk_of, person_at
from tests.browser.kiosk_page import EVENTUALLY_MS, IN_CHROMIUM
from tests.system.processes import until

pytestmark = IN_CHROMIUM
ANN = DEMONSTRATION_FLOOR


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def desk() -> AsyncIterator[DeskOnTrial]:
    async with desk_of() as opened:
        yield opened


async def scanned(code: Locator) -> str:
    """What a camera reads from a code on the glass."""
    await expect(code).to_be_visible(timeout=EVENTUALLY_MS)
    await expect(code).to_have_js_property("complete", True)
    picture = cv2.imdecode(np.frombuffer(await code.screenshot(), np.uint8), cv2.IMREAD_COLOR)
    assert picture is not None
    large = cv2.resize(picture, None, fx=3, fy=3)
    text, _corners, _straight = cv2.QRCodeDetector().detectAndDecode(large)
    return text


async def speaks(page: Page, language: str) -> None:
    await expect(page.locator("html")).to_have_attribute("lang", language, timeout=EVENTUALLY_MS)


async def test_staff_scan_the_code_of_a_page_and_choose_their_language(
    desk: DeskOnTrial, browser: Browser
) -> None:
    async with person_at(desk, browser) as ann:
        await ann.log_in(ANN)
        await expect(ann.control("technician")).to_have_count(0)
        assert await scanned(ann.page.locator('[data-code="floor"]')) == f"{desk.address}/floor"
        await ann.press(ann.control("zh-Hant"))
        await expect(ann.page.locator("h1")).to_have_text("本桌的畫面", timeout=EVENTUALLY_MS)
    async with person_at(desk, browser) as again:
        # Another browser: the language is kept with the person, not with the screen.
        await again.log_in(ANN)
        await expect(again.page.locator("h1")).to_have_text("本桌的畫面", timeout=EVENTUALLY_MS)
        await again.press(again.control("en"))
        await expect(again.page.locator("h1")).to_have_text("Pages of this table")


async def test_the_log_in_page_speaks_the_language_chosen_before_anybody_logs_in(
    desk: DeskOnTrial, browser: Browser
) -> None:
    async with person_at(desk, browser) as somebody:
        await somebody.open("/log-in")
        await somebody.press(somebody.control("vi"))
        await expect(somebody.page.locator("h1")).not_to_have_text("Who are you?")
        await somebody.choose(ANN.person)
        await expect(somebody.page.locator("h1")).to_contain_text(ANN.person)


async def test_players_screens_are_listed_scanned_and_opened_in_a_language(
    desk: DeskOnTrial, browser: Browser
) -> None:
    board = desk.table.start_part("scoreboard", "--verbose")
    until(lambda: "scoreboard on http" in board.errors, "the scoreboard")
    found = re.search(r"scoreboard on (http://\S+)/", board.errors)
    assert found
    context = await browser.new_context(viewport={"width": 412, "height": 915})
    try:
        page = await context.new_page()
        await page.goto(f"{found[1]}/start")
        await expect(page.locator(".screen")).to_have_count(6, timeout=EVENTUALLY_MS)
        await page.locator('[data-language="vi"]').click()
        await speaks(page, "vi")
        code = page.locator('[data-screen-name="sign"] img')
        assert await scanned(code) == f"{found[1]}/sign?lang=vi"
        await page.locator('[data-screen-name="sign"]').click()
        await page.wait_for_url("**/sign?lang=vi")
        await speaks(page, "vi")
    finally:
        await context.close()
