"""Keyed play: a whole round of each family at human speed, and how soon a touch is answered."""

import asyncio
from pathlib import Path

from playwright.async_api import Browser, Page, async_playwright

from tests.bench.figures import Figure, percentile, say
from tests.browser.dealer_table import FAMILIES, MOST_TOUCHES, DealersHand, served
from tests.browser.kiosk_page import EVENTUALLY_MS
from tests.chromium import ENGINE, FLAGS
from tests.system.processes import short_folder
from tests.unit.drivers.dealer_page.keyed_tables import write_keyed_table

# What the page itself noted: from the finger lifted to the frame that answers it.
NOTED = "() => performance.getEntriesByName('echo').map(({ duration }) => duration)"
FRAME = """() => new Promise((done) => {
  const since = performance.now();
  requestAnimationFrame(() => setTimeout(() => done(performance.now() - since)));
})"""
LONGEST_MS = 50.0


def measure() -> list[Figure]:
    """Every family in one browser, one table after the other."""
    if ENGINE is None:
        say("keyed play: not measured, no chromium on this machine")
        return []
    say("keyed play: a whole round of each family by hand, each touch to the frame that answers it")
    return asyncio.run(_measure(ENGINE))


async def _measure(engine: str) -> list[Figure]:
    figures = []
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=engine, args=FLAGS)
        for game_id in FAMILIES:
            figures.append(await _family(browser, game_id))
        await browser.close()
    return figures


async def _family(browser: Browser, game_id: str) -> Figure:
    with short_folder() as name:
        folder = Path(name)
        with served(write_keyed_table(folder, game_id), folder) as address:
            page = await browser.new_page(viewport={"width": 800, "height": 480})
            await page.goto(address)
            await page.wait_for_selector("body[data-number]", timeout=EVENTUALLY_MS)
            frames = await _dealt(page)
            echoes: list[float] = await page.evaluate(NOTED)
            await page.close()
    return _figure(game_id, echoes, frames)


async def _dealt(page: Page) -> list[float]:
    """Deal a round; what a frame takes that nobody touched for, after each touch."""
    hand, frames = DealersHand(page, seed=3), []
    while "settled" not in hand.touched:
        if len(hand.touched) > MOST_TOUCHES:
            raise RuntimeError(f"no end after {MOST_TOUCHES} touches: {hand.touched[-5:]}")
        await hand.step()
        frames.append(float(await page.evaluate(FRAME)))
    return frames


def _figure(game_id: str, echoes: list[float], frames: list[float]) -> Figure:
    mine, floor = max(echoes), percentile(frames, 99)
    usual = f"{mine:.1f} ms, half {percentile(echoes, 50):.1f}, n {len(echoes)}"
    name = f"keyed play, longest echo, {game_id.partition('/')[2]}"
    against = f"{floor:.1f} ms an idle frame"
    is_met = mine <= LONGEST_MS
    return Figure(name, usual, against, mine / floor, f"at most {LONGEST_MS:.0f} ms", is_met)
