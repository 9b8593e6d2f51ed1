"""The files that pages of every web process share, and the headers all answers have."""

import hashlib
from collections.abc import Iterable
from pathlib import Path
from typing import Final

from aiohttp import web

SHARED: Final = Path(__file__).parent / "shared"
HEADERS: Final = {
    "Content-Security-Policy": "default-src 'self'; frame-ancestors 'self'",
    "Cache-Control": "no-cache",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
}


def add_shared(app: web.Application) -> None:
    """Serve what pages share at /shared/, and every answer with the headers of a guarded page."""
    app.router.add_static("/shared/", SHARED)
    app.on_response_prepare.append(_add_headers)


def page_edition(folders: Iterable[Path], more: Iterable[bytes] = ()) -> str:
    """A short name that changes whenever a file of these or a shared one does, or what is given."""
    digest = hashlib.sha256()
    for folder in (SHARED, *folders):
        for path in sorted(path for path in folder.rglob("*") if path.is_file()):
            digest.update(path.name.encode() + b"\0" + path.read_bytes())
    for content in more:
        digest.update(b"\0" + content)
    return digest.hexdigest()[:12]


async def _add_headers(_request: web.Request, response: web.StreamResponse) -> None:
    response.headers.update(HEADERS)
