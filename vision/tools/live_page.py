"""The technician's live page: the newest annotated picture, on this computer only."""

import asyncio
import os
from dataclasses import asdict
from pathlib import Path
from threading import Thread
from typing import Final

from aiohttp import web
from aiohttp.typedefs import Handler

from vision.picture.frame import Frame
from vision.picture.jpeg import jpeg_of
from vision.tools.watch import Readout

HOST: Final = "127.0.0.1"
QUALITY: Final = 85
PAGE: Final = Path(__file__).with_name("page")
HEADERS: Final = {"Cache-Control": "no-store", "Content-Security-Policy": "default-src 'self'"}


class LivePageError(Exception):
    """The page cannot be served; says why and what to do."""


class LivePage:
    """Serves the newest picture and readout over HTTP on the loopback address.

    `is_wanted` when a page has asked since the last picture: nothing is drawn for nobody.
    """

    def __init__(self, port: int) -> None:
        self.is_wanted = False
        self._jpeg, self._readout = b"", Readout("", "", 0.0, "", "")
        self._loop = asyncio.new_event_loop()
        try:
            self._runner = self._loop.run_until_complete(self._listening(port))
        except OSError as error:
            self._loop.close()
            reason = os.strerror(error.errno or 0).lower()
            raise LivePageError(f"port {port}: {reason}; give --page another number") from None
        self.address = f"http://{HOST}:{self._runner.addresses[0][1]}/"
        self._thread = Thread(target=self._loop.run_forever, daemon=True)
        self._thread.start()

    def show(self, picture: Frame, readout: Readout) -> None:
        """Make a picture the newest one, until a page asks for another."""
        self.is_wanted = False
        self._jpeg, self._readout = jpeg_of(picture, QUALITY), readout

    def close(self) -> None:
        """Stop serving."""
        asyncio.run_coroutine_threadsafe(self._runner.cleanup(), self._loop).result()
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()

    async def _listening(self, port: int) -> web.AppRunner:
        app = web.Application(middlewares=[_for_this_computer])
        app.router.add_get("/", _index)
        app.router.add_get("/frame.jpg", self._frame)
        app.router.add_get("/readout.json", self._said)
        app.router.add_static("/", PAGE)
        runner = web.AppRunner(app, access_log=None)
        await runner.setup()
        await web.TCPSite(runner, HOST, port).start()
        return runner

    async def _frame(self, _: web.Request) -> web.Response:
        self.is_wanted = True
        status = 200 if self._jpeg else 204
        return web.Response(status=status, body=self._jpeg, content_type="image/jpeg")

    async def _said(self, _: web.Request) -> web.Response:
        return web.json_response(asdict(self._readout))


async def _index(_: web.Request) -> web.Response:
    return web.Response(text=(PAGE / "index.html").read_text(), content_type="text/html")


@web.middleware
async def _for_this_computer(request: web.Request, handler: Handler) -> web.StreamResponse:
    """A name other than this computer's is refused: it may be another site's."""
    if request.host.rsplit(":", 1)[0] not in (HOST, "localhost"):
        raise web.HTTPForbidden
    answer = await handler(request)
    answer.headers.update(HEADERS)
    return answer
