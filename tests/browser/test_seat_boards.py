"""The boards of games without roads: totals, nothing overlapping, letters, the walk, history."""

import re
from time import time

import pytest
from playwright.async_api import Browser, ViewportSize, expect

from tests.browser.kiosk_page import EVENTUALLY_MS, IN_CHROMIUM, TALL_WALL, WALL
from tests.browser.seat_boards import SeatBoard, is_paying, seat_board
from tests.played_table import PlayedTable
from tests.shown_hands import show_all

pytestmark = IN_CHROMIUM

TABLES = (
    "three-card",
    "fortune",
    "tiles",
    "pan9",
    "twenty-one",
    "holdem",
    "caribbean",
    "casino-99/chinese-poker",
)
ROUNDS = 22
# What must not cover one another: hands with their pills, seats, and what stands on the felt.
OVERLAPPING = """() => {
  const on = ".big-table .hand:not(.bank-hand .hand), .seat, .bank-place, .bank-hand";
  const things = [...document.querySelectorAll(`${on}, .pill.action, .pill.first`)];
  const boxes = things.map((node) => ({ node, box: node.getBoundingClientRect() }));
  const apart = (a, b) => a.right <= b.left + 2 || b.right <= a.left + 2
    || a.bottom <= b.top + 2 || b.bottom <= a.top + 2;
  const name = ({ node }) => `${node.getAttribute("class")} ${node.textContent}`;
  return boxes.flatMap((one, index) => boxes.slice(index + 1)
    .filter((other) => !one.node.contains(other.node) && !apart(one.box, other.box))
    .map((other) => `${name(one)} | ${name(other)}`));
}"""
# Type on the glass, in pixels, of everything a player reads from his seat.
SMALL = """() => {
  const read = ".state-word, .big-table text, .pays .outcome, .pays b.pays, .past:not(.long), "
    + ".figure *, .leads-to *, .windows li, .rounds tbody th";
  return [...document.querySelectorAll(read)]
    .filter((node) => node.checkVisibility() && node.textContent.trim())
    .map((node) => {
      const scale = node.getScreenCTM ? node.getScreenCTM().a : 1;
      return [parseFloat(getComputedStyle(node).fontSize) * scale, node.textContent];
    })
    .filter(([size]) => size < 31.5)
    .map(([size, text]) => `${Math.round(size)} px: ${text}`);
}"""
OUTSIDE = """() => [...document.querySelectorAll(".panel")]
  .filter((panel) => panel.checkVisibility())
  .flatMap((panel) => {
    const edge = panel.getBoundingClientRect();
    return [...panel.querySelectorAll("*")]
      .filter((node) => node.checkVisibility() && node.textContent.trim())
      .filter((node) => !node.closest(".bench"))
      .filter((node) => {
        const box = node.getBoundingClientRect();
        return box.left < edge.left - 1 || box.right > edge.right + 1
          || box.top < edge.top - 1 || box.bottom > edge.bottom + 1;
      })
      .map((node) => `${panel.className}: ${node.textContent}`);
  })"""


def played(name: str, seed: int = 3) -> PlayedTable:
    table = PlayedTable(name, seed, round(time() * 1000) - 3_600_000)
    table.rounds(ROUNDS)
    return table


@pytest.mark.parametrize("name", TABLES)
async def test_nothing_overlaps_and_all_can_be_read_from_four_metres(
    browser: Browser, name: str
) -> None:
    table = played(name)
    table.until(is_paying)
    async with seat_board(browser, table) as board:
        page = board.kiosk.page
        for size in (WALL, TALL_WALL):
            await page.set_viewport_size(size)
            await expect(page.locator("body")).to_have_attribute(
                "data-sized", f"{size['width']}x{size['height']}"
            )
            assert await page.evaluate(OVERLAPPING) == []
            assert await page.evaluate(SMALL) == []
            assert await page.evaluate(OUTSIDE) == []
        assert board.kiosk.complaints == []


@pytest.mark.parametrize(
    ("name", "language", "called"),
    [
        ("fortune", "en", r"Pair|high"),
        ("tiles", "zh-Hans", r"点|双|至尊|杂|杠|王"),
        *(
            pytest.param(*each, marks=pytest.mark.long)
            for each in (
                ("fortune", "zh-Hant", r"一對|高"),
                ("tiles", "en", r"\d|pair|Chop|Gee|Gong|Wong"),
                ("three-card", "vi", r"Đôi|cao"),
                ("holdem", "zh-Hans", r"一对|两对"),
                ("caribbean", "en", r"Pair|high"),
            )
        ),
    ],
)
async def test_hands_that_were_keyed_in_lie_open_with_their_names(
    browser: Browser, name: str, language: str, called: str
) -> None:
    table = played(name)
    table.until(lambda board: len([each for each in board.to_show if each.seat]) >= 3)
    show_all(table)
    async with seat_board(browser, table, WALL, f"?lang={language}") as board:
        page = board.kiosk.page
        for size in (WALL, TALL_WALL):
            await page.set_viewport_size(size)
            await expect(page.locator("body")).to_have_attribute(
                "data-sized", f"{size['width']}x{size['height']}"
            )
            assert await page.evaluate(OVERLAPPING) == []
            # Five cards at a seat are small; their name tells them.
            assert await page.evaluate(SMALL.replace(".big-table text", ".pill text")) == []
        names = await page.locator(".big-table .pill.total").all_text_contents()
        assert len(names) >= 3
        assert any(re.search(called, each) for each in names)
        assert board.kiosk.complaints == []


