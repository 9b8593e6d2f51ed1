"""Metrics over HTTP, of the floor or of one table."""

from collections.abc import Awaitable, Callable

from aiohttp import web

from controller.floor.metrics import CONTENT_TYPE
from controller.floor.parcel import FloorError


async def serve_metrics(
    host: str, port: int, told: Callable[[], str]
) -> Callable[[], Awaitable[None]]:
    """Serve `/metrics`; returns what ends it."""

    async def metrics(_: web.Request) -> web.Response:
        return web.Response(body=told().encode(), headers={"Content-Type": CONTENT_TYPE})

    app = web.Application()
    app.router.add_get("/metrics", metrics)
    runner = web.AppRunner(app, access_log=None)
    await runner.setup()
    try:
        await web.TCPSite(runner, host, port).start()
    except OSError as error:
        await runner.cleanup()
        raise FloorError(
            f"floor: port {port} cannot be used ({error.strerror}); choose another for the metrics"
        ) from None
    return runner.cleanup
