"""Pages that misbehave, and pages that report what they drew, against the real server."""

import asyncio
from typing import Any

import pytest
from aiohttp import ClientSession, ClientWebSocketResponse, WSMsgType

from drivers.scoreboard import follow as follow_module
from drivers.scoreboard.screens_seen import ScreenTimes
from tests.unit.drivers.scoreboard.served_table import (
    Table,
    board,
    follow_by_hand,
    page_of,
    serving,
)

DRAWN = {"kind": "drawn", "screen": "kiosk", "number": 1, "page": "abc", "paint_ms": 3}
PATIENCE_S = 30


async def health_of(address: str) -> dict[str, Any]:
    async with ClientSession() as session, session.get(f"http://{address}/healthz") as answer:
        health: dict[str, Any] = await answer.json()
        return health


async def view_with(page: ClientWebSocketResponse, number: int) -> None:
    """Read on to the view of this number."""
    async with asyncio.timeout(PATIENCE_S):
        while True:
            message = await page.receive_json()
            if message["kind"] == "view" and message["view"]["number"] == number:
                return


async def end_of(page: ClientWebSocketResponse) -> int | None:
    """Read until the server closes, and say how."""
    async with asyncio.timeout(PATIENCE_S):
        while (await page.receive()).type not in (WSMsgType.CLOSE, WSMsgType.CLOSED):
            pass
    return page.close_code


async def screens_once(address: str, wanted: int) -> dict[str, Any]:
    async with asyncio.timeout(PATIENCE_S):
        while len(screens := (await health_of(address))["screens"]) != wanted:
            await asyncio.sleep(0.02)
    return dict(screens)


async def test_health_shows_what_a_screen_drew() -> None:
    async with page_of(Table(board(1))) as (address, page):
        await view_with(page, 1)
        await page.send_json(DRAWN)
        screens = await screens_once(address, 1)
    assert screens["kiosk"]["number"] == 1
    assert screens["kiosk"]["page"] == "abc"
    assert screens["kiosk"]["paint_ms"] == 3
    assert screens["kiosk"]["trouble"] == ""


@pytest.mark.parametrize(
    "rubbish",
    [
        "",
        "nonsense",
        "[" * 2000,
        '{"kind": "drawn"}',
        '{"kind": "drawn", "screen": "KIOSK!", "number": 1, "page": "", "paint_ms": 1}',
        '{"kind": "drawn", "screen": "kiosk", "number": -1, "page": "", "paint_ms": 1}',
        '{"kind": "drawn", "screen": "kiosk", "number": 1, "page": "", "paint_ms": 1e999}',
        '{"kind": "drawn", "screen": "kiosk", "number": 1, "page": "", "paint_ms": 1, "x": 1}',
    ],
)
async def test_a_client_that_sends_rubbish_is_shown_the_door(rubbish: str) -> None:
    async with page_of(Table(board(1))) as (address, page):
        await page.send_str(rubbish)
        assert await end_of(page) == 1008
        assert (await health_of(address))["screens"] == {}


async def test_a_client_that_sends_bytes_is_not_heard() -> None:
    table = Table(board(1))
    async with page_of(table) as (address, page):
        await page.send_bytes(b"\x00\xff" * 500)
        table.news.put_nowait(board(2))
        await view_with(page, 2)
        assert (await health_of(address))["screens"] == {}


async def test_a_huge_message_ends_its_sender_alone() -> None:
    table = Table(board(1))
    async with page_of(table) as (address, other), ClientSession() as session:
        async with session.ws_connect(f"http://{address}/ws") as page:
            await page.send_str("x" * 1_000_000)
            assert await end_of(page) in (1009, 1006)
        table.news.put_nowait(board(2))
        await view_with(other, 2)


async def test_a_huge_frame_that_never_ends_is_not_collected() -> None:
    table = Table(board(1))
    async with page_of(table) as (address, other):
        _, writer = await follow_by_hand(address)
        # A masked text frame that announces 2**40 bytes.
        writer.write(b"\x81\xff" + (2**40).to_bytes(8, "big") + b"mask" + b"x" * 100_000)
        table.news.put_nowait(board(2))
        await view_with(other, 2)
        async with asyncio.timeout(PATIENCE_S):
            while (await health_of(address))["clients"] != 1:
                await asyncio.sleep(0.02)
        writer.close()


async def test_a_client_that_never_reads_is_dropped_and_delays_nobody(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(follow_module, "SEND_LIMIT_S", 0.5)
    table = Table(board(1, "x" * 5_000_000))
    async with serving(table) as address:
        _, writer = await follow_by_hand(address)
        async with (
            asyncio.timeout(PATIENCE_S),
            ClientSession() as session,
            session.ws_connect(f"http://{address}/ws", max_msg_size=0) as other,
        ):
            await view_with(other, 1)
            table.news.put_nowait(board(2))
            await view_with(other, 2)
            while (await health_of(address))["clients"] != 1:
                await asyncio.sleep(0.05)
        writer.close()


async def test_fifty_pages_at_once_all_come_up_to_date() -> None:
    table, last = Table(board(1)), 40

    async def follow(session: ClientSession, address: str) -> None:
        async with session.ws_connect(f"http://{address}/ws") as page:
            await view_with(page, last)

    async with serving(table) as address, ClientSession() as session:
        following = [asyncio.create_task(follow(session, address)) for _ in range(50)]
        for number in range(2, last + 1):
            table.news.put_nowait(board(number))
            await asyncio.sleep(0.01)
        await asyncio.gather(*following)


async def test_refuses_pages_beyond_what_it_can_serve(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(follow_module, "MOST_PAGES", 1)
    async with (
        page_of(Table(board(1))) as (address, _),
        ClientSession() as session,
        session.get(f"http://{address}/ws") as answer,
    ):
        assert answer.status == 503
        assert "close some" in await answer.text()


async def test_an_unchanged_view_is_sent_again_so_that_a_living_page_answers() -> None:
    async with page_of(Table(board(1)), ScreenTimes(again_s=0.1)) as (_, page):
        for _ in range(3):
            await view_with(page, 1)