@pytest.mark.parametrize("language", ["zh-Hans", "zh-Hant", "vi"])
@pytest.mark.parametrize("size", [WALL, TALL_WALL], ids=["lying", "standing"])
async def test_a_board_holds_in_every_language(
    browser: Browser, language: str, size: ViewportSize
) -> None:
    table = played("twenty-one")
    table.until(is_paying)
    async with seat_board(browser, table, size, f"?lang={language}&theme=bright") as board:
        page = board.kiosk.page
        assert await page.evaluate(OVERLAPPING) == []
        await page.wait_for_function(f"({OUTSIDE})().length === 0")


async def test_totals_of_twenty_one_stand_at_their_seats_with_what_they_came_to(
    browser: Browser,
) -> None:
    table = played("twenty-one")
    table.until(is_paying)
    words = {"hard": "{}", "soft": "Soft {}", "over": "Over {}", "natural": "Natural"}
    async with seat_board(browser, table) as board:
        page = board.kiosk.page
        for hand in table.board.hands:
            pill = page.locator(f'[data-hand-of="{hand.seat}"] .pill.total').first
            kind, points = hand.count
            await expect(pill).to_contain_text(words[kind].format(points))
            await expect(pill).to_have_class(re.compile(rf"\b{hand.result}\b"))
        bank = table.board.bank_hand
        assert bank is not None
        shown = page.locator(".bank-hand [data-card]")
        assert await shown.count() == len(bank.cards)


async def test_nine_shows_backs_until_hands_are_turned_and_points_then(browser: Browser) -> None:
    table = played("pan9")
    table.until(lambda board: any(sum(hand.down) == 3 for hand in board.hands))
    async with seat_board(browser, table) as board:
        page = board.kiosk.page
        assert await page.locator(".hand .deck-back").count() >= 3
        assert await page.locator(".hand [data-card]").count() == 0
        await board.show(table.until(is_paying))
        for hand in table.board.hands:
            pill = page.locator(f'[data-hand-of="{hand.seat}"] .pill.total')
            await expect(pill).to_have_text(hand.count[0])


WALKED = """() => {
  window.walked = [];
  new MutationObserver((changes) => {
    for (const { target } of changes) {
      if (!target.matches?.(".seat.counting, .seat.counted")) continue;
      const seat = Number(target.dataset.seat);
      if (window.walked.at(-1) !== seat) window.walked.push(seat);
    }
  }).observe(document.body, { subtree: true, attributes: true, attributeFilter: ["class"] });
}"""


async def _counted(board: SeatBoard) -> list[int]:
    """Send the picture in which the dice are counted; the seats the count is to pass."""
    news = board.played.until(lambda board: board.count is not None)
    await board.show(news)
    assert news.count is not None
    return list(news.count.walk)


async def test_the_count_walks_seat_by_seat_and_stays_at_the_counted_one(browser: Browser) -> None:
    table = played("tiles")
    async with seat_board(browser, table) as board:
        page = board.kiosk.page
        await page.evaluate(WALKED)
        walk = await _counted(board)
        await expect(page.locator(".seat.counted")).to_have_attribute(
            "data-seat", str(walk[-1]), timeout=EVENTUALLY_MS
        )
        assert await page.evaluate("window.walked") == walk


async def test_who_wants_less_motion_sees_where_the_count_ended(browser: Browser) -> None:
    table = played("tiles")
    async with seat_board(browser, table) as board:
        page = board.kiosk.page
        await page.emulate_media(reduced_motion="reduce")
        walk = await _counted(board)
        assert await page.locator(".seat.counted").get_attribute("data-seat") == str(walk[-1])
        assert await page.locator(".seat.counting").count() == 0


async def test_a_game_without_a_button_says_nothing_of_the_action(browser: Browser) -> None:
    table = played("holdem")
    table.until(lambda board: board.window == "flop")
    async with seat_board(browser, table) as board:
        page = board.kiosk.page
        await expect(page.locator(".windows .now")).to_have_text("Flop")
        assert await page.locator(".common .deck-back").count() == 3
        assert "Action" not in await page.locator("main").inner_text()


async def test_the_bank_s_seat_is_told_once(browser: Browser) -> None:
    table = played("fortune")
    async with seat_board(browser, table) as board:
        assert await board.kiosk.page.locator("[data-bank]").count() == 1
        assert await board.kiosk.page.locator(".crown").count() == 1


async def _history(board: SeatBoard) -> list[str]:
    page = board.kiosk.page
    await expect(page.locator(".rounds thead th")).to_have_count(21, timeout=EVENTUALLY_MS)
    return await page.locator(".rounds tr").all_inner_texts()


async def test_the_last_twenty_rounds_are_there_after_a_reload_and_a_restart(
    browser: Browser,
) -> None:
    table = played("pan9")
    async with seat_board(browser, table) as board:
        before = await _history(board)
        assert "\t".join(str(number) for number in range(3, 23)) in before[0]
        await board.kiosk.page.reload()
        assert await _history(board) == before
    async with seat_board(browser, table) as board:
        assert await _history(board) == before
        await expect(board.kiosk.page.locator(".figure.hands b")).to_have_text(re.compile(r"\d+"))


async def test_tower_and_scorecard_tell_the_rounds_of_the_record(browser: Browser) -> None:
    table = played("pan9")
    async with seat_board(browser, table, asking="tower") as board:
        floors = board.kiosk.page.locator("[data-round]")
        await expect(floors).to_have_count(10, timeout=EVENTUALLY_MS)
        assert await floors.first.get_attribute("data-round") == "22"
        assert await board.kiosk.page.evaluate(OUTSIDE) == []
    async with seat_board(browser, table, asking="scorecard") as board:
        rows = board.kiosk.page.locator("tr[data-round]")
        await expect(rows).to_have_count(22, timeout=EVENTUALLY_MS)
        await expect(rows.first).to_contain_text("Seat")
        await expect(board.kiosk.page.locator("thead")).to_contain_text("HandTimeBank")
