"""The scorecard of a shoe: every road in full, every hand, and the PDF of it."""

import asyncio
import random
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from playwright.async_api import Browser, Page, expect

from config.table import TABLES
from controller.bus.messages import Entry
from controller.facts.board import HandMark
from controller.facts.decisions import Decision, OutcomeDecided, RoundClosed, ShoeEnded, ShoeStarted
from controller.families.tables import load_table
from drivers.scoreboard.screens import screens_of
from drivers.scoreboard.server import serve
from drivers.scoreboard.shoe_cards import marking_of
from drivers.scoreboard.shoe_history import ShoeHistory
from tests.browser.kiosk_page import EVENTUALLY_MS, IN_CHROMIUM, Table
from tests.browser.kiosk_scenes import NAMES, board, dealt, hands
from tests.loopback import free_port, reachable

pytestmark = IN_CHROMIUM

FILE = TABLES / "emulated-baccarat.toml"
ROADS = ("bead_plate", "big_road", "big_eye_boy", "small_road", "cockroach_pig")
CARD_OF = "number => fetch(`/shoe.json?number=${number}`).then((answer) => answer.json())"
OUTSIDE = """() => {
  const paper = document.querySelector(".paper").getBoundingClientRect();
  return [...document.querySelectorAll(".paper *")]
    .map((node) => node.getBoundingClientRect())
    .filter((box) => box.left < paper.left - 1 || box.right > paper.right + 1).length;
}"""


class Rows:
    """A record that holds these decisions."""

    def __init__(self, decisions: list[Decision]) -> None:
        self._rows = [
            Entry(number=number, at_ms=number * 60_000, source="daemon", decision=decision)
            for number, decision in enumerate(decisions, start=1)
        ]

    def history(self, after: int, limit: int = 500) -> tuple[Entry, ...]:
        """Rows after a number, in order."""
        return tuple(self._rows[after : after + limit])


def shoe(number: int, played: tuple[HandMark, ...]) -> list[Decision]:
    """The decisions of a shoe with these hands."""
    dice = random.Random(number)
    decisions: list[Decision] = [ShoeStarted(shoe=number, decks=8)]
    for count, hand in enumerate(played, start=1):
        decided = OutcomeDecided(
            round=count,
            winner=NAMES[hand.mark[0]],
            player=(),
            banker=(),
            player_total=dice.randrange(10),
            banker_total=dice.randrange(10),
            mark=hand.mark,
            bonuses=hand.bonuses,
        )
        decisions += [decided, RoundClosed(round=count)]
    return [*decisions, ShoeEnded(shoe=number, hands=len(played))]


def record() -> list[Decision]:
    """Three shoes: a usual one, one that never settles on a side, one of ties and streaks."""
    streaks = "T T " + "B " * 14 + "P " * 9 + "B T P B B"
    return [*shoe(1, dealt(84)), *shoe(2, hands("B P " * 70)), *shoe(3, hands(streaks))]


@asynccontextmanager
async def serving_record(decisions: list[Decision]) -> AsyncIterator[int]:
    loaded, port, stop = load_table(FILE), free_port(), asyncio.Event()
    history = ShoeHistory(Rows(decisions), marking_of(loaded.game, "stay"))
    table = Table(board(hands("B"), number=len(decisions)))
    server = asyncio.create_task(
        serve(table, "127.0.0.1", port, stop, screens=screens_of(loaded, FILE), shoes=history)
    )
    try:
        await reachable(server, port)
        yield port
    finally:
        stop.set()
        await server


async def open_card(browser: Browser, port: int, number: int) -> Page:
    page = await browser.new_page(viewport={"width": 1000, "height": 1400})
    await page.goto(f"http://127.0.0.1:{port}/scorecard?shoe={number}")
    await expect(page.locator("body")).to_have_attribute(
        "data-shoe", str(number), timeout=EVENTUALLY_MS
    )
    return page


