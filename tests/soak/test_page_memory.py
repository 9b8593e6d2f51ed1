"""A page left open for eight hours of play does not grow.

`SOAK_ROUNDS` says how many rounds: 500 are about eight hours at a human pace, 150 take minutes.
"""

import asyncio
import os
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from playwright.async_api import CDPSession, Page, async_playwright

from tests.chromium import ENGINE, FLAGS, MISSING
from tests.system.processes import TableOnTrial, short_folder

ROUNDS = int(os.environ.get("SOAK_ROUNDS", "500"))
PACE = os.environ.get("SOAK_PACE", "60")
MOST_GROWTH = 1.10
# Like is compared with like: the page of a long shoe holds more marks than that of a new one.
FROM_HAND, TO_HAND = 40, 70
pytestmark = [
    pytest.mark.browser,
    pytest.mark.timeout(4 * 3600),
    pytest.mark.skipif(ENGINE is None, reason=MISSING),
]


class Size(NamedTuple):
    """What a page holds after a collection of garbage."""

    heap_kb: float
    nodes: float
    listeners: float


@pytest.fixture
def table() -> Iterator[TableOnTrial]:
    with short_folder() as folder:
        found = TableOnTrial(Path(folder), "baccarat")
        yield found
        found.close()


async def size_of(session: CDPSession) -> Size:
    await session.send("HeapProfiler.collectGarbage")
    answer: dict[str, Any] = await session.send("Performance.getMetrics")
    found = {metric["name"]: metric["value"] for metric in answer["metrics"]}
    return Size(found["JSHeapUsedSize"] / 1024, found["Nodes"], found["JSEventListeners"])


def least(sizes: list[Size]) -> Size:
    """What a shoe's page cannot do without: garbage not yet collected only adds."""
    return Size(*(min(values) for values in zip(*sizes, strict=True)))


async def reach(page: Page, url: str) -> None:
    for _ in range(600):
        try:
            await page.goto(url)
        except Exception:
            await asyncio.sleep(0.2)
        else:
            return
    raise AssertionError(f"{url} does not answer")


async def collect(table: TableOnTrial, session: CDPSession, rounds: int) -> dict[int, list[Size]]:
    """Sizes by shoe, taken in the middle of each, until so many rounds are played."""
    sizes: dict[int, list[Size]] = defaultdict(list)
    while True:
        board = await asyncio.to_thread(table.wait_for_board)
        if board.round > rounds:
            return sizes
        hands = len(board.shoe.hands) if board.shoe else 0
        if board.shoe and FROM_HAND <= hands < TO_HAND:
            sizes[board.shoe.number].append(await size_of(session))
        await asyncio.sleep(0.5)


async def test_the_page_is_as_small_at_the_end_as_after_its_first_shoe(
    table: TableOnTrial,
) -> None:
    table.start_run("--pace", PACE)
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=ENGINE, args=FLAGS)
        page = await browser.new_page(viewport={"width": 1920, "height": 1080})
        await reach(page, f"http://127.0.0.1:{table.port}/")
        session = await page.context.new_cdp_session(page)
        await session.send("Performance.enable")
        shoes = await collect(table, session, ROUNDS)
        drawn = int(await page.evaluate("() => document.body.dataset.number"))
        await browser.close()
    numbers = sorted(shoes)
    assert len(numbers) >= 2, f"{ROUNDS} rounds are too few; two shoes are needed"
    for number in numbers:
        print(f"shoe {number}: {len(shoes[number])} samples, least {least(shoes[number])}")
    # The first shoe warms the page up when there are more to compare.
    first, last = least(shoes[numbers[min(1, len(numbers) - 2)]]), least(shoes[numbers[-1]])
    assert drawn > ROUNDS
    assert last.heap_kb <= first.heap_kb * MOST_GROWTH
    assert last.nodes <= first.nodes * MOST_GROWTH
    assert last.listeners <= first.listeners * MOST_GROWTH
