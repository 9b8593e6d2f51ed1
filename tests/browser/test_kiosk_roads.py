"""The five roads and the ask marks on the page are those of the view."""

from typing import Any

import pytest
from playwright.async_api import Browser, ViewportSize, expect

from controller.facts.board import HandMark
from tests.browser.kiosk_page import (
    EVENTUALLY_MS,
    IN_CHROMIUM,
    TALL_WALL,
    WALL,
    Kiosk,
    Table,
    kiosk_of,
    screens_with,
)
from tests.browser.kiosk_scenes import board, dealt, hands

pytestmark = IN_CHROMIUM

DERIVED = ("big_eye_boy", "small_road", "cockroach_pig")
# Where a tail meets a tail, the two tail rules differ.
TAIL_ON_TAIL = hands("B " * 9 + "P " * 10 + "B P B")

# Every mark of a plate: column, row, and what it is.
MARKS = """(name) => [...document.querySelectorAll(`[data-part="${name}"] .mark`)].map(node => {
  const [column, row] = node.getAttribute("transform").match(/[\\d.]+/g).map(Number);
  const has = (selector) => node.querySelector(selector) !== null;
  const side = ["P", "B", "T"].find((letter) => has(`.bead.side-${letter}, .ring.side-${letter}`));
  return { column: column - 0.5, row: row - 0.5, winner: side ?? null,
    colour: node.querySelector(".derived")?.dataset.colour ?? null,
    ties: has(".ties") ? Number(node.querySelector(".tie-count")?.textContent ?? 1) : 0,
    banker_pair: has(".dot.side-B"), player_pair: has(".dot.side-P"), natural: has(".natural"),
    bonus: has(".bonus") };
})"""
# Is the newest mark of a plate inside it?
NEWEST_VISIBLE = """(name) => {
  const plate = document.querySelector(`[data-part="${name}"]`).getBoundingClientRect();
  const marks = document.querySelectorAll(`[data-part="${name}"] .mark`);
  const mark = marks[marks.length - 1].getBoundingClientRect();
  return mark.left >= plate.left - 1 && mark.right <= plate.right + 1
    && mark.top >= plate.top - 1 && mark.bottom <= plate.bottom + 1;
}"""


def hand_cell(cell: dict[str, Any]) -> dict[str, Any]:
    same = ("column", "row", "winner", "ties", "banker_pair", "player_pair", "natural")
    return {name: cell[name] for name in same} | {"colour": None, "bonus": bool(cell["bonuses"])}


async def assert_roads_are_the_views(kiosk: Kiosk) -> None:
    roads = kiosk.view["shoe"]["roads"]
    for name in ("bead_plate", "big_road"):
        shown = await kiosk.page.evaluate(MARKS, name.replace("_", "-"))
        assert shown == [hand_cell(cell) for cell in roads[name]], name
    for name in DERIVED:
        shown = await kiosk.page.evaluate(MARKS, name.replace("_", "-"))
        drawn = [{key: mark[key] for key in ("column", "row", "colour")} for mark in shown]
        assert drawn == roads[name], name


async def asked(kiosk: Kiosk) -> dict[str, dict[str, str]]:
    rows = {}
    for side in ("banker", "player"):
        marks = kiosk.page.locator(f'[data-ask="{side}"] .ask-mark')
        rows[side] = await marks.evaluate_all(
            "nodes => Object.fromEntries(nodes.map(n => [n.dataset.road, n.dataset.colour]))"
        )
    return rows


def to_ask(view: dict[str, Any]) -> dict[str, dict[str, str]]:
    following = view["shoe"]["roads"]["next"]
    return {
        side: {road: following[side][road] or "none" for road in DERIVED}
        for side in ("banker", "player")
    }


SHOES = {
    "a dealt shoe": dealt(80),
    "another": dealt(72, seed=3),
    "leading ties": hands("T T B P P T B"),
    "eighteen in a row": hands("P " + "B " * 18 + "P B"),
    "a tail on a tail": TAIL_ON_TAIL,
    "ping pong": hands("B P " * 20),
    "bonuses": (*dealt(9), HandMark(mark="B", bonuses=("dragon-7",))),
}


@pytest.mark.parametrize("shoe", SHOES)
async def test_every_mark_of_every_road_is_the_views(browser: Browser, shoe: str) -> None:
    async with kiosk_of(Table(board(SHOES[shoe])), browser) as kiosk:
        await assert_roads_are_the_views(kiosk)
        assert await asked(kiosk) == to_ask(kiosk.view)


async def test_ask_marks_follow_every_hand(browser: Browser) -> None:
    played, table = hands("B P P B B T P B P P"), Table(board())
    async with kiosk_of(table, browser) as kiosk:
        for count in range(1, len(played) + 1):
            table.news.put_nowait(board(played[:count]))
            await kiosk.drawn(100 + count)
            assert await asked(kiosk) == to_ask(kiosk.view)
        assert "none" not in (await asked(kiosk))["banker"].values()


async def test_a_room_may_hide_the_ask_marks(browser: Browser) -> None:
    async with kiosk_of(Table(board(dealt(40))), browser, screens=screens_with(ask=False)) as kiosk:
        await expect(kiosk.page.locator(".ask")).to_be_hidden()
        assert await kiosk.count("[data-ask]") == 0


