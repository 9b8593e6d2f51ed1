"""Serves the scoreboard of one table on this machine until told to stop."""

import asyncio
import errno
import ipaddress
import logging
import signal
import sys
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Protocol

from aiohttp import web
from pydantic import ValidationError

from controller.bus.client import FeedClient
from controller.bus.endpoints import SocketDirectoryError
from controller.bus.messages import Beat
from controller.core.board import Board
from drivers.scoreboard.app import GOODBYE_LIMIT_S, make_app, page_edition
from drivers.scoreboard.hub import Hub

log = logging.getLogger(__name__)

HIGHEST_PORT = 65535


class ScoreboardError(Exception):
    """The scoreboard cannot be served; the message says why and what to do."""


class BoardSource(Protocol):
    """Where boards and heartbeats come from."""

    def boards(self) -> AsyncIterator[Board | Beat]:
        """Every board as it changes, and a heartbeat each second."""


async def serve(
    source: BoardSource, host: str, port: int, stop: asyncio.Event, *, allow_remote: bool = False
) -> None:
    """Serve the pages until `stop` is set; raise ScoreboardError if that cannot be done."""
    _check_address(host, port, allow_remote)
    hub = Hub(page_edition())
    runner = web.AppRunner(make_app(hub), access_log=None, shutdown_timeout=GOODBYE_LIMIT_S)
    await runner.setup()
    try:
        await _listen(runner, host, port)
        log.info("scoreboard on http://%s:%d/", host, port)
        await _follow_until(stop, hub, source)
    finally:
        await runner.cleanup()


def run_scoreboard(run_dir: Path, host: str, port: int, *, allow_remote: bool = False) -> int:
    """Serve the table of `run_dir` until a signal; return the exit code."""
    try:
        asyncio.run(_run(run_dir, host, port, allow_remote))
    except (ScoreboardError, SocketDirectoryError) as error:
        print(f"error: {error}", file=sys.stderr)
        return 2
    return 0


async def _run(run_dir: Path, host: str, port: int, allow_remote: bool) -> None:
    stop = asyncio.Event()
    for number in (signal.SIGTERM, signal.SIGINT):
        asyncio.get_running_loop().add_signal_handler(number, stop.set)
    client = FeedClient(run_dir)
    try:
        await serve(client, host, port, stop, allow_remote=allow_remote)
    finally:
        client.close()


def _check_address(host: str, port: int, allow_remote: bool) -> None:
    if not 1 <= port <= HIGHEST_PORT:
        raise ScoreboardError(f"{port} is not a port; choose one from 1024 to {HIGHEST_PORT}")
    try:
        loopback = host == "localhost" or ipaddress.ip_address(host).is_loopback
    except ValueError:
        loopback = False
    if not loopback and not allow_remote:
        raise ScoreboardError(
            f"{host} can be reached from outside this machine; "
            "serve on 127.0.0.1, or allow remote screens explicitly"
        )


async def _listen(runner: web.AppRunner, host: str, port: int) -> None:
    try:
        await web.TCPSite(runner, host, port).start()
    except OSError as error:
        in_use = error.errno == errno.EADDRINUSE
        raise ScoreboardError(
            f"cannot serve on {host} port {port}: {'it is in use' if in_use else error.strerror}; "
            "stop the program that uses it, or choose another address"
        ) from error


async def _follow_until(stop: asyncio.Event, hub: Hub, source: BoardSource) -> None:
    following = asyncio.create_task(_take_boards(hub, source))
    stopping = asyncio.create_task(stop.wait())
    try:
        await asyncio.wait((following, stopping), return_when=asyncio.FIRST_COMPLETED)
        if not stop.is_set():
            await following
            raise ScoreboardError("the table's feed ended; start the rules daemon again")
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
        raise ScoreboardError(
            f"the table's feed sends a {error.title} this scoreboard cannot read; "
            "install the same version of the rules daemon and the scoreboard"
        ) from error
    finally:
        if hasattr(boards, "aclose"):
            await boards.aclose()
