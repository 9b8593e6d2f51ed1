"""The floor's page in a real Chromium, with the real daemon: from a hold to its receipt."""

import asyncio
import signal
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio
from playwright.async_api import Browser, ViewportSize, expect

from controller.facts.events import BetsClosed, CardUnreadable, CollectionTaken
from tests.browser.floor_table import PINS, FloorTable, floor_of, floor_table
from tests.browser.kiosk_page import EVENTUALLY_MS, IN_CHROMIUM, TALL_WALL, WALL
from tests.browser.settled import settled
from tests.command import underfelt

pytestmark = IN_CHROMIUM
EARLY = {
    "en": "A card came out before the round was ready.",
    "zh-Hans": "本局没有准备好就出了牌。",
}
MOST_TOUCHES = 3
# A touch on the key that gives the ruling, if it is still there.
GIVE = """() => document.querySelector('[data-control="give"]')?.click()"""


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def table() -> AsyncIterator[FloorTable]:
    async with floor_table() as opened:
        yield opened


@pytest.mark.parametrize(("language", "size"), [("en", WALL), ("zh-Hans", TALL_WALL)])
async def test_from_a_hold_to_its_receipt_are_three_touches_and_a_pin(
    browser: Browser, table: FloorTable, language: str, size: ViewportSize
) -> None:
    async with (
        floor_of(browser, table, "Ann Lee", language, size) as ann,
        floor_of(browser, table, "Bo Chan", language) as bo,
    ):
        table.age_pins()
        table.early_card()
        await ann.is_held(EARLY[language])
        await expect(ann.page.locator('[data-panel="seen"] [data-card="5s"]')).to_have_count(1)
        await expect(ann.page.locator('[data-panel="before"] .line')).to_have_count(5)
        await expect(ann.page.locator("[data-leads] li")).not_to_have_count(0)
        await ann.press("offer-void-round")
        await ann.press("offer-resume")
        await ann.rules("Ann Lee")
        assert table.is_held()
        await ann.press("give")
        await ann.give_pin(PINS["Ann Lee"][1])
        await ann.is_calm()
        assert await ann.touches() <= MOST_TOUCHES
        assert not table.is_held()
        for floor in (ann, bo):
            await floor.shows("[data-receipt]", "Ann Lee")
    logged = table.daemon.errors
    assert "on hold: card-before-betting-ended" in logged
    assert "ended by Ann Lee: resume" in logged


async def test_a_card_that_was_not_read_is_named_and_then_ruled(
    browser: Browser, table: FloorTable
) -> None:
    async with floor_of(browser, table, "Bo Chan", size=TALL_WALL) as bo:
        table.report(BetsClosed(), CollectionTaken(), CardUnreadable(reason="unread"))
        await bo.is_held("The shoe could not read that card.")
        await expect(bo.control("give")).to_have_count(0)
        await bo.press("name-7")
        await bo.press("name-h")
        await bo.shows("[data-leads]", "Banker takes a first card")
        await bo.press("give")
        await bo.is_calm()
        assert table.board.player == ("7h",)
    table.finish("Kc Kd 7c")


async def test_another_person_takes_over_only_by_confirming(
    browser: Browser, table: FloorTable
) -> None:
    async with (
        floor_of(browser, table, "Ann Lee") as ann,
        floor_of(browser, table, "Bo Chan") as bo,
    ):
        table.early_card("6s")
        await ann.is_held(EARLY["en"])
        await ann.press("offer-resume")
        await bo.shows("[data-ruler]", "Ann Lee is ruling on this hold.")
        await expect(bo.control("give")).to_have_count(0)
        await bo.press("take-over")
        await bo.touch(bo.page.locator('[data-answer="no"]'))
        await expect(bo.control("give")).to_have_count(0)
        await bo.press("take-over")
        await bo.touch(bo.page.locator('[data-answer="yes"]'))
        await bo.rules("Bo Chan")
        await ann.shows("[data-ruler]", "Bo Chan is ruling on this hold.")
        await expect(ann.control("give")).to_have_count(0)
        await bo.press("give")
        await bo.is_calm()
        assert not table.is_held()


