"""The bridge as a process: rows, the newest board and signed notes of one table."""

import asyncio
import logging
import signal
from contextlib import suppress
from pathlib import Path
from typing import Final, NamedTuple

from nats.aio.client import Client
from nats.errors import Error

from config.floor import FloorLink
from controller.bus.client import FeedClient
from controller.facts.board import Board
from controller.floor.bridge.bridge import Bridge
from controller.floor.bridge.followed_record import FollowedRecord
from controller.floor.bridge.vouching import show_notes
from controller.floor.link import subjects
from controller.floor.link.connection import AwayError, connected
from controller.process import notify

AGAIN_S: Final = 2.0
_LOG: Final = logging.getLogger(__name__)


class Bridged(NamedTuple):
    """One table with a floor: its name there, its game, where its record and its sockets are."""

    table: str
    game: str
    journal: Path
    sockets: Path
    link: FloorLink
    # Where the files of the link are.
    folder: Path


async def run_bridge(bridged: Bridged) -> None:
    """Send until told to stop; the floor may be away for as long as it likes."""
    record = FollowedRecord(bridged.journal)
    bridge = Bridge(bridged.table, bridged.game, record, bridged.link.send)
    stop = asyncio.Event()
    for number in (signal.SIGTERM, signal.SIGINT):
        asyncio.get_running_loop().add_signal_handler(number, stop.set)
    work = asyncio.create_task(_work(bridged, bridge, record))
    ended = asyncio.create_task(stop.wait())
    await asyncio.wait({work, ended}, return_when=asyncio.FIRST_COMPLETED)
    ended.cancel()
    work.cancel()
    with suppress(asyncio.CancelledError):
        await work
    record.close()


async def _work(bridged: Bridged, bridge: Bridge, record: FollowedRecord) -> None:
    notify.ready()
    client = await _connected(bridged)
    try:
        async with asyncio.TaskGroup() as tasks:
            tasks.create_task(bridge.run(client))
            tasks.create_task(show_notes(bridge.table, record, client))
            tasks.create_task(_feed_watchdog())
            if bridged.link.send == "all":
                tasks.create_task(_show_boards(bridged, client))
    finally:
        await asyncio.shield(bridge.leave(client))
        await client.close()


async def _connected(bridged: Bridged) -> Client:
    """Wait for the floor; wrong credentials are said at once and end the process."""
    while True:
        try:
            return await connected(
                bridged.link, bridged.folder, bridged.table, subjects.inbox(bridged.table)
            )
        except AwayError as error:
            _LOG.warning("%s", error)
            await asyncio.sleep(AGAIN_S)


async def _feed_watchdog() -> None:
    period = notify.watchdog_period()
    while period is not None:
        notify.alive()
        await asyncio.sleep(period)


async def _show_boards(bridged: Bridged, client: Client) -> None:
    """The newest board, as it is; one that is lost is followed by the next."""
    feed = FeedClient(bridged.sockets)
    subject = subjects.board_subject(bridged.table)
    async for board in feed.boards():
        if isinstance(board, Board) and client.is_connected:
            with suppress(Error):
                await client.publish(subject, board.model_dump_json().encode())