async def test_red_and_blue_differ_in_shape_too(browser: Browser) -> None:
    async with kiosk_of(Table(board(dealt(40))), browser) as kiosk:
        for road in ("big-eye-boy", "small-road", "cockroach-pig"):
            red = await kiosk.page.locator(f".{road} .colour-red").first.inner_html()
            blue = await kiosk.page.locator(f".{road} .colour-blue").first.inner_html()
            assert red != blue


async def test_a_tail_stays_or_drops_as_the_room_says(browser: Browser) -> None:
    rows = {}
    for tail in ("stay", "drop"):
        screens = screens_with(tail=tail)
        async with kiosk_of(Table(board(TAIL_ON_TAIL)), browser, screens=screens) as kiosk:
            await assert_roads_are_the_views(kiosk)
            marks = await kiosk.page.evaluate(MARKS, "big-road")
            rows[tail] = [mark["row"] for mark in marks[14:19]]
    assert rows == {"stay": [4, 4, 4, 4, 4], "drop": [4, 4, 4, 5, 5]}


async def test_leading_ties_wait_in_the_first_cell(browser: Browser) -> None:
    table = Table(board(hands("T T T")))
    async with kiosk_of(table, browser) as kiosk:
        await expect(kiosk.page.locator(".big-road .tie-count")).to_have_text("3")
        assert await kiosk.count(".big-road .plate .ring") == 0
        table.news.put_nowait(board(hands("T T T B")))
        await kiosk.drawn(104)
        await assert_roads_are_the_views(kiosk)
        await expect(kiosk.page.locator(".big-road .ring .tie-count")).to_have_text("3")


async def test_a_shoe_of_ties_alone_counts_them_in_one_cell(browser: Browser) -> None:
    async with kiosk_of(Table(board(hands("T " * 15))), browser) as kiosk:
        await expect(kiosk.page.locator(".big-road .tie-count")).to_have_text("15")
        assert await kiosk.count(".bead-plate .plate .bead") == 15
        for road in ("big-eye-boy", "small-road", "cockroach-pig"):
            assert await kiosk.count(f".{road} .mark") == 0


@pytest.mark.parametrize("size", [WALL, TALL_WALL], ids=["lying", "standing"])
@pytest.mark.parametrize("marks", ["B P " * 100, "B " * 200], ids=["ping-pong", "one-dragon"])
async def test_the_newest_of_two_hundred_hands_is_in_view(
    browser: Browser, size: ViewportSize, marks: str
) -> None:
    async with kiosk_of(Table(board(hands(marks))), browser, size) as kiosk:
        for plate in ("bead-plate", "big-road", "big-eye-boy", "small-road", "cockroach-pig"):
            if await kiosk.count(f".{plate} .mark"):
                assert await kiosk.page.evaluate(NEWEST_VISIBLE, plate), plate


async def test_a_wall_shows_forty_eight_columns_of_the_big_road(browser: Browser) -> None:
    async with kiosk_of(Table(board(dealt(40))), browser) as kiosk:
        plate = kiosk.page.locator('[data-part="big-road"]')
        assert int(await plate.get_attribute("data-columns") or 0) >= 48


async def test_a_new_hand_leaves_the_earlier_marks_alone(browser: Browser) -> None:
    played, table = dealt(41), Table(board(dealt(40)))
    async with kiosk_of(table, browser) as kiosk:
        old = kiosk.page.locator(".bead-plate .mark").first
        await old.evaluate("node => { node.dataset.old = 'yes'; }")
        table.news.put_nowait(board(played))
        await kiosk.drawn(141)
        assert await kiosk.count('.bead-plate .mark[data-old="yes"]') == 1
        assert await kiosk.count(".bead-plate .mark") == 41


async def test_dragon_and_panda_are_told_apart_by_letter(browser: Browser) -> None:
    played = (HandMark(mark="B", bonuses=("dragon-7",)), HandMark(mark="P", bonuses=("panda-8",)))
    async with kiosk_of(Table(board(played)), browser) as kiosk:
        letters = kiosk.page.locator(".bead-plate .bead.bonus .letter")
        assert await letters.all_text_contents() == ["D", "8"]


async def test_a_new_shoe_clears_every_road(browser: Browser) -> None:
    table = Table(board(dealt(40)))
    async with kiosk_of(table, browser) as kiosk:
        shoe = board().shoe
        assert shoe is not None
        fresh = shoe.model_copy(update={"number": 4})
        table.news.put_nowait(board(shoe=fresh, number=900))
        await kiosk.drawn(900)
        assert await kiosk.count(".road .mark") == 0


async def test_the_newest_cell_glows_unless_less_motion_is_asked(browser: Browser) -> None:
    table = Table(board(dealt(3)))
    async with kiosk_of(table, browser) as kiosk:
        newest = kiosk.page.locator(".bead-plate .newest")
        table.news.put_nowait(board(dealt(4)))
        await expect(newest).to_have_css("animation-name", "glow", timeout=EVENTUALLY_MS)
        await kiosk.page.emulate_media(reduced_motion="reduce")
        await expect(newest).to_have_css("animation-name", "none", timeout=EVENTUALLY_MS)
        assert await kiosk.count(".bead-plate .mark") == 4