async def test_a_hand_is_corrected_taken_back_and_put_back(
    browser: Browser, table: FloorTable
) -> None:
    assert table.marks()[:3] == ["Pn", "Bn", "T"]
    async with floor_of(browser, table, "Ann Lee", size=TALL_WALL) as ann:
        await ann.press("view-hands")
        for name in ("hand-1", "correct-hand", "winner-B"):
            await ann.press(name)
        await ann.shows("[data-leads]", "Pn becomes B")
        assert table.marks()[0] == "Pn"
        await ann.press("give")
        await expect(ann.control("hand-1")).to_have_attribute(
            "data-mark", "B", timeout=EVENTUALLY_MS
        )
        await ann.press("hand-2")
        await ann.press("undo-hand")
        await ann.press("give")
        await expect(ann.control("hand-2")).to_have_attribute(
            "data-mark", "T", timeout=EVENTUALLY_MS
        )
        assert table.marks()[:2] == ["B", "T"]
        await ann.press("put-back")
        await ann.touch(ann.page.locator('[data-answer="no"]'))
        assert table.marks()[:2] == ["B", "T"]
        await ann.press("put-back")
        await ann.touch(ann.page.locator('[data-answer="yes"]'))
        await expect(ann.control("hand-2")).to_have_attribute(
            "data-mark", "Bn", timeout=EVENTUALLY_MS
        )
        assert table.marks()[:3] == ["B", "Bn", "T"]


@pytest.mark.long
@pytest.mark.parametrize(("language", "becomes"), [("zh-Hans", "{} 改为 B"), ("vi", "{} thành B")])
async def test_a_hand_is_corrected_in_other_languages(
    browser: Browser, table: FloorTable, language: str, becomes: str
) -> None:
    wrong = next(hand for hand, mark in enumerate(table.marks(), start=1) if mark != "B")
    before = table.marks()
    async with floor_of(browser, table, "Bo Chan", language) as bo:
        await bo.press("view-hands")
        for name in (f"hand-{wrong}", "correct-hand", "winner-B"):
            await bo.press(name)
        await bo.shows("[data-leads]", becomes.format(before[wrong - 1]))
        assert table.marks() == before
        await bo.press("give")
        await expect(bo.control(f"hand-{wrong}")).to_have_attribute(
            "data-mark", "B", timeout=EVENTUALLY_MS
        )


@pytest.mark.parametrize(
    ("language", "put_in"),
    [
        ("zh-Hans", "第 1 靴第 1 局（Pp）补上"),
        pytest.param("en", "Shoe 1, hand 1 (Pp) is put in", marks=pytest.mark.long),
        pytest.param("vi", "Hộp 1, ván 1 (Pp) được thêm", marks=pytest.mark.long),
    ],
)
async def test_a_missing_hand_is_put_in_at_its_place(
    browser: Browser, table: FloorTable, language: str, put_in: str
) -> None:
    before = table.marks()
    async with floor_of(browser, table, "Ann Lee", language) as ann:
        await ann.press("view-hands")
        for name in ("hand-1", "insert-hand", "winner-P", "mark-p"):
            await ann.press(name)
        await ann.shows("[data-leads]", put_in)
        assert table.marks() == before
        await ann.press("give")
        await expect(ann.control("hand-1")).to_have_attribute(
            "data-mark", "Pp", timeout=EVENTUALLY_MS
        )
        assert table.marks() == ["Pp", *before]


async def test_the_past_and_the_shift_are_found(browser: Browser, table: FloorTable) -> None:
    async with floor_of(browser, table, "Ann Lee") as ann:
        await ann.press("view-history")
        await ann.press("group-results")
        await ann.shows("[data-found]", "Round 1 begins")
        await ann.page.locator('[data-field="person"]').fill("Ann Lee")
        await ann.press("group-people")
        await ann.shows("[data-found]", "Ann Lee logged in")
        await ann.press("view-shift")
        await ann.press("hours-4")
        await ann.shows('[data-report="made"]', "an hour while there was play")
        await expect(ann.page.locator(".drawn svg").first).to_be_visible(timeout=EVENTUALLY_MS)


