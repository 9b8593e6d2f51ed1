"""What the screen of a new table tells, and what it tells to that screen alone."""

from aiohttp import web
from aiohttp.test_utils import TestClient, TestServer
from aiohttp.typedefs import Handler

from drivers.scoreboard.screens import SCREENS, plain_screens
from drivers.scoreboard.set_up_page import add_set_up
from drivers.scoreboard.staff_door import StaffDoor

KEY = "kpz4m8wv2jt7hc3q"
DOOR = StaffDoor("https://table-0a1b2c.local:8400/", is_open=True, key=KEY)


async def shown_to(remote: str) -> str:
    @web.middleware
    async def from_there(request: web.Request, handler: Handler) -> web.StreamResponse:
        return await handler(request.clone(remote=remote))

    app = web.Application(middlewares=[from_there])
    app[SCREENS] = plain_screens()._replace(desk=DOOR)
    add_set_up(app)
    async with TestClient(TestServer(app)) as client:
        shown = await (await client.get("/set-up.json")).json()
        return str(shown["address"])


async def test_the_key_of_the_desk_is_shown_on_this_machines_own_screen_only() -> None:
    assert await shown_to("127.0.0.1") == f"{DOOR.address}?door={KEY}"
    assert await shown_to("192.168.7.20") == DOOR.address
