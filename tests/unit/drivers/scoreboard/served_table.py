"""A table fed by a test, served by the real server, and ways to follow it."""

import asyncio
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from aiohttp import ClientSession, ClientWebSocketResponse

from controller.bus.messages import Beat
from controller.facts.board import Board
from drivers.scoreboard.screens_seen import USUAL_TIMES, ScreenTimes
from drivers.scoreboard.server import serve
from tests.loopback import free_port, reachable


def board(number: int, name: str = "Game") -> Board:
    return Board(
        number=number,
        table="table-7",
        room="room",
        game="game",
        game_name=name,
        family="baccarat",
        seats=8,
        phase="waiting",
        round=1,
        bank=None,
        turn=0,
        offered=None,
        button=None,
        first_hand=None,
        wagers=(),
        bets_open=False,
        timer_s=None,
        limits=None,
        expected=(),
        hold=None,
        player=(),
        banker=(),
        last=None,
        outcomes=(),
        dice=(),
        deck_colour=None,
        shoe=None,
        previous_shoe=None,
        devices=(),
        readings=(),
    )


class Table:
    """Passes on what the test puts in; None ends the feed."""

    def __init__(self, *first: Board) -> None:
        self.news: asyncio.Queue[Board | Beat | None] = asyncio.Queue()
        for item in first:
            self.news.put_nowait(item)

    async def boards(self) -> AsyncIterator[Board | Beat]:
        while (item := await self.news.get()) is not None:
            yield item


@asynccontextmanager
async def page_of(
    table: Table, times: ScreenTimes = USUAL_TIMES
) -> AsyncIterator[tuple[str, ClientWebSocketResponse]]:
    """The address of a server and a page that follows it."""
    async with (
        serving(table, times=times) as address,
        ClientSession() as session,
        session.ws_connect(f"http://{address}/ws") as page,
    ):
        yield address, page


@asynccontextmanager
async def serving(
    table: Table, port: int = 0, times: ScreenTimes = USUAL_TIMES
) -> AsyncIterator[str]:
    port, stop = port or free_port(), asyncio.Event()
    server = asyncio.create_task(serve(table, "127.0.0.1", port, stop, times=times))
    try:
        await reachable(server, port)
        yield f"127.0.0.1:{port}"
    finally:
        stop.set()
        await server


async def follow_by_hand(address: str) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    """A websocket that reads only when told to, with small buffers."""
    host, port = address.split(":")
    raw = socket.socket()
    raw.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    raw.connect((host, int(port)))
    reader, writer = await asyncio.open_connection(sock=raw, limit=4096)
    writer.write(
        f"GET /ws HTTP/1.1\r\nHost: {address}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n".encode()
    )
    assert b" 101 " in await reader.readline()
    while (await reader.readline()).strip():
        pass
    return reader, writer
