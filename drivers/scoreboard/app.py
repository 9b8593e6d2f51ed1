"""The web application: the kiosk page, its files, and a websocket that keeps it up to date."""

import asyncio
import hashlib
from contextlib import suppress
from pathlib import Path
from urllib.parse import urlsplit

from aiohttp import ClientConnectionError, web

from drivers.scoreboard.hub import Hub
from drivers.scoreboard.view import View

WEB = Path(__file__).parent / "web"
AGE_EVERY_S = 1.0
SEND_LIMIT_S = 5.0
GOODBYE_LIMIT_S = 0.1
HEADERS = {
    "Content-Security-Policy": "default-src 'self'; frame-ancestors 'self'",
    "Cache-Control": "no-cache",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
}
HUB = web.AppKey("HUB", Hub)
SOCKETS = web.AppKey("SOCKETS", set[web.WebSocketResponse])


def make_app(hub: Hub) -> web.Application:
    """The web application around a hub."""
    app = web.Application()
    app[HUB], app[SOCKETS] = hub, set()
    app.router.add_get("/", _kiosk_page)
    app.router.add_get("/ws", _follow)
    app.router.add_get("/healthz", _health)
    app.router.add_static("/static/", WEB)
    app.on_response_prepare.append(_add_headers)
    app.on_shutdown.append(_say_goodbye)
    return app


def page_edition() -> str:
    """A short name that changes whenever any page file does."""
    digest = hashlib.sha256()
    for path in sorted(path for path in WEB.rglob("*") if path.is_file()):
        digest.update(path.relative_to(WEB).as_posix().encode() + b"\0" + path.read_bytes())
    return digest.hexdigest()[:12]


async def _kiosk_page(_request: web.Request) -> web.FileResponse:
    return web.FileResponse(WEB / "index.html")


async def _health(request: web.Request) -> web.Response:
    hub = request.app[HUB]
    number = hub.view.number if hub.view else None
    return web.json_response({"number": number, "age_ms": hub.age_ms, "clients": hub.clients})


async def _follow(request: web.Request) -> web.WebSocketResponse:
    origin = request.headers.get("Origin")
    if origin and urlsplit(origin).netloc != request.host:
        raise web.HTTPForbidden(text="only this table's own pages may follow it")
    socket = web.WebSocketResponse(timeout=GOODBYE_LIMIT_S, max_msg_size=4096, compress=False)
    await socket.prepare(request)
    request.app[SOCKETS].add(socket)
    feeding = asyncio.create_task(_feed(socket, request.app[HUB], request.transport))
    try:
        async for _ in socket:
            pass
    finally:
        feeding.cancel()
        request.app[SOCKETS].discard(socket)
    return socket


async def _feed(
    socket: web.WebSocketResponse, hub: Hub, transport: asyncio.Transport | None
) -> None:
    shown: View | None = None
    with hub.bell() as bell:
        while True:
            bell.clear()
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
                async with asyncio.timeout(AGE_EVERY_S):
                    await bell.wait()


async def _say_goodbye(app: web.Application) -> None:
    goodbyes = (socket.close(code=1001, message=b"restarting") for socket in app[SOCKETS].copy())
    with suppress(TimeoutError):
        async with asyncio.timeout(GOODBYE_LIMIT_S):
            await asyncio.gather(*goodbyes, return_exceptions=True)


async def _add_headers(_request: web.Request, response: web.StreamResponse) -> None:
    response.headers.update(HEADERS)
