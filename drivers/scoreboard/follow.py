"""One page's websocket: the newest view goes out, what the page has drawn comes back."""

import asyncio
import time
from contextlib import suppress
from typing import Final

from aiohttp import ClientConnectionError, WSCloseCode, WSMsgType, web
from pydantic import ValidationError

from controller.web.allowance import Allowance
from controller.web.listening import GOODBYE_LIMIT_S
from controller.web.own_host import is_own_page
from drivers.scoreboard.hub import Hub
from drivers.scoreboard.screen_keys import ScreenKeys
from drivers.scoreboard.screens_seen import WALL, Drawn
from drivers.scoreboard.view import View

AGE_EVERY_S: Final = 1.0
SEND_LIMIT_S: Final = 5.0
LARGEST_MESSAGE: Final = 4096
# Strangers' pages; the wall has places of its own.
MOST_PAGES: Final = 200
MOST_WALLS: Final = 10
STRANGER: Final = "page"
HUB = web.AppKey("HUB", Hub)
SOCKETS = web.AppKey("SOCKETS", dict[web.WebSocketResponse, str])
KEYS = web.AppKey("KEYS", ScreenKeys)
WALLS = web.AppKey("WALLS", set[web.WebSocketResponse])


async def follow(request: web.Request) -> web.WebSocketResponse:
    """Keep one page up to date until it leaves."""
    if request.headers.get("Origin") and not is_own_page(request):
        raise web.HTTPForbidden(text="only this table's own pages may follow it")
    sockets, walls = request.app[SOCKETS], request.app[WALLS]
    is_wall = request.app[KEYS].opens_wall(request.query.get("key", ""))
    taken, most = (len(walls), MOST_WALLS) if is_wall else (len(sockets) - len(walls), MOST_PAGES)
    if taken >= most:
        raise web.HTTPServiceUnavailable(text=f"{most} pages follow already; close some")
    socket = web.WebSocketResponse(
        timeout=GOODBYE_LIMIT_S, max_msg_size=LARGEST_MESSAGE, compress=False
    )
    await socket.prepare(request)
    sockets[socket] = ""
    if is_wall:
        walls.add(socket)
    feeding = asyncio.create_task(_feed(socket, request.app[HUB], request.transport))
    try:
        may_be_wall = is_wall or not request.app[KEYS].wall
        await _listen(socket, request.app[HUB], sockets, may_be_wall)
    finally:
        feeding.cancel()
        walls.discard(socket)
        _leave(socket, request.app[HUB], sockets)
    return socket


async def say_goodbye(app: web.Application) -> None:
    """Tell every page to come back, and wait for none of them."""
    sockets = list(app[SOCKETS].keys())
    goodbyes = (socket.close(code=1001, message=b"restarting") for socket in sockets)
    with suppress(TimeoutError):
        async with asyncio.timeout(GOODBYE_LIMIT_S):
            await asyncio.gather(*goodbyes, return_exceptions=True)


async def _listen(
    socket: web.WebSocketResponse,
    hub: Hub,
    sockets: dict[web.WebSocketResponse, str],
    may_be_wall: bool,
) -> None:
    allowance = Allowance(time.monotonic())
    async for message in socket:
        if message.type is not WSMsgType.TEXT:
            continue
        if not allowance.spend(time.monotonic()):
            await socket.close(code=WSCloseCode.POLICY_VIOLATION, message=b"too many reports")
            return
        try:
            drawn = Drawn.model_validate_json(message.data)
        except ValidationError:
            # Whoever sends anything else is no page of this server's edition.
            await socket.close(code=WSCloseCode.POLICY_VIOLATION, message=b"not a drawn report")
            return
        if drawn.screen == WALL and not may_be_wall:
            # Only the wall's own browser vouches for the wall.
            drawn = drawn.model_copy(update={"screen": STRANGER})
        sockets[socket] = drawn.screen
        hub.screen_drew(drawn)


def _leave(
    socket: web.WebSocketResponse, hub: Hub, sockets: dict[web.WebSocketResponse, str]
) -> None:
    screen = sockets.pop(socket, "")
    said_goodbye = socket.close_code in (WSCloseCode.OK, WSCloseCode.GOING_AWAY)
    if screen and said_goodbye and screen not in sockets.values():
        hub.screen_closed(screen)


async def _feed(
    socket: web.WebSocketResponse, hub: Hub, transport: asyncio.Transport | None
) -> None:
    shown: View | None = None
    again_at, again_s = 0.0, hub.screens.times.again_s
    with hub.bell() as bell:
        while True:
            bell.clear()
            now = time.monotonic()
            if now >= again_at:
                shown, again_at = None, now + again_s
            message, shown = hub.message(shown), hub.view
            try:
                async with asyncio.timeout(SEND_LIMIT_S):
                    await socket.send_str(message.model_dump_json())
            except (TimeoutError, ClientConnectionError):
                # A page that takes nothing for this long comes back by itself if it lives.
                if transport:
                    transport.abort()
                return
            with suppress(TimeoutError):
                async with asyncio.timeout(min(AGE_EVERY_S, again_s)):
                    await bell.wait()
