"""The kiosk page follows its table: rounds, timer, holds, old data, restarts."""

import re
from urllib.parse import urlsplit

from playwright.async_api import Browser, expect

from tests.browser.kiosk_page import (
    EVENTUALLY_MS,
    IN_CHROMIUM,
    Table,
    kiosk_of,
    open_kiosk,
    screens_with,
    serving,
)
from tests.browser.kiosk_scenes import betting, board, cards, dealt, dice_board, hands, held
from tests.loopback import free_port

pytestmark = IN_CHROMIUM


async def test_draws_every_round_as_it_arrives(browser: Browser) -> None:
    table = Table(board())
    async with kiosk_of(table, browser) as kiosk:
        assert await kiosk.count(".bead-plate .plate .bead") == 0
        played = hands("B B T P Pn B")
        for number in range(1, len(played) + 1):
            table.news.put_nowait(board(played[:number]))
            await kiosk.drawn(100 + number)
            assert await kiosk.count(".bead-plate .plate .bead") == number
        assert await kiosk.count(".big-road .ring") == 5
        assert await kiosk.count(".big-road .plate .ties") == 1
        await kiosk.sees("hands", "6")
        await kiosk.sees("result", "Banker wins")
        assert kiosk.complaints == []


async def test_shows_table_game_limits_seats_and_the_shoe(browser: Browser) -> None:
    async with kiosk_of(Table(board(hands("P"), turn=2)), browser) as kiosk:
        await kiosk.sees("table", "Table 7")
        await kiosk.sees("game", "EZ Baccarat Panda 8")
        await kiosk.sees("limits", "$10 – $2,500")
        await kiosk.sees("bank", "4")
        await kiosk.sees("button", "6")
        await kiosk.sees("cards-left", "407 cards left")
        await expect(kiosk.page.locator(".places")).to_contain_text("2/2")
        await expect(kiosk.page.locator(".tile.shoe .unit")).to_have_text("hand")
        await kiosk.sees("last-hands", "78 hands")


async def test_one_card_is_not_cards(browser: Browser) -> None:
    shoe = board().shoe
    assert shoe is not None
    last = shoe.model_copy(update={"cards_left": 1})
    async with kiosk_of(Table(board(shoe=last)), browser) as kiosk:
        await kiosk.sees("cards-left", "1 card left")


async def test_says_when_the_cut_card_is_out_and_when_nobody_counts(browser: Browser) -> None:
    shoe = board().shoe
    assert shoe is not None
    table = Table(board(shoe=shoe.model_copy(update={"cut_card_out": True})))
    async with kiosk_of(table, browser) as kiosk:
        await kiosk.sees("cut-card", "Cut card is out")
        uncounted = shoe.model_copy(update={"cards_left": None})
        table.news.put_nowait(board(shoe=uncounted, number=300))
        await kiosk.drawn(300)
        await expect(kiosk.page.locator(".tile.shoe .note")).to_have_count(0)


async def test_shows_cards_while_they_are_dealt(browser: Browser) -> None:
    table = Table(board(hands("B")))
    async with kiosk_of(table, browser) as kiosk:
        drawn = {"player": cards("8s Td 2h"), "banker": cards("Kc 5d")}
        table.news.put_nowait(board(hands("B"), number=300, phase="dealing", **drawn))
        await kiosk.drawn(300)
        await kiosk.sees("state", "Dealing")
        await kiosk.sees("player-total", "0")
        await kiosk.sees("banker-total", "5")
        assert await kiosk.count(".coup [data-card]") == 5


async def test_seats_run_clockwise_from_the_dealers_left(browser: Browser) -> None:
    async with kiosk_of(Table(board(seats=14, bank=13, button=14)), browser) as kiosk:
        places = [await kiosk.page.locator(f'[data-seat="{n}"]').bounding_box() for n in (1, 7, 14)]
        first, middle, last = (box for box in places if box)
        assert last["x"] < middle["x"] < first["x"]
        assert middle["y"] > first["y"]
        await expect(kiosk.page.locator('[data-roles~="bank"]')).to_contain_text("13")
        await expect(kiosk.page.locator('[data-roles~="button"]')).to_contain_text("14")


