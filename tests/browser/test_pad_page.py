"""The web pad in a real Chromium, with the real daemon: presses, echoes, restarts, exactly once."""

import asyncio
import json
import signal
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from itertools import product
from pathlib import Path

import pytest
from playwright.async_api import Browser, BrowserContext, Page, ViewportSize, expect

from controller.facts.events import BankAccepted, BetsClosed, CollectionTaken, Event, ShoeLoaded
from tests.browser.conftest import PAD_KEY
from tests.browser.kiosk_page import EVENTUALLY_MS, IN_CHROMIUM
from tests.system.processes import OurProcess, TableOnTrial, short_folder, until
from tests.system.reporting import key_in

pytestmark = [*IN_CHROMIUM, pytest.mark.usefixtures("pad_key")]
LANDSCAPE: ViewportSize = {"width": 1280, "height": 800}
PORTRAIT: ViewportSize = {"width": 800, "height": 1280}
# 15 mm at the 96 dots an inch that a CSS pixel stands for.
LEAST_KEY_PX = 15 / 25.4 * 96
HOLD_MS = 800
DUE: tuple[Event, ...] = (ShoeLoaded(decks=8), BankAccepted(), BetsClosed(), CollectionTaken())


class PadOnTrial:
    """A by-hand table with its daemon, its desk and one page of its pad."""

    def __init__(self, table: TableOnTrial, page: Page) -> None:
        self.table = table
        self.page = page
        self.daemon: OurProcess = table.start_daemon()
        table.wait_for_board()
        self.desk = self.serve()

    def serve(self) -> OurProcess:
        desk = self.table.start_part("desk", "--verbose")
        until(lambda: "desk on http" in desk.errors, "the desk")
        return desk

    async def open(self, query: str = "") -> None:
        asked = f"?key={PAD_KEY}{query.replace('?', '&')}"
        await self.page.goto(f"http://127.0.0.1:{self.table.desk_port}/pad{asked}")
        await self.is_up()

    async def is_up(self) -> None:
        await expect(self.page.locator("body")).to_have_attribute(
            "data-link", "up", timeout=EVENTUALLY_MS
        )

    def key(self, name: str):  # type: ignore[no-untyped-def]
        return self.page.locator(f'[data-key="{name}"]')

    async def press(self, *names: str) -> None:
        """Press keys, each when the one before is in the record."""
        for name in names:
            count = len(self.pressed())
            await self.key(name).click(timeout=EVENTUALLY_MS)
            await self.recorded(count + 1)

    async def hold(self, name: str) -> None:
        await self.key(name).click(delay=HOLD_MS, timeout=EVENTUALLY_MS)

    async def recorded(self, count: int) -> None:
        async with asyncio.timeout(EVENTUALLY_MS / 1000):
            while len(self.pressed()) < count:
                await asyncio.sleep(0.02)

    def pressed(self) -> list[str]:
        rows = (json.loads(row[-1]) for row in self.table.events())
        return [row["key"] for row in rows if row["kind"] == "key_pressed"]

    def marks(self) -> list[str]:
        board = self.table.board()
        return [hand.mark for hand in board.shoe.hands] if board and board.shoe else []

    async def says(self, part: str, text: str) -> None:
        place = self.page.locator(f'[data-part="{part}"]')
        await expect(place).to_have_text(text, timeout=EVENTUALLY_MS)


@asynccontextmanager
async def pad_of(
    browser: Browser,
    *events: Event,
    size: ViewportSize = LANDSCAPE,
    game: str = "by-hand",
    added: str = "",
    language: str = "en",
) -> AsyncIterator[PadOnTrial]:
    with short_folder() as folder:
        table = TableOnTrial(Path(folder), game)
        if added:
            table.edit("[devices.lamps-1]", f"{added}[devices.lamps-1]")
        table.edit("[scoreboard]", f'[scoreboard]\nlanguage = "{language}"')
        context: BrowserContext = await browser.new_context(viewport=size)
        try:
            pad = PadOnTrial(table, await context.new_page())
            key_in(table, *events)
            yield pad
        finally:
            await context.close()
            table.close()


async def test_a_result_is_keyed_in_echoed_and_on_the_road(browser: Browser) -> None:
    async with pad_of(browser, *DUE) as pad:
        await pad.open()
        await pad.says("prompt", "Enter the rank of Banker's second card / Enter the result")
        await pad.press("banker", "natural")
        await pad.says("prompt", "Banker and natural: press enter")
        await pad.says("entry", "Banker · natural")
        await expect(pad.key("banker")).to_have_attribute("aria-pressed", "true")
        await pad.press("enter")
        await pad.says("prompt", "Settle every wager and clear the table")
        await pad.key("settled").click()
        await expect(pad.key("settled")).to_have_count(0, timeout=EVENTUALLY_MS)
        assert pad.marks() == ["Bn"]


async def test_a_recorded_key_lights(browser: Browser) -> None:
    async with pad_of(browser, *DUE) as pad:
        await pad.open()
        await pad.page.evaluate(
            """() => {
              window.echoes = [];
              const key = document.querySelector('[data-key="tie"]');
              const seen = () => {
                const echo = key.dataset.echo ?? "none";
                if (window.echoes.at(-1) !== echo) window.echoes.push(echo);
              };
              new MutationObserver(seen).observe(key, { attributeFilter: ["data-echo"] });
            }"""
        )
        await pad.press("tie")
        async with asyncio.timeout(EVENTUALLY_MS / 1000):
            while (echoes := await pad.page.evaluate("window.echoes"))[-1:] != ["none"]:
                await asyncio.sleep(0.05)
        assert echoes == ["sent", "lit", "none"]


