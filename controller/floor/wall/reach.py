"""The wall's way to a table's desk: through NATS, each request signed by the wall's key."""

import asyncio
import secrets
import time
from collections.abc import Callable
from pathlib import Path

from pydantic import BaseModel

from controller.bus.client import DeskError
from controller.bus.desk_client import DeskClient
from controller.bus.remote_act import RemoteAct
from controller.daemon.keeper import wall_clock_ms
from controller.directives.signed import SignedText
from controller.floor.link.line import PATIENCE_S, Line
from controller.floor.parcel import FloorError
from controller.people.sessions import Session
from controller.record.keys import SigningKey


class NatsReach:
    """Speaks to the tables of a floor for people who are logged in at the wall.

    The tables know the wall by its key; the key's name is where those people are.
    """

    def __init__(
        self,
        line: Line,
        key: SigningKey,
        clock: Callable[[], float] = time.monotonic,
        wall_ms: Callable[[], int] = wall_clock_ms,
    ) -> None:
        self._line, self._key = line, key
        self._clock, self._wall_ms = clock, wall_ms

    def desk_of(self, table: str, session: Session) -> DeskClient:
        """The desk of a table, as this person may use it; made in the wall's own loop."""
        return TableDesk(self, table, session, asyncio.get_running_loop())

    async def carried(self, table: str, session: Session, request: BaseModel) -> bytes:
        """What a table answers to a person's request."""
        act = SignedText(self._act(table, session, request).model_dump_json() + "\n")
        try:
            return await self._line.answer(table, "desk", act.signed(self._key).text)
        except FloorError as error:
            raise DeskError(str(error)[:500]) from None

    async def close(self) -> None:
        """Leave NATS."""
        await self._line.close()

    def _act(self, table: str, session: Session, request: BaseModel) -> RemoteAct:
        now_ms, now = self._wall_ms(), self._clock()
        proved = session.proved_at
        return RemoteAct.model_validate(
            {
                "table": table,
                "person": session.person,
                "where": self._key.public.name,
                "at_ms": now_ms,
                "pin_at_ms": now_ms - round((now - session.since) * 1000),
                "proved_at_ms": None if proved is None else now_ms - round((now - proved) * 1000),
                "once": secrets.token_hex(16),
                "request": request,
            }
        )


class TableDesk(DeskClient):
    """A person's end of a table's desk, from the wall; used by a thread beside the wall's loop."""

    def __init__(
        self, reach: NatsReach, table: str, session: Session, loop: asyncio.AbstractEventLoop
    ) -> None:
        super().__init__(Path())
        self._reach, self._table, self._whose, self._loop = reach, table, session, loop

    def _exchange(self, request: BaseModel) -> bytes:
        asked = self._reach.carried(self._table, self._whose, request)
        return asyncio.run_coroutine_threadsafe(asked, self._loop).result(2 * PATIENCE_S)