async def test_counts_down_while_bets_are_open_and_then_says_no_more(browser: Browser) -> None:
    table = Table(board(dealt(5)))
    async with kiosk_of(table, browser) as kiosk:
        table.news.put_nowait(betting(dealt(5), timer_s=9))
        await kiosk.sees("state", "Place your bets")
        seconds = kiosk.page.locator('[data-value="timer"]')
        await expect(seconds).to_have_text(re.compile("^[0-9]$"), timeout=EVENTUALLY_MS)
        await expect(kiosk.page.locator(".state")).to_have_attribute(
            "data-short", "", timeout=EVENTUALLY_MS
        )
        await expect(seconds).to_have_text(re.compile("^[0-5]$"))
        table.news.put_nowait(board(dealt(5), phase="dealing", number=501))
        await kiosk.sees("state", "No more bets")
        await expect(seconds).to_have_count(0)
        await expect(kiosk.page.locator(".state[data-short]")).to_have_count(0)


async def test_a_held_table_says_please_wait_and_nothing_else(browser: Browser) -> None:
    table = Table(board(dealt(20)))
    async with kiosk_of(table, browser) as kiosk:
        table.news.put_nowait(held(dealt(20)))
        await kiosk.sees("state", "Please wait")
        assert "SECRET" not in await kiosk.page.content()
        assert await kiosk.count("[data-card]") == 0
        await expect(kiosk.page.locator(".coup")).to_be_hidden()
        assert await kiosk.count(".bead-plate .plate .bead") == 20


async def test_old_data_is_marked_and_the_mark_goes_when_data_comes(browser: Browser) -> None:
    table = Table(board(dealt(3)))
    async with kiosk_of(table, browser) as kiosk:
        sign = kiosk.page.locator(".stale")
        await expect(sign).to_be_hidden(timeout=EVENTUALLY_MS)
        table.silent = True
        await expect(sign).to_have_text(re.compile(r"^No data for \d+ s$"), timeout=EVENTUALLY_MS)
        await expect(sign).to_be_visible()
        table.silent = False
        await expect(sign).to_be_hidden(timeout=EVENTUALLY_MS)


async def test_comes_back_by_itself_after_the_server_restarts(browser: Browser) -> None:
    port, table = free_port(), Table(board(dealt(3)))
    async with serving(table, port):
        kiosk = await open_kiosk(browser, port)
        await kiosk.drawn(103)
    await expect(kiosk.page.locator(".stale")).to_be_visible(timeout=EVENTUALLY_MS)
    assert await kiosk.count(".bead-plate .plate .bead") == 3
    async with serving(Table(board(dealt(9))), port):
        await kiosk.drawn(109)
        await expect(kiosk.page.locator(".stale")).to_be_hidden(timeout=EVENTUALLY_MS)
        assert await kiosk.count(".bead-plate .plate .bead") == 9
        await kiosk.page.close()


async def test_a_dice_game_shows_dice_and_seats_instead_of_roads(browser: Browser) -> None:
    screens = screens_with(board="pai-gow-poker")
    async with kiosk_of(Table(dice_board(has_button=True)), browser, screens=screens) as kiosk:
        await kiosk.sees("dice-total", "9")
        await kiosk.sees("button", "Seat 6")
        faces = await kiosk.page.locator(".draw [data-die]").evaluate_all(
            "dice => dice.map(die => die.dataset.die)"
        )
        assert faces == ["3", "1", "5"]
        for road in await kiosk.page.locator(".road").all():
            await expect(road).to_be_hidden()


async def test_a_sign_shows_name_limits_and_collection_alone(browser: Browser) -> None:
    sign = dice_board(family="signage", game_name="Omaha", limits=(4, 8), collection="$4 a hand")
    screens = screens_with(board="signage")
    async with kiosk_of(Table(sign), browser, screens=screens) as kiosk:
        await kiosk.sees("game", "Omaha")
        await kiosk.sees("limits", "$4 – $8")
        await kiosk.sees("collection", "$4 a hand")
        for part in (".state", ".places", ".draw", ".road", ".tallies"):
            await expect(kiosk.page.locator(part).first).to_be_hidden()


async def test_asks_nobody_but_the_table_itself(browser: Browser) -> None:
    async with kiosk_of(Table(board(dealt(40))), browser, asking="?lang=zh") as kiosk:
        await kiosk.page.evaluate("document.fonts.ready.then(() => null)")
        assert any(url.startswith("ws://127.0.0.1:") for url in kiosk.requests)
        assert {urlsplit(url).hostname for url in kiosk.requests} == {"127.0.0.1"}
        assert kiosk.complaints == []
