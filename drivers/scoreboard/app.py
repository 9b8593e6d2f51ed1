"""The web application: the kiosk page, its files, and a websocket that keeps it up to date."""

from aiohttp import web

from controller.web.doors import Doors
from controller.web.own_host import only_own_host
from controller.web.shared_files import add_shared
from drivers.scoreboard.follow import (
    HUB,
    KEYS,
    LARGEST_MESSAGE,
    SOCKETS,
    WALLS,
    follow,
    say_goodbye,
)
from drivers.scoreboard.hub import Hub
from drivers.scoreboard.screen_door import THIS_MACHINE, ScreenDoor, only_with_key
from drivers.scoreboard.screen_keys import ScreenKeys, screen_keys
from drivers.scoreboard.screens import WEB, Screens, add_screens, plain_screens
from drivers.scoreboard.set_up_page import add_set_up
from drivers.scoreboard.shoe_history import ShoeHistory, add_shoes
from drivers.scoreboard.start_page import add_start


def make_app(
    hub: Hub,
    screens: Screens | None = None,
    shoes: ShoeHistory | None = None,
    host: str = "localhost",
    keys: ScreenKeys | None = None,
    doors: Doors | None = None,
    door: ScreenDoor = THIS_MACHINE,
    port: int = 0,
) -> web.Application:
    """The web application around a hub."""
    middlewares = [
        (doors or Doors()).note,
        only_own_host([host, *door.names]),
        only_with_key(door, port),
    ]
    app = web.Application(middlewares=middlewares, client_max_size=LARGEST_MESSAGE)
    app[HUB], app[SOCKETS], app[WALLS] = hub, {}, set()
    app[KEYS] = keys or screen_keys()
    add_screens(app, screens or plain_screens())
    add_start(app, door)
    add_set_up(app)
    add_shoes(app, shoes or ShoeHistory())
    app.router.add_get("/ws", follow)
    app.router.add_get("/healthz", _health)
    app.router.add_static("/static/", WEB)
    add_shared(app)
    app.on_shutdown.append(say_goodbye)
    return app


async def _health(request: web.Request) -> web.Response:
    return web.json_response(text=request.app[HUB].health().model_dump_json())
