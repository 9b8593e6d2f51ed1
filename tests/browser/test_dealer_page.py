"""The house dealer's page in a real Chromium: whole rounds by hand, with no device but the page."""

from collections.abc import AsyncIterator
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Final

import pytest
import pytest_asyncio
from playwright.async_api import Browser, Page, ViewportSize, expect

from tests.browser.dealer_table import (
    DONE,
    FAMILIES,
    MOST_TOUCHES,
    DealersHand,
    served,
)
from tests.browser.kiosk_page import IN_CHROMIUM
from tests.browser.settled import PATIENCE_MS, settled
from tests.system.processes import short_folder
from tests.unit.drivers.dealer_page.keyed_tables import write_keyed_table

pytestmark = [*IN_CHROMIUM, pytest.mark.timeout(900)]
SMALL: Final[ViewportSize] = {"width": 800, "height": 480}
# One of them in `make test`, all in `make soak`.
SHORT: Final = (FAMILIES[0], "zh-Hans")
ROUNDS: Final = (
    SHORT,
    *(
        pytest.param(game_id, language, marks=pytest.mark.long)
        for language in ("en", "zh-Hans")
        for game_id in FAMILIES
        if (game_id, language) != SHORT
    ),
)


@pytest_asyncio.fixture(loop_scope="module")
async def page(browser: Browser) -> AsyncIterator[Page]:
    context = await browser.new_context(viewport=SMALL)
    yield await context.new_page()
    await context.close()


async def opened(page: Page, address: str, language: str) -> DealersHand:
    await page.goto(f"{address}&lang={language}")
    await page.wait_for_selector(DONE, timeout=PATIENCE_MS)
    return DealersHand(page, seed=3)


async def test_every_key_of_a_moment_is_on_a_small_screen(page: Page) -> None:
    with short_folder() as folder, dealt("oaks/super-pan-9", Path(folder)) as address:
        hand = await opened(page, address, "vi")
        for _ in range(10):
            await hand.step()
            await page.wait_for_selector(DONE, timeout=PATIENCE_MS)
            boxes = await page.evaluate(
                "[...document.querySelectorAll('main .key')].filter((n) => n.offsetParent)"
                ".map((n) => n.getBoundingClientRect().toJSON())"
            )
            assert all(box["bottom"] <= 480 and box["right"] <= 800 for box in boxes)
            assert all(box["height"] >= 40 for box in boxes)


async def test_a_finger_sees_that_it_is_felt_on_keys_and_seats(
    page: Page,
) -> None:
    with short_folder() as folder, dealt("oaks/super-pan-9", Path(folder)) as address:
        hand = await opened(page, address, "en")
        while not await page.locator("[data-key=close-bets]").count():
            await hand.step()
        seat, key = (
            page.locator(".seat:not([data-bank])").first,
            page.locator("[data-key=close-bets]"),
        )
        # The hand may have bet at a seat, whose wager is still on its way.
        wagers, placed = page.locator(".seat[data-wager]"), hand.touched.count("seat")
        await expect(wagers).to_have_count(placed, timeout=PATIENCE_MS)
        for node in (seat, key):
            await settled(node)
            await node.hover(timeout=PATIENCE_MS)
            await page.mouse.down()
            await expect(node).to_have_attribute("data-touched", "", timeout=PATIENCE_MS)
            await page.mouse.move(1, 1)
            await page.mouse.up()
            await expect(page.locator("[data-touched]")).to_have_count(0, timeout=PATIENCE_MS)
        assert await wagers.count() == placed
        assert await key.count() == 1


@pytest.mark.parametrize(("game_id", "language"), ROUNDS)
async def test_a_whole_round_is_dealt_by_hand(page: Page, game_id: str, language: str) -> None:
    with short_folder() as folder, dealt(game_id, Path(folder)) as address:
        hand = await opened(page, address, language)
        while "settled" not in hand.touched:
            assert len(hand.touched) < MOST_TOUCHES
            await hand.step()
        await expect(page.locator("[data-key=settled]")).to_have_count(0, timeout=PATIENCE_MS)
        assert await page.locator(".note").count() == 0


@pytest.mark.parametrize(
    ("game_id", "language", "touches", "seen"),
    [
        ("capitol/pai-gow-tiles", "zh-Hans", ("42", "21", "66", "11"), "42 21 66 11"),
        pytest.param(
            "lucky-derby/three-card-poker-6-card-bonus",
            "en",
            ("Kc", "Kd", "3s"),
            "Kc Kd 3s",
            marks=pytest.mark.long,
        ),
    ],
)
async def test_a_hand_that_lies_open_is_shown_with_a_touch_a_card(
    page: Page, game_id: str, language: str, touches: tuple[str, ...], seen: str
) -> None:
    with short_folder() as folder, dealt(game_id, Path(folder)) as address:
        hand = await opened(page, address, language)
        while not await page.locator("[data-key=show-hands]").count():
            await hand.step()
        await hand.touch("[data-key=show-hands]")
        put = page.locator("[data-sheet=hands] [data-key=show]")
        await hand.touch("[data-key=show]")
        await expect(put).to_have_attribute("data-gone", "")
        for face in touches:
            await hand.touch(f"[data-key=face-{face}]")
        await expect(put).not_to_have_attribute("data-gone", "")
        await hand.touch("[data-key=show]")
        await hand.touch("[data-sheet=hands] [data-key=close]")
        await expect(page.locator(".table")).to_contain_text(seen, timeout=PATIENCE_MS)
        assert await page.locator(".note").count() == 0


async def test_a_floor_call_is_held_and_taken_back(page: Page) -> None:
    with short_folder() as folder, dealt("oaks/pure-21.5", Path(folder)) as address:
        hand = await opened(page, address, "en")
        await hand.touch("[data-key=floor]")
        await expect(page.locator("body")).to_have_attribute(
            "data-tone", "due", timeout=PATIENCE_MS
        )
        await settled(page.locator("[data-key=floor]"))
        await page.locator("[data-key=floor]").click(delay=800)
        await expect(page.locator("body")).to_have_attribute(
            "data-tone", "hold", timeout=PATIENCE_MS
        )
        await hand.touch("[data-key=floor-back]")
        await expect(page.locator("body")).to_have_attribute(
            "data-tone", "due", timeout=PATIENCE_MS
        )


def dealt(game_id: str, folder: Path) -> AbstractContextManager[str]:
    return served(write_keyed_table(folder, game_id), folder)
