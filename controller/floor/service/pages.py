"""The floor's metrics over HTTP."""

from collections.abc import Awaitable, Callable

from aiohttp import web

from config.floor import FloorPages
from controller.floor.metrics import CONTENT_TYPE, floor_metrics
from controller.floor.parcel import FloorError
from controller.floor.service.figures import Figures


async def serve_metrics(pages: FloorPages, figures: Figures) -> Callable[[], Awaitable[None]]:
    """Serve `/metrics`; returns what ends it."""

    async def metrics(_: web.Request) -> web.Response:
        text = floor_metrics(figures).encode()
        return web.Response(body=text, headers={"Content-Type": CONTENT_TYPE})

    app = web.Application()
    app.router.add_get("/metrics", metrics)
    runner = web.AppRunner(app, access_log=None)
    await runner.setup()
    try:
        await web.TCPSite(runner, pages.host, pages.port).start()
    except OSError as error:
        await runner.cleanup()
        raise FloorError(
            f"floor: port {pages.port} cannot be used ({error.strerror}); set port of [pages]"
        ) from None
    return runner.cleanup