async def test_refusals_are_said_on_the_page(browser: Browser) -> None:
    async with pad_of(browser, *DUE) as pad:
        await pad.open()
        await pad.press("enter")
        await pad.says("prompt", "No winner is entered; press Player, Banker or Tie, then enter")


async def test_a_new_shoe_needs_a_hold_and_so_does_a_free_hand(browser: Browser) -> None:
    async with pad_of(browser) as pad:
        await pad.open()
        await pad.press("new-shoe-8")
        await pad.says("prompt", "Hold the new shoe key to begin a new shoe")
        await pad.hold("new-shoe-8")
        await pad.says("standing", "Shoe 1 · 0 hands")
        await pad.press("player")
        await pad.hold("enter")
        await pad.says("standing", "Shoe 1 · 1 hand")
        board = pad.table.board()
        assert board is not None
        assert board.shoe is not None
        assert board.shoe.hands[0].is_free


async def test_a_finger_that_slides_off_presses_nothing(browser: Browser) -> None:
    async with pad_of(browser, *DUE) as pad:
        await pad.open()
        await pad.key("tie").hover()
        await pad.page.mouse.down()
        await pad.key("natural").hover()
        await pad.page.mouse.up()
        await pad.press("banker")
        assert pad.pressed() == ["banker"]


async def test_a_press_while_the_daemon_is_away_counts_once_when_it_is_back(
    browser: Browser,
) -> None:
    async with pad_of(browser, *DUE) as pad:
        await pad.open()
        await pad.press("banker")
        pad.daemon.end(signal.SIGKILL)
        await pad.key("natural").click()
        await pad.says("trouble", "Not recorded yet. Wait.")
        await pad.key("banker-pair").click()
        # The page starts again as well; what it could not deliver is kept in the browser.
        await pad.page.reload()
        pad.daemon = pad.table.start_daemon()
        await pad.is_up()
        await pad.recorded(2)
        await pad.press("enter")
        assert pad.pressed() == ["banker", "natural", "enter"]
        await pad.says("prompt", "Settle every wager and clear the table")


async def test_a_page_outlives_its_server_and_reloads_press_nothing_again(
    browser: Browser,
) -> None:
    async with pad_of(browser, *DUE) as pad:
        await pad.open()
        await pad.press("player")
        pad.desk.end(signal.SIGKILL)
        await pad.says("trouble", "The table does not answer. Keys are off.")
        await pad.key("tie").click()
        pad.desk = pad.serve()
        await pad.is_up()
        await pad.page.reload()
        await pad.is_up()
        await pad.says("entry", "Player")
        await pad.press("enter")
        assert pad.pressed() == ["player", "enter"]


SPOKEN = (
    ("?lang=zh", "zh-Hans", "还没有结果；请按闲、庄或和，再按确认", "确认"),
    ("?lang=vi", "vi", "Chưa nhập bên thắng; bấm Con, Cái hoặc Hòa, rồi Nhập", "Nhập"),
    ("?lang=xx", "en", "No winner is entered; press Player, Banker or Tie, then enter", "Enter"),
)


async def test_the_table_speaks_the_language_the_page_asks_for(browser: Browser) -> None:
    async with pad_of(browser, *DUE) as pad:
        for query, spoken, said, label in SPOKEN:
            await pad.open(query)
            await pad.press("enter")
            await pad.says("prompt", said)
            await expect(pad.key("enter").locator(".label")).to_have_text(label)
            await expect(pad.page.locator("html")).to_have_attribute("lang", spoken)


async def test_a_pad_that_asks_for_nothing_speaks_the_tables_language(browser: Browser) -> None:
    async with pad_of(browser, *DUE, language="vi") as pad:
        await pad.open()
        await pad.says("prompt", "Nhập số của lá thứ hai bên Cái / Nhập kết quả")
        await expect(pad.page.locator("html")).to_have_attribute("lang", "vi")


# What is too small, cut or out of sight on the page.
UNFIT = """(least) => {
  const keys = [...document.querySelectorAll(".key")].filter((key) => {
    const { width, height } = key.getBoundingClientRect();
    const isCut = [...key.children].some((word) => word.scrollWidth > key.clientWidth);
    return Math.min(width, height) < least || isCut;
  });
  const due = document.querySelector(".due");
  const hidden = [
    ...(document.documentElement.scrollHeight > innerHeight ? ["page"] : []),
    ...(due.scrollHeight > due.clientHeight ? ["due"] : []),
  ];
  return [...keys.map((key) => key.dataset.key), ...hidden];
}"""


async def test_every_key_is_big_enough_and_no_word_is_cut(browser: Browser) -> None:
    async with pad_of(browser, *DUE[:2]) as pad:
        unfit = {}
        for wanted, events in (("close-bets", ()), ("rank-K", DUE[2:])):
            key_in(pad.table, *events)
            for language, size in product(("en", "zh", "vi"), (LANDSCAPE, PORTRAIT)):
                await pad.page.set_viewport_size(size)
                await pad.open(f"?lang={language}")
                await expect(pad.key(wanted)).to_have_count(1, timeout=EVENTUALLY_MS)
                found = await pad.page.evaluate(UNFIT, LEAST_KEY_PX)
                unfit[wanted, language, size["width"]] = found
        assert {where: found for where, found in unfit.items() if found} == {}
        assert len(unfit) == 12
