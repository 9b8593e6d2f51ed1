"""Who may keep a connection open: no half request for ever, and always a place for a newcomer."""

import asyncio
import time
from collections.abc import Callable
from typing import Final

from aiohttp import web
from aiohttp.typedefs import Handler

# A browser sends its request at once; a person never waits so long for one.
REQUEST_LIMIT_S: Final = 10.0
SWEEP_EVERY_S: Final = 1.0
MOST_CONNECTIONS: Final = 400


class Doors:
    """Ends connections that never ask for anything; the oldest first when there are too many."""

    def __init__(
        self,
        clock: Callable[[], float] = time.monotonic,
        limit_s: float = REQUEST_LIMIT_S,
        most: int = MOST_CONNECTIONS,
    ) -> None:
        self._clock = clock
        self._limit_s = limit_s
        self._most = most
        # When each connection came that has not asked for anything yet; the oldest is first.
        self._came: dict[web.RequestHandler, float] = {}

    @web.middleware
    async def note(self, request: web.Request, handler: Handler) -> web.StreamResponse:
        """A connection with a whole request is no half one; between two, aiohttp has its limit."""
        self._came.pop(request.protocol, None)
        return await handler(request)

    def opened(self, server: web.Server) -> web.RequestHandler:
        """Make the handler of a new connection; one that waits too long makes way for it."""
        if len(self._came) >= self._most:
            self._end(next(iter(self._came)))
        handler = server()
        self._came[handler] = self._clock()
        return handler

    def sweep(self) -> None:
        """End what has waited longer than any request takes."""
        now = self._clock()
        for handler, came in list(self._came.items()):
            if now - came <= self._limit_s:
                return
            self._end(handler)

    async def keep_sweeping(self) -> None:
        """Sweep until cancelled."""
        while True:
            await asyncio.sleep(SWEEP_EVERY_S)
            self.sweep()

    def _end(self, handler: web.RequestHandler) -> None:
        del self._came[handler]
        handler.force_close()
