"""Serves the scoreboard of one table on this machine until told to stop."""

import asyncio
import logging
import signal
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Final, Protocol

from pydantic import ValidationError

from config.directive import AS_THE_FILE_SAYS, RoomSettings, room_settings
from config.network import is_loopback
from controller.bus.client import DeviceClient, FeedClient
from controller.bus.messages import Beat
from controller.facts.board import Board
from controller.roads.layout import Tail
from controller.web.doors import Doors
from controller.web.listening import Address, ServingError, listening
from drivers.runtime.bus import BusClient
from drivers.scoreboard.app import make_app
from drivers.scoreboard.hub import Hub
from drivers.scoreboard.screen_door import THIS_MACHINE, ScreenDoor
from drivers.scoreboard.screen_keys import ScreenKeys
from drivers.scoreboard.screen_reports import ScreenReports
from drivers.scoreboard.screens import Screens, plain_screens
from drivers.scoreboard.screens_seen import DEVICE, USUAL_TIMES, ScreenTimes
from drivers.scoreboard.shoe_history import ShoeHistory

ROOM_LOOKED_AT_EVERY_S: Final = 1.0

log = logging.getLogger(__name__)


class BoardSource(Protocol):
    """Where boards and heartbeats come from."""

    def boards(self) -> AsyncIterator[Board | Beat]:
        """Every board as it changes, and a heartbeat each second."""


async def serve(
    source: BoardSource,
    host: str,
    port: int,
    stop: asyncio.Event,
    *,
    door: ScreenDoor = THIS_MACHINE,
    devices: BusClient | None = None,
    screens: Screens | None = None,
    shoes: ShoeHistory | None = None,
    times: ScreenTimes = USUAL_TIMES,
    keys: ScreenKeys | None = None,
) -> None:
    """Serve the pages until `stop` is set; raise ServingError if that cannot be done."""
    if not is_loopback(host) and not door.key:
        raise ServingError(
            f"{host} can be reached from outside this machine;"
            " serve on 127.0.0.1, or give the screens a key: [scoreboard] key"
        )
    shown, history = (screens or plain_screens()).stamped(), shoes or ShoeHistory()
    hub = Hub(shown.poster.page, tail=Tail(shown.poster.tail), times=times)
    doors = Doors()
    app = make_app(hub, shown, history, host, keys, doors, door, port)
    address = Address(host, port)
    async with listening(app, doors, address):
        log.info("scoreboard on %s", address)
        async with _reporting(hub, devices, shown.poster.page), _reading(hub, history):
            await _follow_until(stop, hub, source)


def run_scoreboard(
    run_dir: Path,
    host: str,
    port: int,
    *,
    door: ScreenDoor = THIS_MACHINE,
    screens: Screens | None = None,
    shoes: ShoeHistory | None = None,
    times: ScreenTimes = USUAL_TIMES,
    keys: ScreenKeys | None = None,
    room: RoomSettings = AS_THE_FILE_SAYS,
) -> bool:
    """Serve the table of `run_dir` until a signal, or until its room has sent other settings.

    Tells whether it shall be served anew.
    """
    return asyncio.run(_run(run_dir, host, port, door, screens, shoes, times, keys, room))


async def _run(
    run_dir: Path,
    host: str,
    port: int,
    door: ScreenDoor,
    screens: Screens | None,
    shoes: ShoeHistory | None,
    times: ScreenTimes,
    keys: ScreenKeys | None,
    room: RoomSettings,
) -> bool:
    stop, renewed = asyncio.Event(), asyncio.Event()
    for number in (signal.SIGTERM, signal.SIGINT):
        asyncio.get_running_loop().add_signal_handler(number, stop.set)
    watching = asyncio.create_task(_watch_room(run_dir, room, stop, renewed))
    client = FeedClient(run_dir)
    devices = DeviceClient(run_dir, DEVICE, DEVICE, socket="screens")
    try:
        await serve(
            client,
            host,
            port,
            stop,
            door=door,
            devices=devices,
            screens=screens,
            shoes=shoes,
            times=times,
            keys=keys,
        )
        return renewed.is_set()
    finally:
        watching.cancel()
        await asyncio.gather(watching, return_exceptions=True)
        devices.close()
        client.close()


async def _watch_room(
    run_dir: Path, room: RoomSettings, stop: asyncio.Event, renewed: asyncio.Event
) -> None:
    """Stop once the daemon has left other settings of the room than these."""
    while room_settings(run_dir) == room:
        await asyncio.sleep(ROOM_LOOKED_AT_EVERY_S)
    log.info("the room has sent other settings; every screen loads anew")
    renewed.set()
    stop.set()


@asynccontextmanager
async def _reporting(hub: Hub, devices: BusClient | None, page: str) -> AsyncIterator[None]:
    """Tell the daemon of the screens meanwhile, where there is a daemon to tell."""
    telling = asyncio.create_task(ScreenReports(hub, devices, page).run()) if devices else None
    try:
        yield
    finally:
        if telling:
            telling.cancel()
            await asyncio.gather(telling, return_exceptions=True)


@asynccontextmanager
async def _reading(hub: Hub, shoes: ShoeHistory) -> AsyncIterator[None]:
    """Read earlier shoes and rounds from the record meanwhile."""
    reading = asyncio.create_task(shoes.run(hub))
    try:
        yield
    finally:
        reading.cancel()
        await asyncio.gather(reading, return_exceptions=True)


async def _follow_until(stop: asyncio.Event, hub: Hub, source: BoardSource) -> None:
    following = asyncio.create_task(_take_boards(hub, source))
    stopping = asyncio.create_task(stop.wait())
    try:
        await asyncio.wait((following, stopping), return_when=asyncio.FIRST_COMPLETED)
        if not stop.is_set():
            await following
            raise ServingError("the table's feed ended; start the rules daemon again")
    finally:
        following.cancel()
        stopping.cancel()
        await asyncio.gather(following, stopping, return_exceptions=True)


async def _take_boards(hub: Hub, source: BoardSource) -> None:
    boards = source.boards()
    try:
        async for item in boards:
            hub.take(item)
    except ValidationError as error:
        raise ServingError(
            f"the table's feed sends a {error.title} this scoreboard cannot read; "
            "install the same version of the rules daemon and the scoreboard"
        ) from error
    finally:
        if hasattr(boards, "aclose"):
            await boards.aclose()
