"""Choosing on the floor's page while an answer is on its way: the last choice counts, whole."""

import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest_asyncio
from playwright.async_api import Browser, WebSocketRoute, expect

from controller.facts.events import BetsClosed, CardUnreadable, CollectionTaken
from tests.browser.floor_table import FloorOnTrial, FloorTable, floor_of, floor_table
from tests.browser.kiosk_page import EVENTUALLY_MS, IN_CHROMIUM

pytestmark = IN_CHROMIUM


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def table() -> AsyncIterator[FloorTable]:
    async with floor_table() as opened:
        yield opened


class SlowDesk:
    """Keeps back what the desk answers to one kind of request, until it is let go."""

    def __init__(self, kind: str) -> None:
        self._kind = kind
        self._ids: set[str] = set()
        self._kept: list[tuple[WebSocketRoute, str | bytes]] = []
        self._is_open = False

    def follow(self, page: WebSocketRoute) -> None:
        desk = page.connect_to_server()
        page.on_message(lambda message: self._asked(desk, message))
        desk.on_message(lambda message: self._told(page, message))

    def _asked(self, desk: WebSocketRoute, message: str | bytes) -> None:
        told = json.loads(message)
        if told.get("request", {}).get("kind") == self._kind:
            self._ids.add(told["id"])
        desk.send(message)

    def _told(self, page: WebSocketRoute, message: str | bytes) -> None:
        told = json.loads(message)
        # What is on its way comes in its order: no picture overtakes an answer.
        is_late = self._ids and (told.get("id") in self._ids or told["kind"] == "snapshot")
        if is_late and not self._is_open:
            self._kept.append((page, message))
        else:
            page.send(message)

    def let_go(self) -> None:
        self._is_open = True
        for page, message in self._kept:
            page.send(message)


@asynccontextmanager
async def slow_floor(
    browser: Browser, table: FloorTable, kind: str
) -> AsyncIterator[tuple[FloorOnTrial, SlowDesk]]:
    slow = SlowDesk(kind)
    async with floor_of(browser, table, "Ann Lee") as ann:
        await ann.page.route_web_socket("**/floor/ws", slow.follow)
        await ann.page.reload()
        await expect(ann.page.locator("body[data-number]")).to_have_count(1, timeout=EVENTUALLY_MS)
        yield ann, slow


async def test_a_choice_touched_as_the_answer_to_the_first_one_comes_is_the_one_confirmed(
    browser: Browser, table: FloorTable
) -> None:
    async with slow_floor(browser, table, "begin_ruling") as (ann, slow):
        table.early_card()
        await ann.press("offer-void-round")
        give = ann.control("give")
        await expect(give).to_have_attribute("aria-disabled", "true")
        # A key that is off is touched all the same, once it has stood for a moment.
        await ann.page.wait_for_timeout(350)
        await give.click(force=True)
        await ann.shows(".note", "the last act is under way")
        slow.let_go()
        await ann.rules("Ann Lee")
        # The finger was on its way; the picture that came meanwhile must not swallow it.
        await ann.control("offer-resume").click()
        await expect(give).to_contain_text("Go on")
        await expect(give).to_have_attribute("aria-disabled", "false")
        await ann.press("give")
        await ann.is_calm()
    assert "ended by Ann Lee: resume" in table.daemon.errors


async def test_a_card_named_again_before_the_first_was_tried_is_the_one_shown_and_ruled(
    browser: Browser, table: FloorTable
) -> None:
    async with slow_floor(browser, table, "try_ruling") as (ann, slow):
        table.report(BetsClosed(), CollectionTaken(), CardUnreadable(reason="unread"))
        for name in ("name-7", "name-h", "name-again", "name-8", "name-c"):
            await ann.press(name)
        await expect(ann.control("give")).to_have_count(0)
        slow.let_go()
        await ann.press("give")
        await ann.is_calm()
        assert table.board.player == ("8c",)
    table.finish("Kc Kd 7c")


async def test_a_result_chosen_before_the_first_was_tried_is_the_one_shown_and_ruled(
    browser: Browser, table: FloorTable
) -> None:
    async with slow_floor(browser, table, "try_ruling") as (ann, slow):
        await ann.press("view-hands")
        for name in ("hand-1", "correct-hand", "winner-B", "winner-T", "mark-p"):
            await ann.press(name)
        await expect(ann.control("give")).to_have_count(0)
        slow.let_go()
        await ann.shows("[data-leads]", "Pn becomes Tp")
        await ann.press("give")
        await expect(ann.control("hand-1")).to_have_attribute(
            "data-mark", "Tp", timeout=EVENTUALLY_MS
        )
