"""The kiosk page in a real Chromium against the real server, fed by an in-process table."""

import asyncio
import random
import re
import shutil
import socket
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlsplit

import pytest
import pytest_asyncio
from playwright.async_api import Browser, ConsoleMessage, Page, async_playwright, expect

from controller.bus.messages import Beat
from controller.core.board import Board, HandMark, HoldView, ShoeStatistics, ShoeView
from controller.core.cards import Card
from controller.core.decisions import Expectation, OutcomeDecided, Winner
from drivers.scoreboard.server import serve

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")
CHROMIUM_FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
]
WALL = {"width": 1920, "height": 1080}
TALL_WALL = {"width": 1080, "height": 1920}
EVENTUALLY_MS = 15_000
NAMES: dict[str, Winner] = {"P": "player", "B": "banker", "T": "tie"}

# Visible panels that reach beyond the screen, or whose content reaches beyond them.
SPILLED = """() => [...document.querySelectorAll(".head, .panel")]
  .filter(node => node.offsetParent)
  .filter(node => {
    const box = node.getBoundingClientRect();
    return box.right > innerWidth + 1 || box.bottom > innerHeight + 1
      || node.scrollWidth > node.clientWidth + 2 || node.scrollHeight > node.clientHeight + 2;
  })
  .map(node => node.className)"""

pytestmark = [
    pytest.mark.asyncio(loop_scope="module"),
    pytest.mark.browser,
    pytest.mark.skipif(CHROMIUM is None, reason="no chromium or chromium-browser on this machine"),
]


def dealt(count: int, seed: int = 7) -> tuple[HandMark, ...]:
    """Hands as a shoe might bring them."""
    dice = random.Random(seed)
    return tuple(_dealt_hand(dice) for _ in range(count))


def _dealt_hand(dice: random.Random) -> HandMark:
    winner = dice.choices("PBT", (446, 459, 95))[0]
    flags = "".join(
        flag for flag, odds in (("n", 0.3), ("p", 0.07), ("b", 0.07)) if dice.random() < odds
    )
    bonus = {"P": "panda-8", "B": "dragon-7"}.get(winner, "")
    return HandMark(mark=winner + flags, bonuses=(bonus,) if bonus and dice.random() < 0.06 else ())


def hands(marks: str) -> tuple[HandMark, ...]:
    """Hands from words such as `B Pn T`."""
    return tuple(HandMark(mark=mark) for mark in marks.split())


def statistics(shoe: int, played: tuple[HandMark, ...]) -> ShoeStatistics:
    counts: Counter[str] = Counter(NAMES[hand.mark[0]] for hand in played)
    counts.update(bonus for hand in played for bonus in hand.bonuses)
    counts["natural"] = sum("n" in hand.mark for hand in played)
    return ShoeStatistics(shoe=shoe, hands=len(played), counts=dict(counts))


COUPS: dict[str, tuple[str, str, int, int]] = {
    "player": ("9c 5h Td", "Ac Jc", 4, 1),
    "banker": ("4h Kd", "3s 4d", 4, 7),
    "tie": ("Qs 6h", "Ad 5c", 6, 6),
}


def cards(codes: str) -> tuple[Card, ...]:
    return tuple(Card(code) for code in codes.split())


def outcome(played: tuple[HandMark, ...]) -> OutcomeDecided | None:
    """The last of these hands with cards that fit its winner."""
    if not played:
        return None
    winner = NAMES[played[-1].mark[0]]
    player, banker, player_total, banker_total = COUPS[winner]
    return OutcomeDecided(
        round=len(played),
        winner=winner,
        player=cards(player),
        banker=cards(banker),
        player_total=player_total,
        banker_total=banker_total,
        mark=played[-1].mark,
        bonuses=played[-1].bonuses,
    )


