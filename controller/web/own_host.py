"""Requests must name this server by a name of its own: another name may be somebody's page."""

from collections.abc import Iterable
from typing import Final
from urllib.parse import urlsplit

from aiohttp import web
from aiohttp.typedefs import Handler, Middleware

# A browser that was led here under a foreign name sends that name along.
OWN_NAMES: Final = frozenset({"localhost", "127.0.0.1", "::1"})


def only_own_host(more: Iterable[str] = ()) -> Middleware:
    """Refuse every request for a host that is not this machine or one of these names."""
    names = OWN_NAMES | frozenset(more)

    @web.middleware
    async def check(request: web.Request, handler: Handler) -> web.StreamResponse:
        if _name(request.host) not in names:
            raise web.HTTPMisdirectedRequest(text="this table is not served under that name")
        return await handler(request)

    return check


def is_own_page(request: web.Request) -> bool:
    """Whether a request comes from a page of this server: its host is one of our own by now."""
    return urlsplit(request.headers.get("Origin", "")).netloc == request.host


def _name(host: str) -> str | None:
    try:
        return urlsplit(f"//{host}").hostname
    except ValueError:
        return None