@pytest.mark.parametrize("number", [1, 2, 3])
async def test_every_mark_of_every_road_is_on_the_card(browser: Browser, number: int) -> None:
    async with serving_record(record()) as port:
        page = await open_card(browser, port, number)
        card = await page.evaluate(CARD_OF, number)
        for road in ROADS:
            drawn = page.locator(f'[data-road="{road}"] .cell')
            assert await drawn.count() == len(card["roads"][road]), road
        assert await page.evaluate(OUTSIDE) == 0
        await page.close()


async def test_every_hand_and_figure_is_that_of_the_record(browser: Browser) -> None:
    async with serving_record(record()) as port:
        page = await open_card(browser, port, 1)
        card = await page.evaluate(CARD_OF, 1)
        totals = await page.locator("[data-hand] b").all_text_contents()
        assert totals == [f"{h['player_total']} : {h['banker_total']}" for h in card["hands"]]
        for tally in card["figures"]["tallies"]:
            row = page.locator(f'[data-tally="{tally["name"]}"] td')
            assert await row.all_text_contents() == [str(tally["count"]), f"{tally['percent']}%"]
        await expect(page.locator(".facts")).to_contain_text("Shoe 1")
        await expect(page.locator(".facts")).to_contain_text("84 hands")
        assert "Hand · Player : Banker" in await page.locator(".paper").inner_text()
        await page.close()


async def test_the_picker_goes_to_another_shoe_and_paper_hides_the_buttons(
    browser: Browser,
) -> None:
    async with serving_record(record()) as port:
        page = await open_card(browser, port, 1)
        await expect(page.locator(".bar button")).to_have_text("Print")
        await page.locator(".bar select").select_option("2")
        await expect(page.locator("body")).to_have_attribute(
            "data-shoe", "2", timeout=EVENTUALLY_MS
        )
        await page.emulate_media(media="print")
        await expect(page.locator(".bar")).to_be_hidden()
        await page.close()


async def test_a_shoe_that_never_was_is_said_so(browser: Browser) -> None:
    async with serving_record(record()) as port:
        page = await browser.new_page()
        await page.goto(f"http://127.0.0.1:{port}/scorecard?shoe=77")
        await expect(page.locator(".missing")).to_have_text(
            "No such shoe at this table", timeout=EVENTUALLY_MS
        )
        await page.close()


async def run_scorecard(port: int, folder: Path, *more: str) -> tuple[int | None, str, Path]:
    text = FILE.read_text(encoding="utf-8").replace("port = 8300", f"port = {port}")
    table, target = folder / "table.toml", folder / "card.pdf"
    table.write_text(text, encoding="utf-8")
    command = ("scorecard", "--table", str(table), "--pdf", str(target), *more)
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        "-c",
        "from controller.cli import main; main()",
        *command,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.STDOUT,
    )
    said, _ = await process.communicate()
    return process.returncode, said.decode(), target


@pytest.mark.parametrize(("paper", "height"), [("a4", b"841.9"), ("letter", b"792")])
async def test_the_command_prints_a_usual_shoe_on_one_page(
    paper: str, height: bytes, tmp_path: Path
) -> None:
    async with serving_record(record()) as port:
        code, said, target = await run_scorecard(port, tmp_path, "--shoe", "1", "--paper", paper)
    assert (code, said.strip()) == (0, f"shoe 1: {target}")
    content = target.read_bytes()
    assert content.startswith(b"%PDF-")
    assert content.count(b"/Type /Page\n") == 1
    assert b"MediaBox" in content
    assert height in content


async def test_the_command_names_the_shoes_there_are(tmp_path: Path) -> None:
    async with serving_record(record()) as port:
        code, said, target = await run_scorecard(port, tmp_path, "--shoe", "9")
    assert code == 2
    assert said.startswith("error: shoe 9 is not known; there is 1, 2, 3")
    assert not target.exists()
