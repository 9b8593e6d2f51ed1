"""The web pad while a card was not read: ranks, suits and words in a real Chromium."""

from contextlib import AbstractAsyncContextManager

import pytest
from playwright.async_api import Browser, ViewportSize, expect

from controller.facts.events import (
    BankAccepted,
    BetsClosed,
    CardUnreadable,
    CollectionTaken,
    Event,
    ShoeLoaded,
)
from tests.browser.kiosk_page import EVENTUALLY_MS, IN_CHROMIUM
from tests.browser.test_pad_page import LANDSCAPE, LEAST_KEY_PX, PORTRAIT, PadOnTrial, pad_of

pytestmark = [*IN_CHROMIUM, pytest.mark.usefixtures("pad_key")]
WEB_PAD = '[devices.pad-web]\nkind = "entry-pad"\nsource = "web"\nwhen_lost = "go-on"\n\n'
UNREAD: tuple[Event, ...] = (
    BankAccepted(),
    ShoeLoaded(decks=8),
    BetsClosed(),
    CollectionTaken(),
    CardUnreadable(reason="unread"),
)


def unread_card(
    browser: Browser, size: ViewportSize = LANDSCAPE
) -> AbstractAsyncContextManager[PadOnTrial]:
    return pad_of(browser, *UNREAD, size=size, game="cameras", added=WEB_PAD)


async def test_a_card_is_named_with_two_keys(browser: Browser) -> None:
    async with unread_card(browser) as pad:
        await pad.open()
        await pad.key("rank-9").click(timeout=EVENTUALLY_MS)
        await pad.says("prompt", "9: press the suit")
        await expect(pad.key("rank-9")).to_have_attribute("aria-pressed", "true")
        await pad.press("suit-hearts")
        await expect(pad.key("suit-hearts")).to_have_count(0, timeout=EVENTUALLY_MS)
        board = pad.table.board()
        assert board is not None
        assert (board.hold, board.player) == (None, ("9h",))


@pytest.mark.parametrize(
    ("language", "said", "size"),
    [("en", "9: press the suit", LANDSCAPE), ("zh", "9：请按花色", PORTRAIT)],
    ids=["en-landscape", "zh-portrait"],
)
async def test_the_keys_of_a_name_are_big_enough_and_all_in_sight(
    browser: Browser, size: ViewportSize, language: str, said: str
) -> None:
    async with unread_card(browser, size) as pad:
        await pad.open(f"?lang={language}")
        await pad.key("rank-9").click(timeout=EVENTUALLY_MS)
        await pad.says("prompt", said)
        boxes = await pad.page.evaluate(
            """() => [...document.querySelectorAll(".key")].map((key) => {
              const { width, height } = key.getBoundingClientRect();
              const isCut = [...key.children].some((part) => part.scrollWidth > key.clientWidth);
              return { name: key.dataset.key, least: Math.min(width, height), isCut };
            })"""
        )
        assert [box for box in boxes if box["least"] < LEAST_KEY_PX or box["isCut"]] == []
        due = "(({ scrollHeight: all, clientHeight: seen }) => all - seen)"
        assert await pad.page.evaluate(f'{due}(document.querySelector(".due"))') <= 0
