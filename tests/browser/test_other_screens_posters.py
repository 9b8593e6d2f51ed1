"""The payout screen and the table's sign for every game there is, lying and standing."""

from collections.abc import AsyncIterator
from typing import Any

import pytest
import pytest_asyncio
from playwright.async_api import Browser, Route, expect

from config.game import Game, OptionId
from config.table import TableLimits
from config.theme import RoomTheme, built_in_theme
from controller.families.catalogue import game_ids, load_game
from controller.families.tables import bare_table
from drivers.scoreboard.poster import poster_of
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
from tests.browser.kiosk_scenes import board, hands
from tests.conftest import header_of

pytestmark = IN_CHROMIUM

# What some books leave out; any value will do for a poster.
VALUES: dict[str, object] = {
    "dice.count": 3,
    "wagers.envy.fixed": {"four-of-a-kind": 5},
    "fees.D.player": 1,
    "fees.109.bank": 5,
    "button.values": {rank: place for place, rank in enumerate("A23456789TJQK", start=1)},
    **{f"button.values.{rank}": 11 for rank in "JQK"},
}
LIMITS = TableLimits(minimum=10, maximum=2500)
# Smaller type cannot be read from four metres on a wall of 1080 lines.
LEAST_PX = 27
ONE_A_FAMILY = {header_of(game).family: game for game in game_ids()}
# The fullest posters; `make soak` looks at all of them.
FULLEST = [ONE_A_FAMILY[family] for family in ("baccarat", "pai-gow-poker", "twenty-one", "holdem")]
GAMES = [
    game if game in FULLEST else pytest.param(game, marks=pytest.mark.long) for game in game_ids()
]

# Every page in turn: text that leaves its box or the screen, and names that run into their odds.
SPILLED = """() => {
  const pages = [...document.querySelectorAll(".page")];
  const range = document.createRange();
  const textBox = (node) => {
    range.selectNodeContents(node);
    return range.getBoundingClientRect();
  };
  const homeOf = (node) =>
    (node.closest(".block, .schedule, .money, .heading, .title") ?? document.body)
      .getBoundingClientRect();
  // A face's own height is a little more than its line; its ink is not.
  const leaves = (box, home) => {
    const air = 1 + box.height * 0.12;
    return box.left < home.left - 1 || box.right > home.right + 1 || box.top < home.top - air
      || box.bottom > home.bottom + air || box.right > innerWidth + 1
      || box.bottom > innerHeight + 1;
  };
  const hasText = (node) =>
    [...node.childNodes].some((child) => child.nodeType === 3 && child.data.trim());
  const meet = (line) =>
    textBox(line.querySelector(".outcome")).right > textBox(line.querySelector(".pays")).left;
  const found = () => [
    ...[...document.querySelectorAll("main *")]
      .filter((node) => node.checkVisibility() && hasText(node))
      .filter((node) => leaves(textBox(node), homeOf(node))),
    ...[...document.querySelectorAll(".line")]
      .filter((line) => line.checkVisibility() && meet(line)),
  ].map((node) => node.textContent);
  const shown = pages.find((page) => page.hasAttribute("data-shown"));
  const spilled = (pages.length ? pages : [null]).flatMap((page) => {
    pages.forEach((each) => each.toggleAttribute("data-shown", each === page));
    return found();
  });
  pages.forEach((each) => each.toggleAttribute("data-shown", each === shown));
  return spilled;
}"""


def poster_with(game: Game, fees: OptionId | None = None, language: str = "") -> dict[str, Any]:
    """The poster of a table with a schedule in force, the longest if none is named."""
    loaded = bare_table(game, game.seats.allowed[0])
    longest = max(game.fees, key=lambda fee: len(fee.bank) + len(fee.player), default=None)
    chosen = fees or (longest and longest.option)
    table = loaded.table.model_copy(update={"limits": LIMITS, "fees": chosen, "id": "table-7"})
    theme = RoomTheme(built_in_theme("dark"))
    poster = poster_of(loaded.model_copy(update={"table": table}), theme, language)
    return poster.model_dump(mode="json")


def poster(game_id: str, fees: OptionId | None = None, language: str = "") -> dict[str, Any]:
    missing = {item.key: VALUES[item.key] for item in header_of(game_id).missing}
    return poster_with(load_game(game_id, missing), fees, language)


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def screen(browser: Browser) -> AsyncIterator[Kiosk]:
    screens = screens_with(game_name="Any game")
    async with kiosk_of(
        Table(board(hands("B"))), browser, asking="payout", screens=screens
    ) as page:
        yield page


