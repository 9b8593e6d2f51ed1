"""The bridge as a process: rows, the newest board and signed notes of one table."""

import asyncio
import logging
from contextlib import suppress
from pathlib import Path
from typing import Final, NamedTuple

from nats.aio.client import Client
from nats.errors import Error

from config.floor import FloorLink
from controller.bus.client import FeedClient
from controller.bus.messages import LinkStatistics
from controller.facts.board import Board
from controller.floor.bridge.bridge import Bridge
from controller.floor.bridge.errands import Errands
from controller.floor.bridge.followed_record import FollowedRecord
from controller.floor.bridge.table_metrics import table_metrics
from controller.floor.bridge.vouching import show_notes
from controller.floor.link import subjects
from controller.floor.link.connection import AwayError, connected
from controller.floor.link.tasks import together, until_told
from controller.floor.metrics_page import serve_metrics
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
    try:
        await until_told(_work(bridged, bridge, record))
    finally:
        record.close()


async def _work(bridged: Bridged, bridge: Bridge, record: FollowedRecord) -> None:
    notify.ready()
    client = await _connected(bridged)
    try:
        await together(
            bridge.run(client),
            show_notes(bridge.table, record, client),
            Errands(bridge.table, bridged.sockets).run(client),
            _feed_watchdog(),
            _show_boards(bridged, client, bridge, record),
        )
    finally:
        await bridge.leave(client)
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


class _Seen:
    """The newest of what the feed told."""

    def __init__(self) -> None:
        self.board: Board | None = None
        self.links: dict[str, LinkStatistics] = {}


async def _show_boards(
    bridged: Bridged, client: Client, bridge: Bridge, record: FollowedRecord
) -> None:
    """The newest board goes to the floor, where the room lets it, and its figures to who asks."""
    seen = _Seen()
    port = bridged.link.metrics_port

    def told() -> str:
        last = record.last_number()
        return table_metrics(bridge.table, seen.board, seen.links.values(), last, bridge.sent)

    stop = None if port is None else await serve_metrics("127.0.0.1", port, told)
    try:
        await together(_follow_boards(bridged, client, seen), _follow_links(bridged, seen))
    finally:
        if stop is not None:
            await stop()


async def _follow_boards(bridged: Bridged, client: Client, seen: _Seen) -> None:
    """One that is lost on the way is followed by the next."""
    subject = subjects.board_subject(bridged.table)
    async for board in FeedClient(bridged.sockets).boards():
        if not isinstance(board, Board):
            continue
        seen.board = board
        if client.is_connected and bridged.link.send == "all":
            with suppress(Error):
                await client.publish(subject, board.model_dump_json().encode())


async def _follow_links(bridged: Bridged, seen: _Seen) -> None:
    async for link in FeedClient(bridged.sockets).links():
        seen.links[link.device] = link
