"""A table that nobody has set up, in Chromium: what to do next, and where to log in."""

from itertools import product
from pathlib import Path

import pytest
from playwright.async_api import Browser, ViewportSize, expect

from config.table import TABLES
from controller.families.tables import load_table
from controller.web.certificate import make_certificate
from drivers.scoreboard.screens import Screens, screens_of
from tests.browser.kiosk_page import EVENTUALLY_MS, IN_CHROMIUM, TALL_WALL, WALL, Table, kiosk_of
from tests.browser.kiosk_scenes import board
from tests.browser.test_other_screens import LEFT_THE_SCREEN
from tests.browser.test_start_pages import scanned

pytestmark = IN_CHROMIUM
NEW = "[scoreboard]\nset_up = true\n"
OPEN = """
[desk]
host = "0.0.0.0"
names = ["table-0a1b2c.local"]
certificate = "desk-certificate.pem"
private_key = "desk-key.pem"
key = "kpz4m8wv2jt7hc3q"
"""
LANGUAGES = ("en", "vi", "zh-Hans", "zh-Hant")
OUTSIDE = LEFT_THE_SCREEN.replace("main *", ".set-up *")


def new_table(folder: Path, more: str = "") -> Screens:
    """The screens of a table file that says nobody has set it up."""
    text = (TABLES / "emulated-baccarat.toml").read_text().replace("[scoreboard]\n", NEW)
    file = folder / "table.toml"
    file.write_text(text + more)
    return screens_of(load_table(file), file)


async def test_a_technician_scans_the_way_to_the_staff_pages(
    browser: Browser, tmp_path: Path
) -> None:
    made = make_certificate("baccarat", ("table-0a1b2c.local",), 30)
    (tmp_path / "desk-certificate.pem").write_bytes(made.certificate)
    screens = new_table(tmp_path, OPEN)
    async with kiosk_of(Table(board(bank=None)), browser, screens=screens) as kiosk:
        code = kiosk.page.locator(".set-up img")
        assert await scanned(code) == "https://table-0a1b2c.local:8400/?door=kpz4m8wv2jt7hc3q"
        shown = kiosk.page.locator('[data-value="fingerprint"]')
        await expect(shown).to_have_text(made.fingerprint)
        await expect(kiosk.page.locator(".set-up li")).to_have_count(5)


async def test_the_board_comes_when_somebody_plays_and_the_steps_when_nobody_does(
    browser: Browser, tmp_path: Path
) -> None:
    table = Table(board(bank=None))
    async with kiosk_of(table, browser, screens=new_table(tmp_path)) as kiosk:
        steps = kiosk.page.locator("section.set-up")
        await expect(steps).to_be_visible(timeout=EVENTUALLY_MS)
        table.news.put_nowait(board(number=table.newest.number + 1))
        await expect(steps).to_be_hidden(timeout=EVENTUALLY_MS)
        table.news.put_nowait(board(bank=None, number=table.newest.number + 2))
        await expect(steps).to_be_visible(timeout=EVENTUALLY_MS)


async def test_a_desk_of_this_machine_alone_has_no_code_for_a_phone(
    browser: Browser, tmp_path: Path
) -> None:
    async with kiosk_of(Table(board(bank=None)), browser, screens=new_table(tmp_path)) as kiosk:
        address = kiosk.page.locator('[data-value="set-up-address"]')
        await expect(address).to_have_text("http://127.0.0.1:8400/", timeout=EVENTUALLY_MS)
        await expect(kiosk.page.locator(".set-up img")).to_have_count(0)


async def test_a_finger_keeps_a_language_and_the_page_turns_without_one(
    browser: Browser, tmp_path: Path
) -> None:
    async with kiosk_of(Table(board(bank=None)), browser, screens=new_table(tmp_path)) as kiosk:
        steps = kiosk.page.locator("section.set-up")
        await expect(steps).to_have_attribute("lang", "en", timeout=EVENTUALLY_MS)
        await expect(steps).to_have_attribute("lang", "vi", timeout=EVENTUALLY_MS)
        await kiosk.page.locator('[data-language="zh-Hant"]').click()
        await expect(steps.locator("h1")).to_have_text("這是一張新牌桌")


async def test_a_table_that_is_set_up_says_nothing_of_it(browser: Browser) -> None:
    file = TABLES / "emulated-baccarat.toml"
    screens = screens_of(load_table(file), file)
    async with kiosk_of(Table(board(bank=None)), browser, screens=screens) as kiosk:
        answer = await kiosk.page.request.get(f"{kiosk.page.url}set-up.json")
        assert answer.status == 404
        await expect(kiosk.page.locator("section.set-up")).to_have_count(0)


@pytest.mark.parametrize(("size", "language"), list(product((WALL, TALL_WALL), LANGUAGES)))
async def test_every_word_stays_on_the_screen_in_every_language(
    browser: Browser, tmp_path: Path, size: ViewportSize, language: str
) -> None:
    made = make_certificate("baccarat", ("table-0a1b2c.local",), 30)
    (tmp_path / "desk-certificate.pem").write_bytes(made.certificate)
    screens = new_table(tmp_path, OPEN)
    asking = f"?lang={language}"
    async with kiosk_of(
        Table(board(bank=None)), browser, size, asking=asking, screens=screens
    ) as kiosk:
        steps = kiosk.page.locator("section.set-up")
        await expect(steps).to_have_attribute("lang", language, timeout=EVENTUALLY_MS)
        assert await kiosk.page.evaluate(OUTSIDE) == []
