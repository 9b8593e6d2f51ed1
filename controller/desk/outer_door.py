"""Whoever comes from another machine shows the desk's key once, where it has one; then a cookie."""

from typing import Final
from urllib.parse import quote, urlencode

from aiohttp import web
from aiohttp.typedefs import Handler, Middleware

from config.network import is_loopback
from controller.web.page_keys import DOOR, opens

REFUSED: Final = "this address has not the key of the desk; scan the code on the table's own screen"


def only_with_key(key: str | None, port: int) -> Middleware:
    """Refuse every request of another machine without the key; it is no person's log-in."""
    # Cookies know no ports: two tables of one machine must not share one.
    cookie = f"{DOOR}-{port}"

    @web.middleware
    async def check(request: web.Request, handler: Handler) -> web.StreamResponse:
        if key is None or is_loopback(request.remote or ""):
            return await handler(request)
        if opens(request.cookies.get(cookie, ""), key):
            return await handler(request)
        if not opens(request.query.get(DOOR, ""), key):
            raise web.HTTPForbidden(text=REFUSED)
        answer = web.Response(status=303, headers={"Location": _without_key(request)})
        answer.set_cookie(
            cookie, key, httponly=True, samesite="Strict", secure=request.secure, path="/"
        )
        return answer

    return check


def _without_key(request: web.Request) -> str:
    """The same address without the key, which a bookmark would keep and a shoulder read."""
    rest = [(name, value) for name, value in request.query.items() if name != DOOR]
    # Two slashes at the beginning would lead to another machine.
    path = "/" + quote(request.path.lstrip("/"))
    return f"{path}?{urlencode(rest)}" if rest else path
