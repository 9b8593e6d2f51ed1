"""Whoever looks from another machine needs the key of the screens; it stays in a cookie."""

from typing import Final, NamedTuple

from aiohttp import web
from aiohttp.typedefs import Handler, Middleware

from controller.web.page_keys import opens

COOKIE: Final = "screen"
# Faces and drawing tools say nothing of the table.
OPEN_TO_ALL: Final = "/shared/"
REFUSED: Final = "this address has not the key of the screens; use the link with key="


class ScreenDoor(NamedTuple):
    """The key other machines need, and the names they call this one by; no key: no others."""

    key: str = ""
    names: tuple[str, ...] = ()


THIS_MACHINE: Final = ScreenDoor()


def only_with_key(door: ScreenDoor, port: int) -> Middleware:
    """Refuse every request without the key, where there is one."""
    # Cookies know no ports: two tables of one machine must not share one.
    cookie = f"{COOKIE}-{port}"

    @web.middleware
    async def check(request: web.Request, handler: Handler) -> web.StreamResponse:
        if not door.key or request.path.startswith(OPEN_TO_ALL):
            return await handler(request)
        if opens(request.cookies.get(cookie, ""), door.key):
            return await handler(request)
        if not opens(request.query.get("key", ""), door.key):
            raise web.HTTPForbidden(text=REFUSED)
        response = await handler(request)
        if not response.prepared:
            response.set_cookie(cookie, door.key, httponly=True, samesite="Strict", path="/")
        return response

    return check