async def test_the_shift_is_printed(table: FloorTable, tmp_path: Path) -> None:
    paper = tmp_path / "shift.pdf"
    done = underfelt("report", "shift", str(table.table.state), "--pdf", str(paper))
    assert done.returncode == 0
    assert paper.read_bytes().startswith(b"%PDF-")


async def test_a_dealer_sees_nothing_of_it(browser: Browser, table: FloorTable) -> None:
    async with floor_of(browser, table, "Cy Diaz") as cy:
        await cy.shows("[data-refused]", "This page is for the floor")
        await expect(cy.control("give")).to_have_count(0)
        await expect(cy.control("view-history")).to_have_count(0)


async def test_nothing_is_pressed_on_old_data(browser: Browser, table: FloorTable) -> None:
    async with floor_of(browser, table, "Ann Lee") as ann:
        table.early_card("7s")
        await ann.is_held(EARLY["en"])
        table.daemon.send(signal.SIGSTOP)
        try:
            old = ann.page.locator("body[data-stale]")
            await expect(old).to_have_count(1, timeout=EVENTUALLY_MS)
            await ann.press("offer-void-round")
            await ann.press("give")
            await ann.shows(".note", "Nothing can be pressed")
        finally:
            table.daemon.send(signal.SIGCONT)
        await expect(old).to_have_count(0, timeout=EVENTUALLY_MS)
        assert table.is_held()
        await ann.press("offer-resume")
        await ann.rules("Ann Lee")
        await ann.press("give")
        await ann.is_calm()


async def test_two_tabs_of_one_person_rule_once(browser: Browser, table: FloorTable) -> None:
    before = table.rulings_taken()
    async with (
        floor_of(browser, table, "Ann Lee") as one,
        floor_of(browser, table, "Ann Lee") as other,
    ):
        table.early_card("8s")
        for tab in (one, other):
            await tab.is_held(EARLY["en"])
            await tab.press("offer-resume")
            await tab.rules("Ann Lee")
        for tab in (one, other):
            await settled(tab.control("give"))
        await asyncio.gather(*(tab.page.evaluate(GIVE) for tab in (one, other)))
        for tab in (one, other):
            await tab.is_calm()
    assert table.rulings_taken() == before + 1


@pytest.mark.parametrize(
    ("language", "over"), [("en", "This hold is over (Ann Lee"), ("zh-Hant", "這次暫停已經結束")]
)
async def test_a_tab_is_told_that_its_hold_is_over_before_it_confirms(
    browser: Browser, table: FloorTable, language: str, over: str
) -> None:
    async with (
        floor_of(browser, table, "Ann Lee") as one,
        floor_of(browser, table, "Ann Lee", language) as other,
    ):
        table.early_card("8d")
        for tab in (one, other):
            await tab.press("offer-resume")
            await tab.rules("Ann Lee")
        table.age_pins()
        before = len(table.rulings())
        for tab in (other, one):
            await tab.press("give")
            await expect(tab.page.locator("[data-dialog=pin]")).to_be_visible(timeout=EVENTUALLY_MS)
        await one.give_pin(PINS["Ann Lee"][1])
        for tab in (one, other):
            await tab.is_calm()
            await expect(tab.page.locator("[data-dialog]")).to_have_count(0, timeout=EVENTUALLY_MS)
        await other.shows(".note[data-tone=refusal]", over)
        await one.shows(".note[data-tone=receipt]", "row")
    assert len(table.rulings()) == before + 1


async def test_a_person_locked_in_mid_ruling_rules_on_nothing(
    browser: Browser, table: FloorTable
) -> None:
    before = len(table.rulings())
    async with floor_of(browser, table, "Ann Lee") as ann:
        table.early_card("9s")
        await ann.is_held(EARLY["en"])
        await ann.press("offer-resume")
        await ann.rules("Ann Lee")
        table.lock("Ann Lee")
        await ann.page.evaluate(GIVE)
        await ann.page.wait_for_url("**/log-in?to=*", timeout=EVENTUALLY_MS)
    assert table.is_held()
    assert len(table.rulings()) == before
