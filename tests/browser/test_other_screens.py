"""The screens beside the kiosk page, fed by a table: what they show, and what they hide."""

import re
from itertools import pairwise
from typing import Any

import pytest
from playwright.async_api import Browser, ViewportSize, expect

from config.table import TABLES
from controller.facts.board import Board, HandView, SeatHandView
from controller.facts.decisions import LineHit
from controller.families.tables import load_table
from drivers.scoreboard.screens import Screens, screens_of
from tests.browser.kiosk_page import (
    EVENTUALLY_MS,
    IN_CHROMIUM,
    TALL_WALL,
    WALL,
    Kiosk,
    Table,
    kiosk_of,
)
from tests.browser.kiosk_scenes import board, cards, dealt, dice_board, hands, held

pytestmark = IN_CHROMIUM

SCREENS = ("payout", "sign", "tower", "idle")
SIZES = pytest.mark.parametrize("size", [WALL, TALL_WALL], ids=["lying", "standing"])
LEFT_THE_SCREEN = """() => [...document.querySelectorAll("main *")]
  .filter((node) => node.checkVisibility() && !node.closest("svg") && node.textContent.trim())
  .filter((node) => {
    const box = node.getBoundingClientRect();
    return box.left < -1 || box.top < -1
      || box.right > innerWidth + 1 || box.bottom > innerHeight + 1
      || node.scrollWidth > node.clientWidth + 2 && getComputedStyle(node).display !== "inline";
  })
  .map((node) => `${node.className}: ${node.textContent}`)"""


def screens(name: str = "baccarat") -> Screens:
    file = TABLES / f"emulated-{name}.toml"
    return screens_of(load_table(file), file)


def won(mark: str, *bonuses: str, paid: tuple[str, ...] = ()) -> Board:
    (hand,) = hands(mark)
    lines = tuple(LineHit(wager=wager, line=wager) for wager in paid)
    return board((hand.model_copy(update={"bonuses": bonuses}),), hits=lines)


async def highlighted(kiosk: Kiosk) -> list[str]:
    lines = kiosk.page.locator(".line.hit")
    return [str(await line.get_attribute("data-wager")) for line in await lines.all()]


async def test_payouts_light_up_what_the_last_hand_brought(browser: Browser) -> None:
    table = Table(won("P", paid=("player-line",)))
    async with kiosk_of(table, browser, asking="payout", screens=screens()) as kiosk:
        assert await highlighted(kiosk) == ["player-line"]
        table.news.put_nowait(won("T", paid=("tie",)).model_copy(update={"number": 200}))
        await kiosk.drawn(200)
        assert await highlighted(kiosk) == ["tie"]
        seven = won("B", "dragon-7", paid=("dragon-7",))
        table.news.put_nowait(seven.model_copy(update={"number": 201}))
        await kiosk.drawn(201)
        assert await highlighted(kiosk) == ["dragon-7"]


async def test_payouts_keep_showing_on_hold_but_light_nothing_up(browser: Browser) -> None:
    table = Table(won("P", paid=("player-line",)))
    async with kiosk_of(table, browser, asking="payout", screens=screens()) as kiosk:
        table.news.put_nowait(held(hands("P")))
        await kiosk.drawn(600)
        assert await highlighted(kiosk) == []
        assert await kiosk.count(".line") == 5
        assert "SECRET" not in await kiosk.page.content()


async def test_the_tower_has_the_newest_hand_on_top_with_its_total(browser: Browser) -> None:
    played = tuple(
        hand.model_copy(update={"player_total": n % 10, "banker_total": n % 10})
        for n, hand in enumerate(hands("P B T " * 8), start=1)
    )
    table = Table(board(played))
    async with kiosk_of(table, browser, asking="tower", screens=screens()) as kiosk:
        floors = await kiosk.page.locator(".floor").evaluate_all(
            "floors => floors.map(floor => Number(floor.dataset.hand))"
        )
        assert floors == list(range(24, 8, -1))
        await kiosk.sees("total-24", "4")
        await expect(kiosk.page.locator(".floor").first).to_contain_text("Tie")
        table.news.put_nowait(won("B", "dragon-7").model_copy(update={"number": 300}))
        await kiosk.drawn(300)
        await expect(kiosk.page.locator(".floor").first).to_contain_text("Dragon 7")
        assert await kiosk.count(".floor.empty") == 15


