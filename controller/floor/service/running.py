"""The floor's service as a process."""

import asyncio
import logging
import signal
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Final, TypeVar

from nats.aio.client import Client

from config.floor import FloorSettings
from controller.floor.link.connection import AwayError, connected
from controller.floor.service.pages import serve_metrics
from controller.floor.service.service import FloorService
from controller.floor.service.stream import check_durability
from controller.floor.service.witnessing import FloorWitness
from controller.floor.store.database import StoreAwayError
from controller.floor.store.store import FloorStore
from controller.process import notify

AGAIN_S: Final = 2.0
_LOG: Final = logging.getLogger(__name__)
Made = TypeVar("Made")


def run_floor(settings: FloorSettings, folder: Path) -> None:
    """Work until told to stop; what is wrong with the settings is said at once."""
    witness = FloorWitness(folder / settings.witness)
    store = _patiently(lambda: FloorStore.open(settings.database))
    try:
        asyncio.run(_run(settings, folder, FloorService(settings, store, witness)))
    finally:
        store.close()


def _patiently(opened: Callable[[], Made]) -> Made:
    """A database that starts at the same time as the service is waited for."""
    while True:
        try:
            return opened()
        except StoreAwayError as error:
            _LOG.warning("%s", error)
            time.sleep(AGAIN_S)


async def _run(settings: FloorSettings, folder: Path, service: FloorService) -> None:
    stop = asyncio.Event()
    for number in (signal.SIGTERM, signal.SIGINT):
        asyncio.get_running_loop().add_signal_handler(number, stop.set)
    work = asyncio.create_task(_work(settings, folder, service))
    ended = asyncio.create_task(stop.wait())
    await asyncio.wait({work, ended}, return_when=asyncio.FIRST_COMPLETED)
    ended.cancel()
    work.cancel()
    with suppress(asyncio.CancelledError):
        await work


async def _work(settings: FloorSettings, folder: Path, service: FloorService) -> None:
    client = await _connected(settings, folder)
    stop_pages = await serve_metrics(settings.pages, service.figures)
    try:
        notify.ready()
        await asyncio.gather(service.run(client), _feed_watchdog())
    finally:
        await stop_pages()
        await client.close()


async def _connected(settings: FloorSettings, folder: Path) -> Client:
    """Wait for NATS; one that would lose rows is refused at once."""
    while True:
        try:
            client = await connected(settings.nats, folder, "floor")
            await check_durability(settings.nats.monitoring)
            return client
        except AwayError as error:
            _LOG.warning("%s", error)
            await asyncio.sleep(AGAIN_S)


async def _feed_watchdog() -> None:
    period = notify.watchdog_period()
    while period is not None:
        notify.alive()
        await asyncio.sleep(period)
