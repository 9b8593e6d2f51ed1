"""A room in one process: bridges and the floor's service on a real NATS and a real database."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from pathlib import Path
from typing import Self

from nats.aio.client import Client

from config.floor import FloorSettings, NatsLink
from controller.floor.bridge.bridge import Bridge
from controller.floor.bridge.followed_record import FollowedRecord
from controller.floor.departure import Send
from controller.floor.link import subjects
from controller.floor.link.connection import AwayError, connected
from controller.floor.link.tasks import ended
from controller.floor.local.nats_server import NatsServer
from controller.floor.service.service import FloorService
from controller.floor.service.witnessing import FloorWitness
from controller.floor.store.store import FloorStore

TABLE = "oaks/t7"
# A server promises no more than its disk has, and a container's /tmp is small.
MOST_BYTES = 50_000_000
# Between two looks: short at first, then longer.
FIRST_PAUSE_S, LAST_PAUSE_S = 0.01, 0.2


class Room:
    """What a test works with: begun together, ended together."""

    def __init__(self, folder: Path, server: NatsServer, database: str) -> None:
        self.folder, self.server, self.database = folder, server, database
        self.settings = FloorSettings.model_validate(
            {
                "rooms": ("oaks",),
                "database": database,
                "nats": {
                    "servers": (server.url,),
                    "monitoring": server.monitoring,
                    "most_bytes": MOST_BYTES,
                },
            }
        )
        self.link = NatsLink(servers=(server.url,))
        self._stack = AsyncExitStack()
        self.service: FloorService
        self.client: Client

    async def __aenter__(self) -> Self:
        self.client = await patiently_connected(self.link, self.folder, "test")
        self._stack.push_async_callback(self.client.close)
        await self.start_service()
        return self

    async def __aexit__(self, *_: object) -> None:
        await self._stack.aclose()

    async def start_service(self) -> None:
        """Start the service, in its own connection."""
        store = FloorStore.open(self.database)
        self._stack.callback(store.close)
        client = await patiently_connected(self.settings.nats, self.folder, "floor")
        self._stack.push_async_callback(client.close)
        self.service = FloorService(self.settings, store, FloorWitness(self.folder / "witness"))
        await self._stack.enter_async_context(working(self.service.run(client)))

    @asynccontextmanager
    async def bridge(
        self, journal: Path, table: str = TABLE, send: Send = "all"
    ) -> AsyncIterator[Bridge]:
        """A bridge that sends while the test looks."""
        record = FollowedRecord(journal)
        bridge = Bridge(table, "baccarat", record, send)
        client = await patiently_connected(self.link, self.folder, table, subjects.inbox(table))
        try:
            async with working(bridge.run(client)):
                yield bridge
            await bridge.leave(client)
        finally:
            await client.close()
            record.close()

    def store(self) -> FloorStore:
        """A reader of its own."""
        store = FloorStore.open(self.database)
        self._stack.callback(store.close)
        return store


@asynccontextmanager
async def working(work: object) -> AsyncIterator[None]:
    """Something that works until it is no longer needed; its failure is the test's."""
    assert asyncio.iscoroutine(work)
    task = asyncio.create_task(work)
    try:
        yield
    finally:
        await ended(task)


async def until(condition: Callable[[], bool]) -> None:
    """Wait for a fact, as long as pytest lets the test; looking seldom, for looking costs too."""
    pause_s = FIRST_PAUSE_S
    while not condition():
        await asyncio.sleep(pause_s)
        pause_s = min(1.3 * pause_s, LAST_PAUSE_S)


async def patiently_connected(
    link: NatsLink, folder: Path, name: str, inbox: str = "_INBOX"
) -> Client:
    """Connect to a server that is there, however slow the machine is to answer."""
    while True:
        with suppress(AwayError):
            return await connected(link, folder, name, inbox)
