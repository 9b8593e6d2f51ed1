"""Serves the wall until told to stop: the desk's own log-in, frame and websocket."""

import asyncio
import logging
import signal
from pathlib import Path
from typing import Final, NamedTuple

from config.theme import built_in_theme
from config.theme_css import theme_css
from config.words import ENGLISH
from controller.daemon.keeper import wall_clock_ms
from controller.desk.addresses import OpenDesk
from controller.desk.server import make_app
from controller.floor.wall.desk import WallDesk
from controller.floor.wall.page import WallPage
from controller.floor.wall.ruling import Reach, RemoteRulings
from controller.floor.wall.watch import FloorWatch
from controller.people.staff import Member
from controller.process import notify
from controller.web.doors import Doors
from controller.web.listening import Address, listening

PAGES: Final = Path(__file__).parent / "pages"

log = logging.getLogger(__name__)


class WallSite(NamedTuple):
    """Where a wall finds its floor and keeps its own record, and how it speaks and looks."""

    # The floor's store: postgresql://… or sqlite:FILE.
    store: str
    state: Path
    language: str = ENGLISH
    theme: str = "dark"
    # Names under which other machines know this one.
    names: tuple[str, ...] = ()
    # Of a demonstration, whose PINs everybody may know.
    people: tuple[Member, ...] = ()
    # The way to the tables' desks; without it nobody rules from here.
    reach: Reach | None = None


def run_wall(site: WallSite, address: Address) -> None:
    """Serve the wall until a signal."""
    asyncio.run(_run(site, address))


async def _run(site: WallSite, address: Address) -> None:
    stop = asyncio.Event()
    for number in (signal.SIGTERM, signal.SIGINT):
        asyncio.get_running_loop().add_signal_handler(number, stop.set)
    await serve(site, address, stop)


async def serve(site: WallSite, address: Address, stop: asyncio.Event) -> None:
    """Serve the wall until `stop` is set; raise ServingError if that cannot be done."""
    watch = FloorWatch(site.store)
    desk = WallDesk(site.state, watch, site.people)
    try:
        # A store that cannot be opened at all is said at once.
        await watch.ask(lambda store: store.alarms.open())
        await _serve(site, address, stop, watch, desk)
    finally:
        if site.reach is not None:
            await site.reach.close()
        watch.close()
        desk.close()


async def _serve(
    site: WallSite, address: Address, stop: asyncio.Event, watch: FloorWatch, desk: WallDesk
) -> None:
    doors = Doors()
    rulings = None if site.reach is None else RemoteRulings(desk, site.reach)
    opened = OpenDesk(
        desk.client,
        watch,
        {WallPage.name: WallPage(desk, watch.ask, wall_clock_ms, rulings)},
        f"wall-{address.port}",
        css=theme_css(built_in_theme(site.theme)),
        language=site.language,
        folder=PAGES,
    )
    app = make_app(opened, doors, site.names)
    async with listening(app, doors, address):
        log.info("wall on %s", address)
        work = (watch.follow(), notify.stay_watched())
        following = asyncio.gather(*work)
        try:
            await stop.wait()
        finally:
            following.cancel()
            await asyncio.gather(following, return_exceptions=True)
