"""Screens of other machines: the key in the address opens them once, a cookie afterwards."""

from collections.abc import AsyncIterator

import pytest
from aiohttp import CookieJar
from aiohttp.test_utils import TestClient, TestServer
from aiohttp.web import Application, Request

from drivers.scoreboard.app import make_app
from drivers.scoreboard.hub import Hub
from drivers.scoreboard.screen_door import ScreenDoor

KEY = "a-key-of-screens"
Client = TestClient[Request, Application]


@pytest.fixture
async def client() -> AsyncIterator[Client]:
    app = make_app(Hub(), door=ScreenDoor(KEY, ("table-7.local",)), port=8300)
    # Browsers keep cookies of addresses; the library only when it is told to.
    async with TestClient(TestServer(app), cookie_jar=CookieJar(unsafe=True)) as client:
        yield client


@pytest.mark.parametrize("path", ["/", "/table.json", "/healthz", "/ws", "/sign?key=wrong"])
async def test_nothing_of_the_table_is_told_without_the_key(client: Client, path: str) -> None:
    assert (await client.get(path)).status == 403


async def test_the_key_opens_the_screens_and_stays_with_the_browser(client: Client) -> None:
    first = await client.get(f"/?key={KEY}")
    assert first.status == 200
    assert first.cookies["screen-8300"]["httponly"]
    assert (await client.get("/table.json")).status == 200


async def test_a_name_that_nobody_gave_it_is_refused(client: Client) -> None:
    for name, status in (("table-7.local", 200), ("evil.example", 421)):
        answer = await client.get(f"/?key={KEY}", headers={"Host": name})
        assert answer.status == status