def board(played: tuple[HandMark, ...] = (), **changes: Any) -> Board:
    """A baccarat table after these hands, waiting for the next."""
    shoe = ShoeView(
        number=3,
        decks=8,
        cards_left=max(0, 411 - 9 * len(played) // 2),
        cut_card_out=False,
        hands=played,
        statistics=statistics(3, played),
    )
    plain: dict[str, Any] = {
        "number": 100 + len(played),
        "table": "table-7",
        "room": "lucky-derby",
        "game": "ez-baccarat-panda-8",
        "game_name": "EZ Baccarat Panda 8",
        "family": "baccarat",
        "seats": 8,
        "phase": "waiting",
        "round": len(played) + 1,
        "bank": 4,
        "turn": 1,
        "offered": None,
        "button": 6,
        "first_hand": None,
        "wagers": (),
        "bets_open": False,
        "timer_s": None,
        "limits": (10, 2500),
        "expected": (Expectation(event="bets_opened", text="Open the bets"),),
        "hold": None,
        "player": (),
        "banker": (),
        "last": outcome(played),
        "outcomes": ("player", "banker", "tie", "dragon-7", "panda-8"),
        "dice": (),
        "deck_colour": None,
        "shoe": shoe,
        "previous_shoe": statistics(2, dealt(78, seed=2)),
        "devices": (),
        "readings": (),
    }
    return Board(**(plain | changes))


def betting(played: tuple[HandMark, ...], timer_s: int | None = 20) -> Board:
    return board(played, phase="betting", bets_open=True, timer_s=timer_s, number=500)


def held(played: tuple[HandMark, ...]) -> Board:
    hold = HoldView(
        name="unexpected-card",
        dealer_text="SECRET stop the deal",
        supervisor_text="SECRET call the floor",
        seen="SECRET fifth card",
        expected="SECRET no card",
    )
    drawn = cards("8s 8h")
    return board(played, phase="held", hold=hold, number=600, player=drawn, banker=drawn)


def dice_board(**changes: Any) -> Board:
    plain: dict[str, Any] = {
        "game": "pai-gow-poker",
        "game_name": "Pai Gow Poker",
        "family": "pai-gow",
        "phase": "dealing",
        "round": 212,
        "turn": 2,
        "dice": (3, 1, 5),
        "deck_colour": "blue",
        "shoe": None,
        "previous_shoe": None,
        "outcomes": (),
    }
    return board(**(plain | changes))


@dataclass
class Table:
    """A table that says what the test tells it to, and lives until told to fall silent."""

    newest: Board
    silent: bool = False
    news: asyncio.Queue[Board] = field(default_factory=asyncio.Queue)

    async def boards(self) -> AsyncIterator[Board | Beat]:
        yield self.newest
        while True:
            try:
                async with asyncio.timeout(0.3):
                    self.newest = await self.news.get()
                yield self.newest
            except TimeoutError:
                if not self.silent:
                    yield Beat(number=self.newest.number, at_ms=0)


def free_port() -> int:
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return int(listener.getsockname()[1])


@asynccontextmanager
async def serving(table: Table, port: int) -> AsyncIterator[None]:
    stop = asyncio.Event()
    server = asyncio.create_task(serve(table, "127.0.0.1", port, stop))
    try:
        await _reachable(server, port)
        yield
    finally:
        stop.set()
        await server


async def _reachable(server: asyncio.Task[None], port: int) -> None:
    while not server.done():
        with suppress(OSError):
            _, writer = await asyncio.open_connection("127.0.0.1", port)
            writer.close()
            return await writer.wait_closed()
        await asyncio.sleep(0.05)
    return server.result()


@dataclass
class Kiosk:
    """One open page, with everything it asked for and complained about."""

    page: Page
    requests: list[str] = field(default_factory=list)
    complaints: list[str] = field(default_factory=list)

    def watch(self) -> None:
        self.page.on("request", lambda request: self.requests.append(request.url))
        self.page.on("websocket", lambda socket: self.requests.append(socket.url))
        self.page.on("pageerror", lambda error: self.complaints.append(str(error)))
        self.page.on("console", self._hear)

    def _hear(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning"):
            self.complaints.append(message.text)

    async def sees(self, name: str, text: str) -> None:
        await expect(self.page.locator(f'[data-value="{name}"]')).to_have_text(
            text, timeout=EVENTUALLY_MS
        )

    async def drawn(self, number: int) -> None:
        await expect(self.page.locator("body")).to_have_attribute(
            "data-number", str(number), timeout=EVENTUALLY_MS
        )


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def browser() -> AsyncIterator[Browser]:
    async with async_playwright() as playwright:
        chromium = await playwright.chromium.launch(executable_path=CHROMIUM, args=CHROMIUM_FLAGS)
        yield chromium
        await chromium.close()


@asynccontextmanager
async def kiosk_of(table: Table, browser: Browser) -> AsyncIterator[Kiosk]:
    """A page that has drawn the table's first board."""
    port = free_port()
    async with serving(table, port):
        kiosk = await open_kiosk(browser, port)
        await kiosk.drawn(table.newest.number)
        yield kiosk
        await kiosk.page.close()


async def open_kiosk(browser: Browser, port: int, size: dict[str, int] = WALL) -> Kiosk:
    page = await browser.new_page(viewport=size)  # type: ignore[arg-type]
    kiosk = Kiosk(page)
    kiosk.watch()
    await page.goto(f"http://127.0.0.1:{port}/")
    return kiosk


async def count(page: Page, selector: str) -> int:
    return await page.locator(selector).count()


async def test_draws_every_round_as_it_arrives(browser: Browser) -> None:
    table = Table(board())
    async with kiosk_of(table, browser) as kiosk:
        assert await count(kiosk.page, ".bead-plate .bead") == 0
        played = hands("B B T P Pn B")
        for number in range(1, len(played) + 1):
            table.news.put_nowait(board(played[:number]))
            await kiosk.drawn(100 + number)
            assert await count(kiosk.page, ".bead-plate .bead") == number
        assert await count(kiosk.page, ".big-road .ring") == 5
        assert await count(kiosk.page, ".big-road .plate .ties") == 1
        await kiosk.sees("hands", "6")
        await kiosk.sees("result", "Banker wins")
        assert kiosk.complaints == []


async def test_percentages_and_counts_equal_the_statistics(browser: Browser) -> None:
    played = dealt(73)
    async with kiosk_of(Table(board(played)), browser) as kiosk:
        figures = statistics(3, played)
        for name in ("player", "banker", "tie", "dragon-7", "panda-8", "natural"):
            tile = kiosk.page.locator(f'[data-tally="{name}"]')
            hits = figures.counts.get(name, 0)
            await expect(tile.locator(".count")).to_have_text(str(hits))
            await expect(tile.locator(".percent")).to_have_text(f"{int(hits / 0.73 + 0.5)}%")


async def test_shows_table_game_limits_seats_and_the_shoe(browser: Browser) -> None:
    async with kiosk_of(Table(board(hands("P"), turn=2)), browser) as kiosk:
        await kiosk.sees("table", "Table 7")
        await kiosk.sees("game", "EZ Baccarat Panda 8")
        await kiosk.sees("limits", "$10 – $2,500")
        await kiosk.sees("bank", "Seat 4")
        await kiosk.sees("button", "Seat 6")
        await kiosk.sees("cards-left", "407 cards left")
        await expect(kiosk.page.locator(".legend").first).to_contain_text("turn 2 of 2")
        await expect(kiosk.page.locator(".tile.shoe .unit")).to_have_text("hand")
        await expect(kiosk.page.locator(".tile.shoe")).to_contain_text("78 hands")


async def test_one_card_is_not_cards(browser: Browser) -> None:
    last = board()
    assert last.shoe is not None
    shoe = last.shoe.model_copy(update={"cards_left": 1})
    async with kiosk_of(Table(board(shoe=shoe)), browser) as kiosk:
        await kiosk.sees("cards-left", "1 card left")


async def test_shows_cards_while_they_are_dealt(browser: Browser) -> None:
    table = Table(board(hands("B")))
    async with kiosk_of(table, browser) as kiosk:
        drawn = {"player": cards("8s Td 2h"), "banker": cards("Kc 5d")}
        table.news.put_nowait(board(hands("B"), number=300, phase="dealing", **drawn))
        await kiosk.drawn(300)
        await kiosk.sees("state", "Dealing")
        await kiosk.sees("player-total", "0")
        await kiosk.sees("banker-total", "5")
        assert await count(kiosk.page, ".coup [data-card]") == 5


async def test_seats_run_clockwise_from_the_dealers_left(browser: Browser) -> None:
    async with kiosk_of(Table(board(seats=14, bank=13, button=14)), browser) as kiosk:
        places = [await kiosk.page.locator(f'[data-seat="{n}"]').bounding_box() for n in (1, 7, 14)]
        first, middle, last = (box for box in places if box)
        assert last["x"] < middle["x"] < first["x"]
        assert middle["y"] > first["y"]
        await expect(kiosk.page.locator('[data-roles="bank"]')).to_have_text("13")
        await expect(kiosk.page.locator('[data-roles="button"]')).to_have_text("14")


async def test_counts_down_while_bets_are_open_and_then_says_no_more(browser: Browser) -> None:
    table = Table(board(dealt(5)))
    async with kiosk_of(table, browser) as kiosk:
        table.news.put_nowait(betting(dealt(5), timer_s=9))
        await kiosk.sees("state", "Place your bets")
        seconds = kiosk.page.locator('[data-value="timer"]')
        await expect(seconds).to_have_text(re.compile("^[0-9]$"), timeout=EVENTUALLY_MS)
        await expect(seconds).to_have_text(re.compile("^[0-6]$"), timeout=EVENTUALLY_MS)
        table.news.put_nowait(board(dealt(5), phase="dealing", number=501))
        await kiosk.sees("state", "No more bets")
        await expect(seconds).to_have_count(0)


async def test_a_held_table_says_please_wait_and_nothing_else(browser: Browser) -> None:
    table = Table(board(dealt(20)))
    async with kiosk_of(table, browser) as kiosk:
        table.news.put_nowait(held(dealt(20)))
        await kiosk.sees("state", "Please wait")
        assert "SECRET" not in await kiosk.page.content()
        assert await count(kiosk.page, "[data-card]") == 0
        assert await count(kiosk.page, ".bead-plate .bead") == 20


async def test_old_data_is_marked_and_the_mark_goes_when_data_comes(browser: Browser) -> None:
    table = Table(board(dealt(3)))
    async with kiosk_of(table, browser) as kiosk:
        sign = kiosk.page.locator(".stale")
        await expect(sign).to_be_hidden()
        table.silent = True
        await expect(sign).to_have_text(re.compile(r"^No data for [3-9] s$"), timeout=EVENTUALLY_MS)
        await expect(sign).to_be_visible()
        table.silent = False
        await expect(sign).to_be_hidden(timeout=EVENTUALLY_MS)


async def test_comes_back_by_itself_after_the_server_restarts(browser: Browser) -> None:
    port, table = free_port(), Table(board(dealt(3)))
    async with serving(table, port):
        kiosk = await open_kiosk(browser, port)
        await kiosk.drawn(103)
    await expect(kiosk.page.locator(".stale")).to_be_visible(timeout=EVENTUALLY_MS)
    assert await count(kiosk.page, ".bead-plate .bead") == 3
    async with serving(Table(board(dealt(9))), port):
        await kiosk.drawn(109)
        await expect(kiosk.page.locator(".stale")).to_be_hidden(timeout=EVENTUALLY_MS)
        assert await count(kiosk.page, ".bead-plate .bead") == 9
        await kiosk.page.close()


async def test_the_newest_hand_stays_in_view_on_a_long_shoe(browser: Browser) -> None:
    played = hands("B P " * 100)
    async with kiosk_of(Table(board(played)), browser) as kiosk:
        plate = await kiosk.page.locator('[data-part="big-road"]').bounding_box()
        newest = await kiosk.page.locator(".big-road .ring").last.bounding_box()
        assert plate is not None
        assert newest is not None
        assert newest["x"] + newest["width"] <= plate["x"] + plate["width"] + 1
        assert await count(kiosk.page, ".big-road .ring") < 100


async def test_leading_ties_wait_in_the_first_cell(browser: Browser) -> None:
    async with kiosk_of(Table(board(hands("T T T"))), browser) as kiosk:
        await expect(kiosk.page.locator(".big-road .tie-count")).to_have_text("3")
        assert await count(kiosk.page, ".big-road .plate :is(.side-B, .side-P)") == 0


async def test_a_dice_game_shows_dice_deck_and_seats_instead_of_roads(browser: Browser) -> None:
    async with kiosk_of(Table(dice_board()), browser) as kiosk:
        await kiosk.sees("dice-total", "9")
        await kiosk.sees("deck", "Blue deck")
        await kiosk.sees("big-button", "Seat 6")
        faces = await kiosk.page.locator(".draw [data-die]").evaluate_all(
            "dice => dice.map(die => die.dataset.die)"
        )
        assert faces == ["3", "1", "5"]
        await expect(kiosk.page.locator(".big-road")).to_be_hidden()


async def test_a_sign_shows_name_limits_and_collection_alone(browser: Browser) -> None:
    sign = dice_board(family="signage", game_name="Omaha", limits=(4, 8), collection="$4 a hand")
    async with kiosk_of(Table(sign), browser) as kiosk:
        await kiosk.sees("game", "Omaha")
        await kiosk.sees("limits", "$4 – $8")
        await kiosk.sees("collection", "$4 a hand")
        for part in (".state", ".places", ".draw", ".road", ".tallies"):
            await expect(kiosk.page.locator(part).first).to_be_hidden()


async def test_asks_nobody_but_the_table_itself(browser: Browser) -> None:
    async with kiosk_of(Table(board(dealt(40))), browser) as kiosk:
        assert any(url.startswith("ws://127.0.0.1:") for url in kiosk.requests)
        assert {urlsplit(url).hostname for url in kiosk.requests} == {"127.0.0.1"}
        assert kiosk.complaints == []


async def test_a_newcomer_may_ask_for_less_motion(browser: Browser) -> None:
    table = Table(board(dealt(3)))
    async with kiosk_of(table, browser) as kiosk:
        fresh = kiosk.page.locator(".bead-plate .fresh")
        table.news.put_nowait(board(dealt(4)))
        await expect(fresh).to_have_css("animation-name", "arrive", timeout=EVENTUALLY_MS)
        await kiosk.page.emulate_media(reduced_motion="reduce")
        await expect(fresh).to_have_css("animation-name", "none", timeout=EVENTUALLY_MS)


SCENES = {
    "no hand": board(),
    "a long shoe": board(dealt(85)),
    "a dragon": board(hands("T T " + "B " * 18 + "P " * 12 + "B")),
    "fourteen seats": board(dealt(40), seats=14, bank=1, button=14),
    "held": held(dealt(40)),
    "dice": dice_board(),
}


@pytest.mark.parametrize("size", [WALL, TALL_WALL], ids=["lying", "standing"])
async def test_every_scene_fits_the_screen(browser: Browser, size: dict[str, int]) -> None:
    table = Table(board(hands("B"), number=1))
    async with kiosk_of(table, browser) as kiosk:
        await kiosk.page.set_viewport_size(size)  # type: ignore[arg-type]
        for number, (scene, shown) in enumerate(SCENES.items(), start=1000):
            table.news.put_nowait(shown.model_copy(update={"number": number}))
            await kiosk.drawn(number)
            assert await kiosk.page.evaluate(SPILLED) == [], scene
            assert len(await kiosk.page.screenshot(animations="disabled")) > 20_000, scene
