"""Serves the staff pages of one table until told to stop."""

import asyncio
import logging
import signal
from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path

from aiohttp import web
from aiohttp.typedefs import Middleware

from controller.bus.client import FeedClient
from controller.bus.desk_client import DeskClient
from controller.desk.addresses import DESK, LARGEST_MESSAGE, OpenDesk, add_pages
from controller.desk.badge_reader import BadgeReader
from controller.desk.log_in import add_log_in
from controller.desk.outer_door import only_with_key
from controller.desk.page import DeskSite, StaffPage
from controller.desk.pages import staff_pages
from controller.desk.table_watch import TableWatch
from controller.process import notify
from controller.web.doors import Doors
from controller.web.listening import Address, ServingError, listening
from controller.web.own_host import only_own_host
from controller.web.shared_files import add_shared

log = logging.getLogger(__name__)


def run_desk(site: DeskSite, address: Address, pad_key: str, css: str) -> None:
    """Serve the desk of a table until a signal."""
    asyncio.run(_run(site, address, pad_key, css))


async def _run(site: DeskSite, address: Address, pad_key: str, css: str) -> None:
    stop = asyncio.Event()
    for number in (signal.SIGTERM, signal.SIGINT):
        asyncio.get_running_loop().add_signal_handler(number, stop.set)
    await serve(site, address, stop, pad_key=pad_key, css=css)


async def serve(
    site: DeskSite, address: Address, stop: asyncio.Event, *, pad_key: str = "", css: str = ""
) -> None:
    """Serve the pages until `stop` is set; raise ServingError if that cannot be done."""
    doors = Doors()
    made = {name: page(site) for name, page in staff_pages().items()}
    pages = {name: page for name, page in made.items() if page.is_offered()}
    # Cookies know no ports: two tables of one machine must not share one.
    watch, table = TableWatch(), site.loaded.table
    device = table.desk.badge_reader
    badges = BadgeReader(Path(device)) if device else None
    desk = OpenDesk(
        partial(DeskClient, site.run_dir),
        watch,
        pages,
        f"desk-{address.port}",
        css=css,
        language=table.scoreboard.language,
        pad_key=pad_key,
        names=table.desk.names if table.desk.is_remote else (),
        badges=badges,
    )
    outer = only_with_key(table.desk.key, address.port)
    app = make_app(desk, doors, table.desk.own_names, outer)
    async with listening(app, doors, address):
        log.info("desk on %s", address)
        workers: list[StaffPage | BadgeReader] = [*pages.values(), *([badges] if badges else [])]
        async with _working(site.run_dir, watch, workers) as work:
            await _until(stop, work)


def make_app(
    desk: OpenDesk, doors: Doors, names: tuple[str, ...] = (), *outer: Middleware
) -> web.Application:
    """The web application of a desk."""
    middlewares = [doors.note, only_own_host(names), *outer]
    app = web.Application(middlewares=middlewares, client_max_size=LARGEST_MESSAGE)
    app[DESK] = desk
    add_pages(app)
    add_log_in(app)
    add_shared(app)
    return app


@asynccontextmanager
async def _working(
    run_dir: Path, watch: TableWatch, workers: Iterable[StaffPage | BadgeReader]
) -> AsyncIterator[list[asyncio.Task[None]]]:
    """Follow the table meanwhile, and let pages work that are devices, and a badge reader."""
    feed = FeedClient(run_dir)
    work = (watch.follow(feed), notify.stay_watched(), *(each.run() for each in workers))
    tasks = [asyncio.create_task(each) for each in work]
    try:
        yield tasks
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        feed.close()


async def _until(stop: asyncio.Event, work: list[asyncio.Task[None]]) -> None:
    stopping = asyncio.create_task(stop.wait())
    try:
        await asyncio.wait((stopping, *work), return_when=asyncio.FIRST_COMPLETED)
        for task in work:
            if task.done() and not stop.is_set():
                await task
                raise ServingError("the table's feed ended; start the rules daemon again")
    finally:
        stopping.cancel()
        await asyncio.gather(stopping, return_exceptions=True)
