"""The floor's service: one loop keeps rows, one answers bridges, one watches for alarms."""

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from functools import partial
from typing import Final, TypeVar

from nats.aio.client import Client
from nats.aio.msg import Msg
from nats.errors import Error, TimeoutError as NatsTimeoutError
from nats.js import JetStreamContext
from pydantic import ValidationError

from config.floor import FloorSettings
from controller.floor.beat import Beat, Where
from controller.floor.link import subjects
from controller.floor.link.tasks import together
from controller.floor.parcel import FloorError, Parcel, parcel_of
from controller.floor.service.answers import Senders, where
from controller.floor.service.fairness import Fairness
from controller.floor.service.figures import Figures
from controller.floor.service.keeper import Keeper
from controller.floor.service.stream import subscribed
from controller.floor.service.watch import Watch
from controller.floor.service.witnessing import FloorWitness
from controller.floor.store.database import StoreAwayError, StoreError
from controller.floor.store.store import FloorStore
from controller.process.quiet_log import Quiet

# Messages of one commit; the next are on their way meanwhile, so few make little to wait for.
AT_ONCE: Final = 40
AGAIN_S: Final = 1.0
WATCH_S: Final = 1.0
JUDGE_S: Final = 30.0
_LARGEST_BOARD: Final = 262_144
Result = TypeVar("Result")
_LOG: Final = logging.getLogger(__name__)