async def test_the_tower_of_a_game_with_nothing_to_list_is_its_sign(browser: Browser) -> None:
    table = Table(dice_board(dice=(), button=None, bank=None))
    async with kiosk_of(table, browser, asking="tower", screens=screens("fortune")) as kiosk:
        await expect(kiosk.page.locator("body")).to_have_attribute("data-tower", "sign")
        await kiosk.sees("game", re.compile("Fortune Pai Gow Poker"))


async def test_the_tower_says_please_wait_on_hold(browser: Browser) -> None:
    table = Table(board(dealt(5)))
    async with kiosk_of(table, browser, asking="tower", screens=screens()) as kiosk:
        await expect(kiosk.page.locator(".wait")).to_be_hidden()
        table.news.put_nowait(held(dealt(5)))
        await kiosk.drawn(600)
        await expect(kiosk.page.locator(".wait")).to_have_text("Please wait")
        assert "SECRET" not in await kiosk.page.content()
        assert await kiosk.count("[data-hand]") == 5


@pytest.mark.parametrize("name", SCREENS)
async def test_every_screen_asks_only_its_table_and_says_when_it_hears_nothing(
    browser: Browser, name: str
) -> None:
    table = Table(board(dealt(9)))
    async with kiosk_of(table, browser, asking=name, screens=screens()) as kiosk:
        assert all("//127.0.0.1:" in url for url in kiosk.requests)
        assert kiosk.complaints == []
        await expect(kiosk.page.locator(".stale")).to_be_hidden()
        table.silent = True
        await expect(kiosk.page.locator(".stale")).to_have_text(
            re.compile("^No data for"), timeout=EVENTUALLY_MS
        )
        assert {answer["screen"] for answer in kiosk.answers} == {name}


@SIZES
@pytest.mark.parametrize("asking", ["tower", "tower?lang=zh&theme=bright", "idle", "idle?lang=zh"])
async def test_tower_and_idle_screen_fit(browser: Browser, asking: str, size: ViewportSize) -> None:
    full = tuple(
        hand.model_copy(update={"mark": hand.mark[0] + "npb", "bonuses": ("panda-8",)})
        for hand in dealt(40)
    )
    table = Table(board(full))
    async with kiosk_of(table, browser, size, asking=asking, screens=screens()) as kiosk:
        assert await kiosk.page.evaluate(LEFT_THE_SCREEN) == []
        table.news.put_nowait(dice_board(number=900, round=1234, button=14, bank=13, seats=14))
        await kiosk.drawn(900)
        assert await kiosk.page.evaluate(LEFT_THE_SCREEN) == []


async def test_the_idle_screen_shows_room_game_and_clock(browser: Browser) -> None:
    table = Table(board(bank=None, button=None))
    async with kiosk_of(table, browser, asking="idle", screens=screens()) as kiosk:
        await kiosk.sees("idle-game", "EZ Baccarat Panda 8")
        await kiosk.sees("idle-word", "This table opens soon")
        await expect(kiosk.page.locator('[data-value="clock"]')).to_have_text(
            re.compile(r"\d:\d\d")
        )


PLACES_OF_IDLE = """async () => {
  const { restingPlace } = await import("/static/parts/idle.js");
  return Array.from({ length: 24 }, (_, step) => restingPlace(step));
}"""


async def test_nothing_rests_in_one_place_for_long(browser: Browser) -> None:
    table = Table(board(bank=None))
    async with kiosk_of(table, browser, asking="idle", screens=screens()) as kiosk:
        places = await kiosk.page.evaluate(PLACES_OF_IDLE)
        assert all(here != there for here, there in pairwise(places))
        assert all(30 <= place["x"] <= 70 and 30 <= place["y"] <= 70 for place in places)
        block = kiosk.page.locator(".idle-block")
        await kiosk.page.emulate_media(reduced_motion="reduce")
        await expect(block).to_have_css("transition-property", re.compile("^(none|all)$"))


