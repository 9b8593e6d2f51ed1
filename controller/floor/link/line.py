"""A line to the tables through NATS: a question to one of them, and its answer."""

import asyncio
from pathlib import Path
from typing import Final

from nats.aio.client import Client
from nats.errors import Error, NoRespondersError

from config.floor import NatsLink
from controller.floor.link.connection import AwayError, connected
from controller.floor.link.subjects import Errand, errand_subject

# A person waits for it; the desk behind the bridge has a little less.
PATIENCE_S: Final = 10.0


class Line:
    """Connected at the first question; who asks is known by user and password of the link."""

    def __init__(self, link: NatsLink, folder: Path, name: str) -> None:
        self._link, self._folder, self._name = link, folder, name
        self._client: Client | None = None
        self._turn = asyncio.Lock()

    async def open(self) -> Client:
        """Connect, if that is not done; what is wrong is said at once."""
        async with self._turn:
            if self._client is None or self._client.is_closed:
                self._client = await connected(self._link, self._folder, self._name)
            return self._client

    async def answer(self, table: str, errand: Errand, text: str) -> bytes:
        """What a table answers; AwayError where nobody does."""
        client = await self.open()
        subject = errand_subject(table, errand)
        try:
            found = await client.request(subject, text.encode(), timeout=PATIENCE_S)
        except NoRespondersError:
            raise AwayError(
                f"floor: no bridge of {table} listens; start its underfelt-floor-bridge"
            ) from None
        except Error as error:
            why = str(error) or type(error).__name__
            raise AwayError(f"floor: {table} does not answer ({why}); try again") from None
        return bytes(found.data)

    async def close(self) -> None:
        """Leave NATS."""
        if self._client is not None:
            await self._client.close()
