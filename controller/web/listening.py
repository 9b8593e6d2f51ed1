"""Listening for browsers: an address that may be served, connections that ask, and the end."""

import asyncio
import errno
import ssl
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import partial
from typing import Final, NamedTuple

from aiohttp import web

from controller.facts.failure import OperatorError
from controller.web.doors import Doors

# A page asks for its files at once; a connection that is kept longer helps nobody.
IDLE_S: Final = 15.0
GOODBYE_LIMIT_S: Final = 0.1


class ServingError(OperatorError):
    """Pages cannot be served; the message says why and what to do."""


class Address(NamedTuple):
    """Where a process listens; with `tls` browsers speak https to it."""

    host: str
    port: int
    tls: ssl.SSLContext | None = None

    def __str__(self) -> str:
        host = f"[{self.host}]" if ":" in self.host else self.host
        return f"{'https' if self.tls else 'http'}://{host}:{self.port}/"


@asynccontextmanager
async def listening(app: web.Application, doors: Doors, address: Address) -> AsyncIterator[None]:
    """Take connections meanwhile, and sweep out those that never ask."""
    runner = web.AppRunner(
        app, access_log=None, shutdown_timeout=GOODBYE_LIMIT_S, keepalive_timeout=IDLE_S
    )
    await runner.setup()
    try:
        server = await _bound(runner, doors, address)
        sweeping = asyncio.create_task(doors.keep_sweeping())
        try:
            yield
        finally:
            server.close()
            sweeping.cancel()
            await asyncio.gather(sweeping, return_exceptions=True)
    finally:
        await runner.cleanup()


async def _bound(runner: web.AppRunner, doors: Doors, address: Address) -> asyncio.Server:
    assert runner.server is not None
    host, port, tls = address
    try:
        return await asyncio.get_running_loop().create_server(
            partial(doors.opened, runner.server), host, port, reuse_address=True, ssl=tls
        )
    except OSError as error:
        in_use = error.errno == errno.EADDRINUSE
        raise ServingError(
            f"cannot serve on {host} port {port}: {'it is in use' if in_use else error.strerror}; "
            "stop the program that uses it, or choose another address"
        ) from error