class FloorService:
    """Everything the floor does with one NATS and one database."""

    def __init__(self, settings: FloorSettings, store: FloorStore, witness: FloorWitness) -> None:
        self._settings, self._store, self._witness = settings, store, witness
        self._keeper = Keeper(store)
        self._senders = Senders()
        self._fairness = Fairness(store)
        self._watch = Watch(settings.patience, store, settings.rooms)
        # The store is used by one thread at a time.
        self._turn = asyncio.Lock()
        self._quiet = Quiet(every_s=60)
        self.figures = Figures()

    async def run(self, client: Client) -> None:
        """Work until cancelled."""
        await client.subscribe(subjects.BEATS, cb=self._guarded(self._answer_beat))
        await client.subscribe(subjects.BOARDS, cb=self._guarded(self._take_board))
        await client.subscribe(subjects.NOTES, cb=self._guarded(self._answer_note))
        await together(self._keep(client), self._look(), self._judge())

    async def _keep(self, client: Client) -> None:
        """Take rows for ever; a stream that is gone is made again, and the bridges fill it."""
        while True:
            try:
                await self._follow(await subscribed(client, self._settings.nats))
            except (FloorError, Error, OSError) as error:
                self._say(str(error) or f"floor: NATS: {type(error).__name__}")
                await asyncio.sleep(AGAIN_S)

    async def _follow(self, subscription: JetStreamContext.PullSubscription) -> None:
        """Fetch and read the next messages while the database keeps the last ones."""
        coming = asyncio.create_task(self._next(subscription))
        try:
            while True:
                messages, parcels = await coming
                coming = asyncio.create_task(self._next(subscription))
                if messages:
                    await self._take(messages, parcels)
        finally:
            coming.cancel()
            await asyncio.gather(coming, return_exceptions=True)
            # Or the server sends what comes next to somebody who no longer listens.
            with suppress(Error):
                await subscription.unsubscribe()

    async def _next(
        self, subscription: JetStreamContext.PullSubscription
    ) -> tuple[Sequence[Msg], list[Parcel]]:
        try:
            messages = await subscription.fetch(AT_ONCE, timeout=2)
        except NatsTimeoutError:
            return (), []
        return messages, [parcel for each in messages if (parcel := self._parcel(each))]

    async def _take(self, messages: Sequence[Msg], parcels: Sequence[Parcel]) -> None:
        """Keep the rows of some messages, however long that takes, and say so afterwards."""
        while True:
            try:
                await self._stored(partial(self._keep_all, parcels))
                break
            except StoreError as error:
                await self._stored(self._begin_anew)
                if not isinstance(error, StoreAwayError):
                    raise
                self._say(str(error))
                self.figures.store_away += 1
                await asyncio.sleep(AGAIN_S)
        self.figures.note(parcels, _now_ms())
        await asyncio.gather(*(message.ack() for message in messages))

    def _keep_all(self, parcels: Sequence[Parcel]) -> None:
        self._look_for_another()
        self._keeper.take(parcels, _now_ms())

    def _look_for_another(self) -> None:
        """Behind a new connection may be a standby that lacks rows which the last server had."""
        if self._keeper.connection != self._store.connections:
            self._begin_anew()

    def _begin_anew(self) -> None:
        """What is known of the tables is what the database says."""
        with suppress(StoreAwayError):
            self._keeper = Keeper(self._store, self._keeper, _now_ms())

    def _parcel(self, message: Msg) -> Parcel | None:
        table = subjects.table_of(message.subject)
        try:
            parcel = parcel_of(message.data)
        except FloorError as error:
            self._say(f"{error} ({table})")
            self.figures.refused += 1
            return None
        if parcel.table != table or table.partition("/")[0] not in self._settings.rooms:
            self._say(f"floor: {table}: not a table of {' '.join(self._settings.rooms)}")
            self.figures.refused += 1
            return None
        return parcel

    async def _answer_beat(self, message: Msg) -> None:
        beat = Beat.model_validate_json(message.data)
        table, now_ms = subjects.table_of(message.subject), _now_ms()
        if beat.table != table or table.partition("/")[0] not in self._settings.rooms:
            self._say(f"floor: {table}: not a table of {' '.join(self._settings.rooms)}")
            answer = Where(refused="room-unknown")
        else:
            answer = await self._stored(lambda: self._where(beat, now_ms))
        # The last thing before it goes: a table measures its clock by it.
        told = answer.model_copy(update={"at_ms": _now_ms()})
        await message.respond(told.model_dump_json().encode())

    def _where(self, beat: Beat, now_ms: int) -> Where:
        if not self._senders.admits(beat, now_ms):
            return Where(refused="another-bridge")
        self._store.tables.note_beat(beat, now_ms)
        head = self._keeper.head(beat.table)
        held_back_from = self._keeper.held_back_from(beat.table)
        return where(head, held_back_from, self._keeper.misfits.get(beat.table), now_ms)

    async def _take_board(self, message: Msg) -> None:
        if len(message.data) <= _LARGEST_BOARD:
            table, board = subjects.table_of(message.subject), message.data.decode()
            await self._stored(lambda: self._store.tables.note_board(table, board))

    async def _answer_note(self, message: Msg) -> None:
        table = subjects.table_of(message.subject)
        answer = await asyncio.to_thread(self._witness.answer, table, message.data.decode())
        await message.respond(answer.encode())

    async def _look(self) -> None:
        while True:
            try:
                await self._stored(self._watched)
            except FloorError as error:
                self._say(str(error))
            await asyncio.sleep(WATCH_S)

    async def _judge(self) -> None:
        """One table at a time, so that rows never wait for statistics."""
        while True:
            tables, now_ms = self._own_tables(), _now_ms()
            table = self._fairness.next_due(tables, now_ms)
            if table is not None:
                try:
                    rows = await self._stored(partial(self._fairness.fetched, table, now_ms))
                    judge = self._fairness.judge
                    await asyncio.to_thread(judge, table, rows, len(tables), now_ms)
                except FloorError as error:
                    self._say(str(error))
            await asyncio.sleep(JUDGE_S)

    def _own_tables(self) -> list[str]:
        """Tables of our rooms; those of others, in the same database, have their own service."""
        rooms = self._settings.rooms
        return [table for table in self._keeper.heads() if table.partition("/")[0] in rooms]

    def _watched(self) -> None:
        now_ms = _now_ms()
        self.figures.tables = self._watch.look(
            self._keeper.heads(),
            self._keeper.misfits,
            self._senders.doubled_ms,
            self._witness.contradicted,
            self._fairness.suspects,
            now_ms,
        )
        self.figures.kept = self._keeper.kept
        self._look_for_another()

    def _guarded(self, work: Callable[[Msg], Awaitable[None]]) -> Callable[[Msg], Awaitable[None]]:
        """Whatever a stranger sends ends nothing; whoever asked asks again."""

        async def guarded(message: Msg) -> None:
            try:
                await work(message)
            except ValidationError:
                self._say(f"floor: {message.subject}: cannot be read; bring both to one version")
            except (FloorError, Error, UnicodeDecodeError) as error:
                self._say(f"floor: {message.subject}: {error}")

        return guarded

    async def _stored(self, work: Callable[[], Result]) -> Result:
        async with self._turn:
            return await asyncio.to_thread(work)

    def _say(self, text: str) -> None:
        if self._quiet.may_say(text):
            _LOG.warning("%s", text)


def _now_ms() -> int:
    return time.time_ns() // 1_000_000
