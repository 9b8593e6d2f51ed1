"""Half requests, crowds, keys and floods at the scoreboard's door."""

import asyncio
import socket
from contextlib import ExitStack

import pytest
from aiohttp import ClientSession, TCPConnector, WSMsgType, WSServerHandshakeError, web

from controller.web.allowance import Allowance
from controller.web.doors import Doors
from drivers.scoreboard.app import make_app
from drivers.scoreboard.follow import HUB, MOST_PAGES
from drivers.scoreboard.hub import Hub
from drivers.scoreboard.screen_keys import ScreenKeys, screen_keys
from drivers.scoreboard.screens_seen import Drawn

KEYS = ScreenKeys(wall="wall-key")


class Served:
    """The application behind its doors, on a port of its own."""

    def __init__(self, keys: ScreenKeys = KEYS, limit_s: float = 10.0, most: int = 400) -> None:
        self.now = 0.0
        self.doors = Doors(lambda: self.now, limit_s, most)
        self.app = make_app(Hub(), keys=keys, doors=self.doors)
        self.address = ""
        self.port = 0

    async def __aenter__(self) -> "Served":
        self._runner = web.AppRunner(self.app, access_log=None)
        await self._runner.setup()
        server = self._runner.server
        assert server is not None
        loop = asyncio.get_running_loop()
        self._server = await loop.create_server(lambda: self.doors.opened(server), "127.0.0.1", 0)
        self.port = self._server.sockets[0].getsockname()[1]
        self.address = f"http://127.0.0.1:{self.port}"
        return self

    async def __aexit__(self, *_: object) -> None:
        self._server.close()
        await self._runner.cleanup()

    def half_request(self) -> socket.socket:
        half = socket.create_connection(("127.0.0.1", self.port))
        half.sendall(b"GET / HTTP/1.1\r\nHost: 127.0")
        half.setblocking(False)
        return half


def is_ended(connection: socket.socket) -> bool:
    try:
        return connection.recv(100) == b""
    except BlockingIOError:
        return False
    except ConnectionError:
        return True


async def test_a_half_request_is_ended_and_a_page_that_follows_is_not() -> None:
    async with Served() as served, ClientSession() as session:
        async with session.ws_connect(f"{served.address}/ws") as following:
            half = served.half_request()
            await asyncio.sleep(0.1)
            served.now = 9.0
            served.doors.sweep()
            await asyncio.sleep(0.05)
            assert not is_ended(half)
            served.now = 10.1
            served.doors.sweep()
            await asyncio.sleep(0.05)
            assert is_ended(half)
            assert (await following.receive(timeout=5)).type is WSMsgType.TEXT
        half.close()


async def test_a_crowd_of_half_requests_leaves_a_place_for_the_wall() -> None:
    async with Served(most=20) as served, ClientSession() as session:
        with ExitStack() as stack:
            for _ in range(60):
                stack.enter_context(served.half_request())
            await asyncio.sleep(0.1)
            async with session.ws_connect(f"{served.address}/ws?key=wall-key") as wall:
                assert (await wall.receive(timeout=5)).type is WSMsgType.TEXT


async def test_strangers_pages_do_not_take_the_walls_places() -> None:
    async with Served() as served, ClientSession(connector=TCPConnector(limit=0)) as session:
        strangers = [await session.ws_connect(f"{served.address}/ws") for _ in range(MOST_PAGES)]
        with pytest.raises(WSServerHandshakeError) as refused:
            await session.ws_connect(f"{served.address}/ws")
        assert refused.value.status == 503
        wall = await session.ws_connect(f"{served.address}/ws?key=wall-key")
        for each in (wall, *strangers):
            await each.close()


async def drawn_by(served: Served, session: ClientSession, query: str) -> dict[str, object]:
    async with session.ws_connect(f"{served.address}/ws{query}") as page:
        report = Drawn(screen="kiosk", number=1, page="x", paint_ms=1.0)
        await page.send_str(report.model_dump_json())
        await asyncio.sleep(0.05)
        return dict(served.app[HUB].screens.health(0.0))


async def test_only_the_walls_own_browser_vouches_for_the_wall() -> None:
    async with Served() as served, ClientSession() as session:
        assert list(await drawn_by(served, session, "")) == ["page"]
        assert "kiosk" in await drawn_by(served, session, "?key=wall-key")


async def test_a_page_that_floods_is_sent_away() -> None:
    report = Drawn(screen="x", number=1, page="x", paint_ms=1.0).model_dump_json()
    async with (
        Served() as served,
        ClientSession() as session,
        session.ws_connect(f"{served.address}/ws") as page,
    ):
        for _ in range(200):
            await page.send_str(report)
        async for message in page:
            assert message.type is WSMsgType.TEXT
        assert page.close_code == 1008


def test_an_allowance_fills_again_with_time() -> None:
    allowance = Allowance(0.0, at_once=2, each_second=1)
    assert [allowance.spend(0.0) for _ in range(3)] == [True, True, False]
    assert allowance.spend(1.0)
    assert not allowance.spend(1.0)


def test_the_walls_key_is_given_or_there_is_none() -> None:
    assert screen_keys({"UNDERFELT_WALL_KEY": "abc"}).opens_wall("abc")
    assert not screen_keys({}).opens_wall("")