WATCH = """async () => {
  const { IdleWatch } = await import("/static/parts/idle.js");
  window.watch = new IdleWatch(30);
}"""
SEE = "view => window.watch.see(view)"


def quiet(**changes: Any) -> dict[str, Any]:
    return {"held": False, "state": "no-bank", "places": {"bank": None}} | changes


async def test_a_table_without_a_bank_rests_and_wakes_at_once(browser: Browser) -> None:
    table = Table(board(bank=None))
    async with kiosk_of(table, browser, asking="sign", screens=screens()) as kiosk:
        body = kiosk.page.locator("body")
        await kiosk.page.evaluate(WATCH)
        await kiosk.page.evaluate(SEE, quiet())
        await expect(body).to_have_attribute("data-idle", "", timeout=EVENTUALLY_MS)
        await expect(kiosk.page.locator("section.idle")).to_be_attached()
        await kiosk.page.evaluate(SEE, quiet(state="place-bets", places={"bank": 3}))
        assert await body.get_attribute("data-idle") is None


@pytest.mark.parametrize(
    "busy", [quiet(held=True), quiet(state="dealing"), quiet(places={"bank": 3})]
)
async def test_a_table_in_play_or_on_hold_never_rests(
    browser: Browser, busy: dict[str, Any]
) -> None:
    table = Table(board(bank=None))
    async with kiosk_of(table, browser, asking="sign", screens=screens()) as kiosk:
        await kiosk.page.evaluate(WATCH)
        await kiosk.page.evaluate(SEE, busy)
        await kiosk.page.wait_for_timeout(200)
        assert await kiosk.page.locator("body").get_attribute("data-idle") is None


async def test_the_large_table_shows_bank_action_wagers_and_first_hand(browser: Browser) -> None:
    shown = dice_board(seats=7, bank=4, has_button=True, button=6, first_hand=5, wagers=(1, 3, 6))
    async with kiosk_of(Table(shown), browser, screens=screens("fortune")) as kiosk:
        table = kiosk.page.locator(".big-table")
        await expect(table.locator('[data-roles="bank"]')).to_have_text("4")
        await expect(table.locator('[data-roles="button"]')).to_have_text("6")
        await expect(table.locator(".pill.first")).to_have_text("First hand")
        await kiosk.sees("first-hand", "Seat 5")
        await kiosk.sees("button", "Seat 6")
        placed = await table.locator("[data-wager]").evaluate_all(
            "seats => seats.map(seat => Number(seat.dataset.wager))"
        )
        assert placed == [1, 3, 6]


async def test_a_split_and_a_doubled_hand_stand_beside_one_another(browser: Browser) -> None:
    seat_hands = (
        SeatHandView(seat=1, cards=cards("9c 5h Td"), count=("over", "24"), ended="over"),
        SeatHandView(seat=6, cards=cards("8s 3d"), count=("hard", "11"), doubled=1),
        SeatHandView(seat=6, cards=cards("8d Ks"), count=("hard", "18"), ended="stood"),
    )
    bank = HandView(cards=cards("Kd"), down=(1,), count=("hard", "10"))
    shown = dice_board(
        family="twenty-one", dice=(), seats=7, wagers=(1, 6), bank_hand=bank, hands=seat_hands
    )
    async with kiosk_of(Table(shown), browser, screens=screens("twenty-one")) as kiosk:
        table = kiosk.page.locator(".big-table")
        assert await table.locator('[data-hand-of="1"] [data-card]').count() == 3
        assert await table.locator('[data-hand-of="6"]').count() == 2
        assert await table.locator('[data-hand-of="bank"] [data-card="Kd"]').count() == 1
        assert await table.locator('[data-hand-of="bank"] .deck-back').count() == 1
        await expect(table.locator('[data-hand-of="1"] .pill')).to_have_text("Over 24")
        await expect(table.locator('[data-hand-of="6"] .pill').first).to_have_text("11 ×2")