async def open_with(screen: Kiosk, name: str, shown: dict[str, Any]) -> None:
    """Open a screen of the running table as if its poster were another."""
    page = screen.page
    await page.unroute_all()

    async def answer(route: Route) -> None:
        real = await (await route.fetch()).json()
        await route.fulfill(json=shown | {"page": real["page"]})

    await page.route("**/table.json*", answer)
    await page.goto("/".join([*page.url.split("/")[:3], name]))
    await screen.drawn(101)


async def fits(screen: Kiosk) -> None:
    for size in (WALL, TALL_WALL):
        await screen.page.set_viewport_size(size)
        await expect(screen.page.locator("body")).to_have_attribute(
            "data-sized", f"{size['width']}x{size['height']}", timeout=EVENTUALLY_MS
        )
        await screen.page.evaluate("document.fonts.ready")
        assert await screen.page.evaluate(SPILLED) == [], size


async def type_size(screen: Kiosk, selector: str) -> float:
    size = await screen.page.locator(selector).evaluate("node => getComputedStyle(node).fontSize")
    return float(str(size).removesuffix("px"))


@pytest.mark.parametrize("game_id", GAMES)
async def test_payouts_of_every_game_fit_and_can_be_read(screen: Kiosk, game_id: str) -> None:
    shown = poster(game_id)
    await open_with(screen, "payout", shown)
    await fits(screen)
    assert await type_size(screen, ".odds") >= LEAST_PX
    paid = [line for wager in shown["payouts"] for line in wager["lines"] if not line["is_push"]]
    assert await screen.count(".line[data-wager]") == len(paid)
    assert screen.complaints == []


@pytest.mark.parametrize("game_id", GAMES)
async def test_the_sign_of_every_game_fits(screen: Kiosk, game_id: str) -> None:
    shown = poster(game_id)
    await open_with(screen, "sign", shown)
    await fits(screen)
    rows = shown["schedule"]["rows"] if shown["schedule"] else []
    assert await screen.count(".schedule tbody tr") == len(rows)
    assert screen.complaints == []


@pytest.mark.parametrize("language", ["zh-Hans", "vi"])
@pytest.mark.parametrize("game_id", FULLEST)
async def test_both_screens_fit_in_other_languages_and_bright_too(
    screen: Kiosk, game_id: str, language: str
) -> None:
    shown = poster(game_id, language=language)
    for name in ("payout", "sign"):
        await open_with(screen, f"{name}?lang={language}&theme=bright", shown)
        await fits(screen)
        await expect(screen.page.locator("html")).to_have_attribute("lang", language)


async def test_a_sign_with_one_option_shows_its_rows_and_notes(screen: Kiosk) -> None:
    shown = poster("lucky-derby/ez-baccarat-panda-8", fees=1)
    await open_with(screen, "sign", shown)
    await fits(screen)
    cells = await screen.page.locator(".schedule tbody td").all_text_contents()
    assert cells == [cell for row in shown["schedule"]["rows"] for cell in row]
    await expect(screen.page.locator(".small-print")).to_contain_text("Dropped before the cards")
    await expect(screen.page.locator(".limit.main")).to_contain_text("$10 – $2,500")


def long_game(wagers: int, lines: int) -> dict[str, Any]:
    paid = [
        {"outcome": f"hand-{n}", "title": f"Hand of kind {n}", "pays": f"{n} to 1"}
        for n in range(1, lines + 1)
    ]
    payouts = [
        {"wager": f"w{n}", "title": f"Wager {n}", "lines": paid} for n in range(1, wagers + 1)
    ]
    return poster("oaks/zoobac") | {"payouts": payouts}


async def test_sixty_lines_fit_at_once_or_take_turns(screen: Kiosk) -> None:
    await open_with(screen, "payout", long_game(wagers=6, lines=10))
    await fits(screen)
    assert await type_size(screen, ".odds") >= LEAST_PX
    pages = await screen.count(".page")
    assert await screen.count(".dots .dot") == (pages if pages > 1 else 0)


@pytest.mark.long
async def test_pages_that_do_not_fit_take_turns_by_themselves(screen: Kiosk) -> None:
    await screen.page.set_viewport_size(WALL)
    await open_with(screen, "payout", long_game(wagers=12, lines=14))
    dots = screen.page.locator(".dots .dot")
    assert await dots.count() > 1
    await expect(dots.nth(1)).to_have_class("dot now", timeout=EVENTUALLY_MS)
    await expect(screen.page.locator(".page").nth(1)).to_be_visible()
