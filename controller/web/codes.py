"""Addresses as pictures: a phone or a tablet reads one and has the page open."""

import io
from collections.abc import Sequence
from typing import Final

import segno
from aiohttp import web

# Large enough for a camera at arm's length; the quiet zone is part of the code.
MODULE: Final = 8
QUIET: Final = 3


def known_as(names: Sequence[str], request: web.Request) -> str:
    """Where other machines find this server; where none may come, where this browser found it."""
    if not names:
        return f"{request.scheme}://{request.host}"
    port = request.url.explicit_port
    return f"{request.scheme}://{names[0]}" + (f":{port}" if port else "")


def code_of(address: str) -> web.Response:
    """The address as a code, dark on light whatever the page's colours are."""
    drawn = io.BytesIO()
    made = segno.make(address, error="m", micro=False)
    made.save(drawn, kind="svg", scale=MODULE, border=QUIET, dark="#000", light="#fff")
    return web.Response(body=drawn.getvalue(), content_type="image/svg+xml")
