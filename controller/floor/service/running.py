"""The floor's service as a process."""

import asyncio
import gc
import logging
import time
from collections.abc import Callable
from pathlib import Path
from typing import Final, TypeVar

from nats.aio.client import Client

from config.floor import FloorSettings
from controller.floor.link.connection import AwayError, connected
from controller.floor.link.tasks import together, until_told
from controller.floor.metrics_page import serve_metrics
from controller.floor.service.floor_metrics import floor_metrics
from controller.floor.service.service import FloorService
from controller.floor.service.stream import check_durability
from controller.floor.service.witnessing import FloorWitness
from controller.floor.store.database import StoreAwayError
from controller.floor.store.store import FloorStore
from controller.process import notify

AGAIN_S: Final = 2.0
# Objects made before a search for cycles; a commit's rows are a tenth of it.
SEARCH_EVERY: Final = 200_000
_LOG: Final = logging.getLogger(__name__)
Made = TypeVar("Made")


def run_floor(settings: FloorSettings, folder: Path) -> None:
    """Work until told to stop; what is wrong with the settings is said at once."""
    witness = FloorWitness(folder / settings.witness)
    store = _patiently(lambda: FloorStore.open(settings.database))
    search_seldom()
    try:
        asyncio.run(until_told(_work(settings, folder, FloorService(settings, store, witness))))
    finally:
        store.close()


def search_seldom() -> None:
    """Rows make no cycles, and a search for some among them costs as much as to prove them."""
    gc.freeze()
    gc.set_threshold(SEARCH_EVERY)


def _patiently(opened: Callable[[], Made]) -> Made:
    """A database that starts at the same time as the service is waited for."""
    while True:
        try:
            return opened()
        except StoreAwayError as error:
            _LOG.warning("%s", error)
            time.sleep(AGAIN_S)


async def _work(settings: FloorSettings, folder: Path, service: FloorService) -> None:
    client = await _connected(settings, folder)
    pages = settings.pages
    stop_pages = await serve_metrics(pages.host, pages.port, lambda: floor_metrics(service.figures))
    try:
        notify.ready()
        await together(service.run(client), _feed_watchdog())
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
