"""Every number on the kiosk page is the one of the view it was sent."""

from dataclasses import replace
from typing import Any

import pytest
from playwright.async_api import Browser, expect

from drivers.scoreboard.poster import WagerLimits
from tests.browser.kiosk_page import IN_CHROMIUM, Kiosk, Table, kiosk_of, screens_with
from tests.browser.kiosk_scenes import (
    BACCARAT_GAMES,
    betting,
    board,
    cards,
    dealt,
    game_board,
    hands,
)

pytestmark = IN_CHROMIUM

TALLIES = """() => Object.fromEntries([...document.querySelectorAll("[data-tally]")].map(node => {
  const text = (name) => node.querySelector(`.${name}`).textContent;
  return [node.dataset.tally, [text("count"), text("percent"), text("last")]];
}))"""
MARKS = """() => Object.fromEntries([...document.querySelectorAll("[data-mark]")].map(node => {
  const text = (name) => node.querySelector(`.${name}`).textContent;
  return [node.dataset.mark, [text("count"), text("percent")]];
}))"""
VALUES = """() => Object.fromEntries([...document.querySelectorAll("[data-value]")]
  .filter(node => node.closest("section, header").offsetParent)
  .map(node => [node.dataset.value, node.textContent]))"""


def said(tally: dict[str, Any]) -> list[str]:
    return [str(tally["count"]), f"{tally['percent']}%"]


def tallies_of(view: dict[str, Any]) -> dict[str, list[str]]:
    """What the tallies must say, with the last shoe's beside them."""
    last = {tally["name"]: " · ".join(said(tally)) for tally in view["previous"]["tallies"]}
    tallies = view["shoe"]["figures"]["tallies"]
    return {tally["name"]: [*said(tally), last.get(tally["name"], "")] for tally in tallies}


def marks_of(view: dict[str, Any]) -> dict[str, list[str]]:
    """What the single marks must say."""
    figures = view["shoe"]["figures"]
    # A line that is a wager of its own has its tile already.
    tiled = {tally["name"] for tally in figures["tallies"]}
    return {mark["name"]: said(mark) for mark in figures["marks"] if mark["name"] not in tiled}


def values_of(view: dict[str, Any]) -> dict[str, str]:
    """What every single value must say in English."""
    shoe, coup, previous, places = view["shoe"], view["coup"], view["previous"], view["places"]
    limits = view["limits"]
    said = {
        "game": view["game_name"],
        "limits": f"${limits['lowest']:,} – ${limits['highest']:,}",
        "shoe": f"Shoe {shoe['number']}",
        "hands": str(shoe["figures"]["hands"]),
        "cards-left": f"{shoe['cards_left']:,} cards left",
        "last-hands": f"{previous['hands']} hands",
        "bank": str(places["bank"]),
        "button": str(places["button"]),
    }
    for side in ("player", "banker"):
        drawn = coup and coup[side]
        said[f"{side}-total"] = str(coup[f"{side}_total"]) if drawn else "–"
    return said


async def assert_every_number_is_the_views(kiosk: Kiosk) -> None:
    assert await kiosk.page.evaluate(TALLIES) == tallies_of(kiosk.view)
    assert await kiosk.page.evaluate(MARKS) == marks_of(kiosk.view)
    shown = await kiosk.page.evaluate(VALUES)
    assert shown | values_of(kiosk.view) == shown


@pytest.mark.parametrize("game", BACCARAT_GAMES)
async def test_every_number_of_every_game_is_the_views(browser: Browser, game: str) -> None:
    async with kiosk_of(Table(game_board(game)), browser) as kiosk:
        await assert_every_number_is_the_views(kiosk)
        assert kiosk.complaints == []


async def test_numbers_follow_from_hand_to_hand(browser: Browser) -> None:
    played, table = dealt(30), Table(board())
    async with kiosk_of(table, browser) as kiosk:
        for count in range(1, len(played) + 1, 7):
            table.news.put_nowait(board(played[:count]))
            await kiosk.drawn(100 + count)
            await assert_every_number_is_the_views(kiosk)
        table.news.put_nowait(betting(played))
        await kiosk.drawn(500)
        await assert_every_number_is_the_views(kiosk)


async def test_a_corrected_hand_corrects_every_number(browser: Browser) -> None:
    table = Table(board(hands("B B P P B")))
    async with kiosk_of(table, browser) as kiosk:
        table.news.put_nowait(board(hands("B P P P B"), number=200))
        await kiosk.drawn(200)
        await assert_every_number_is_the_views(kiosk)
        assert await kiosk.count(".big-road .ring") == 5


async def test_a_hand_nobody_read_has_no_totals(browser: Browser) -> None:
    played = hands("B")
    last = board(played).last
    assert last is not None
    unread = replace(last, player=(), banker=(), player_total=None, banker_total=None)
    async with kiosk_of(Table(board(played, last=unread)), browser) as kiosk:
        await kiosk.sees("result", "Banker wins")
        await kiosk.sees("player-total", "–")
        assert await kiosk.count(".coup [data-card]") == 0


async def test_bonus_names_stand_beside_the_result(browser: Browser) -> None:
    played = hands("P B")
    last = board(played).last
    assert last is not None
    won = replace(last, bonuses=("dragon-7",), banker=cards("2c 2d 3h"))
    async with kiosk_of(Table(board(played, last=won)), browser) as kiosk:
        await expect(kiosk.page.locator(".bonus-chip")).to_contain_text("Dragon 7")


def limited(name: str, lowest: int, highest: int) -> WagerLimits:
    return WagerLimits(name=name, title="", main=False, lowest=lowest, highest=highest)


async def test_side_wagers_with_equal_limits_share_a_line(browser: Browser) -> None:
    wagers = (
        limited("player-line", 10, 2500),
        limited("tie", 5, 200),
        limited("dragon-7", 1, 100),
        limited("panda-8", 1, 100),
    )
    async with kiosk_of(Table(board()), browser, screens=screens_with(wagers=wagers)) as kiosk:
        lines = await kiosk.page.locator(".side-limit").all_inner_texts()
        said = [" ".join(line.split()) for line in lines]
        assert said == ["Tie $5 – $200", "Dragon 7, Panda 8 $1 – $100"]
