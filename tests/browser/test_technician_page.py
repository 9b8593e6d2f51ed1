"""The technician's page in a real Chromium: a device lost, seen, cured and tried; its alarms."""

from collections.abc import AsyncIterator

import pytest
import pytest_asyncio
from playwright.async_api import Browser, ViewportSize, expect

from config.words import languages, words
from controller.facts.roles import DEMONSTRATION_FLOOR, DEMONSTRATION_TECHNICIAN
from tests.browser.desk_page import PAD
from tests.browser.kiosk_page import EVENTUALLY_MS, IN_CHROMIUM, TALL_WALL, WALL
from tests.browser.technician_table import TechnicianTable, technician_of, technician_table

pytestmark = IN_CHROMIUM
LOST = '[data-device="lamps-1"][data-state="unavailable"]'
READY = '[data-device="lamps-1"][data-state="ready"]'
# The table waits for its pad, and goes on without its lamps.
ALARM = '.alarm:has-text("pad-1")'
FINDING = '.finding[data-subject="lamps-1"][data-verdict="bad"]'
WORDS = {
    "en": ("lost", "check its cable and power", "bank lamp of seat 3", "lamps-1 is being tried"),
    "zh-Hans": ("失联", "请检查线缆和电源", "3 号座庄家灯", "正在测试 lamps-1"),
    "vi": ("mất", "hãy kiểm tra cáp và nguồn", "đèn nhà cái ghế 3", "Đang thử lamps-1"),
}


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def table() -> AsyncIterator[TechnicianTable]:
    async with technician_table() as opened:
        yield opened


@pytest.mark.parametrize(
    ("language", "size"),
    [
        ("en", WALL),
        ("zh-Hans", TALL_WALL),
        pytest.param("vi", TALL_WALL, marks=pytest.mark.long),
    ],
)
async def test_a_lost_device_is_seen_cured_and_tried(
    browser: Browser, table: TechnicianTable, language: str, size: ViewportSize
) -> None:
    lost, cure, lit, testing = WORDS[language]
    async with technician_of(browser, table, language, size) as technician:
        table.silence("lamps-1")
        await technician.sees(f"{LOST} .state", lost)
        await technician.sees(f"{LOST} .reason", cure)
        await technician.press("sheet-findings")
        await technician.press("look-again")
        await technician.sees(FINDING, cure)
        table.mend("lamps-1")
        await technician.press("sheet-devices")
        await technician.sees(READY)
        await technician.press("sheet-findings")
        await technician.press("look-again")
        await technician.sees_no(FINDING)
        await technician.press("sheet-devices")
        await technician.press("try-lamps-1")
        await technician.answer("no")
        assert table.board.tested is None
        await technician.press("try-lamps-1")
        await technician.answer("yes")
        await technician.sees("h2", testing)
        assert table.board.hold is not None
        await technician.press("light-3")
        await technician.sees(".heard", lit)
        await technician.press("end-test")
        await technician.sees(READY)
        assert table.board.hold is None


@pytest.mark.parametrize("language", languages())
async def test_why_a_device_is_lost_is_told_to_floor_and_technician_in_their_language(
    browser: Browser, table: TechnicianTable, language: str
) -> None:
    table.silence("pad-1")
    why = words(language).say(table.lost("pad-1"))
    for who in (DEMONSTRATION_FLOOR, DEMONSTRATION_TECHNICIAN):
        async with technician_of(browser, table, language, PAD, who) as person:
            await person.sees(ALARM, why)
            await person.sees("main", why)
    table.mend("pad-1")


async def test_an_alarm_is_raised_acknowledged_and_closed_by_its_condition(
    browser: Browser, table: TechnicianTable
) -> None:
    async with technician_of(browser, table) as technician:
        table.silence("pad-1")
        await technician.sees(f"{ALARM}[data-priority=high][data-loud]")
        await expect(technician.page.locator("body[data-sounds=high]")).to_have_count(1)
        assert "pad-1" in table.alarms()
        await technician.touch(technician.page.locator(f"{ALARM} [data-control=acknowledge]"))
        await technician.sees(ALARM, "seen")
        await technician.sees_no("body[data-sounds=high]")
        table.mend("pad-1")
        await technician.sees_no(ALARM)


async def test_an_alarm_that_nobody_saw_stays_until_somebody_does(
    browser: Browser, table: TechnicianTable
) -> None:
    async with technician_of(browser, table) as technician:
        table.silence("pad-1")
        await technician.sees(f"{ALARM}[data-loud]")
        table.mend("pad-1")
        await technician.sees(ALARM, "over at")
        await technician.sees_no("body[data-sounds]")
        await technician.touch(technician.page.locator(f"{ALARM} [data-control=acknowledge]"))
        await technician.sees_no(ALARM)


async def test_an_alarm_flashes_as_its_table_says(browser: Browser, table: TechnicianTable) -> None:
    async with technician_of(browser, table) as technician:
        table.silence("pad-1")
        place = technician.page.locator(f"{ALARM}[data-loud]").first
        await expect(place).to_be_visible(timeout=EVENTUALLY_MS)
        lasts = await place.evaluate("node => getComputedStyle(node).animationDuration")
        assert 1.4 <= 1 / float(lasts.removesuffix("s")) <= 2.8
        table.mend("pad-1")
        await technician.sees(".alarm", "over at")
        await technician.press("acknowledge")


async def test_a_bundle_is_handed_out(browser: Browser, table: TechnicianTable) -> None:
    async with technician_of(browser, table) as technician:
        await technician.press("sheet-findings")
        async with technician.page.expect_download() as download:
            await technician.press("bundle")
        assert (await download.value).suggested_filename.endswith(".zip")


async def test_the_staff_is_kept_on_the_page(browser: Browser, table: TechnicianTable) -> None:
    async with technician_of(browser, table) as technician:
        await technician.press("sheet-staff")
        await technician.page.fill('input[name="person"]', "Eve Ng")
        await technician.press("add-dealer")
        await technician.answer("no")
        await technician.sees_no('[data-person="Eve Ng"]')
        await technician.press("add-dealer")
        await technician.answer("yes")
        for _twice in range(2):
            for key in ("7", "3", "9", "2", "enter"):
                await technician.touch(technician.page.locator(f'[data-key="{key}"]'))
        await technician.sees('[data-person="Eve Ng"]', "dealer")
        await technician.press("lock-Eve Ng")
        await technician.answer("no")
        await technician.sees_no('[data-person="Eve Ng"][data-locked]')
        await technician.press("lock-Eve Ng")
        await technician.answer("alarm")
        await technician.sees('[data-person="Eve Ng"][data-locked]', "locked")
