"""The bridge: goes on where the database says, and names whatever does not fit within one row."""

import asyncio
import logging
import random
import secrets
import time
from collections.abc import Iterable
from typing import Final, NamedTuple

from nats.aio.client import Client
from nats.errors import Error
from nats.js.errors import APIError, NotFoundError
from pydantic import ValidationError

from controller.floor.beat import Beat, Refusal, Where, certainly_before
from controller.floor.bridge.followed_record import FollowedRecord
from controller.floor.departure import Gate, Send
from controller.floor.link import subjects
from controller.floor.link.connection import AwayError
from controller.floor.parcel import FloorError, Parcel, parcel_text
from controller.process.quiet_log import Quiet
from controller.record.chain import Head

BEAT_S: Final = 5.0
LOOK_S: Final = 0.2
AGAIN_S: Final = 1.0
# After so many attempts in vain the pause grows no longer: to 16 seconds.
MOST_DOUBLINGS: Final = 4
ASK_AGAIN_S: Final = 10.0
_PATIENCE_S: Final = 5.0
_EXPECTED: Final = "Nats-Expected-Last-Subject-Sequence"
# What the server says when somebody else wrote under the subject.
_WRONG_SEQUENCE: Final = 10071
_LOG: Final = logging.getLogger(__name__)

REMEDIES: Final[dict[Refusal, str]] = {
    "room-unknown": "the floor keeps no tables of this room; check room of [floor], or add it to"
    " rooms of the floor file",
    "another-bridge": "another bridge sends for this table; stop one of them",
    "record-older": "the record ends before what the floor keeps; a restored copy? bring the"
    " newer record back, or give the table a new id",
    "record-begins-later": "the record begins after what the floor keeps; send the archived part"
    " first: underfelt floor-bridge --state-dir ARCHIVE",
    "record-forked": "the record tells another story than what the floor keeps; find out which is"
    " true by underfelt journal verify",
    "record-broken": "a row does not carry the hash it must; run underfelt journal verify",
}


class RefusedError(FloorError):
    """A record that may not be sent; the floor knows why."""

    def __init__(self, table: str, refusal: Refusal) -> None:
        super().__init__(f"floor: {table}: {refusal}: {REMEDIES[refusal]}")
        self.refusal = refusal


class Told(NamedTuple):
    """The last message of the table in the stream."""

    sequence: int = 0
    number: int = 0
    hash: str = ""
    bridge: str = ""


class Bridge:
    """Sends the rows of one table, as long as it is let."""

    def __init__(self, table: str, game: str, record: FollowedRecord, send: Send) -> None:
        self.table, self._game, self._record, self._send = table, game, record, send
        self.id = secrets.token_hex(8)
        self._gate = Gate(table, send)
        # The last row read from the record, and the last one the stream has.
        self._read = self._sent = 0
        self._sequence = 0
        self._trouble: Refusal | None = None
        self._beat_due = 0.0
        # How far the table's clock is before the floor's.
        self._before_ms = 0
        self._in_vain = 0
        self._quiet = Quiet(every_s=60)

    @property
    def sent(self) -> int:
        """The last row that the stream has."""
        return self._sent

    async def run(self, client: Client) -> None:
        """Send until cancelled; whatever breaks is tried again, whatever is refused is said."""
        while True:
            try:
                await self._begin(client)
                self._in_vain = 0
                _LOG.info("floor: %s: goes on after row %d", self.table, self._sent)
                await self._send_on(client)
            except RefusedError as error:
                self._trouble = error.refusal
                self._say(str(error))
                await asyncio.sleep(ASK_AGAIN_S)
            except (FloorError, Error, OSError) as error:
                self._say(str(error) or f"floor: {self.table}: {type(error).__name__}")
                await asyncio.sleep(self._pause_s())

    async def leave(self, client: Client) -> None:
        """Say that this bridge goes, so that its successor need not wait."""
        try:
            await self._ask(client, leaves=True)
        except (FloorError, Error, OSError):
            return

    def _pause_s(self) -> float:
        """Longer each time, and another for each table: a slow floor must not drown in beats."""
        pause_s: float = AGAIN_S * 2**self._in_vain
        self._in_vain = min(self._in_vain + 1, MOST_DOUBLINGS)
        return pause_s * random.uniform(0.5, 1.0)

    def _say(self, text: str) -> None:
        if self._quiet.may_say(text):
            _LOG.warning("%s", text)

    async def _begin(self, client: Client) -> None:
        """Find out where to go on: after what the database keeps, or what is on its way to it."""
        await asyncio.to_thread(self._record.renew)
        where = await self._ask(client)
        if where.refused is not None:
            raise RefusedError(self.table, where.refused)
        refusal = await asyncio.to_thread(self._record.held_against, where)
        if refusal is not None:
            self._trouble = refusal
            await self._ask(client)
            raise RefusedError(self.table, refusal)
        self._trouble = None
        told = await self._told(client)
        await asyncio.to_thread(self._go_after, where, told)
        self._sequence = told.sequence

    def _go_after(self, where: Where, told: Told) -> None:
        begun = self._record.beginning()
        digest = where.hash and bytes.fromhex(where.hash)
        start = Head(where.number, digest) if digest else begun
        on_its_way = self._record.hash_of(told.number) if told.number > start.number else None
        if on_its_way is not None and on_its_way.hex() == told.hash and not where.is_missing:
            start = Head(told.number, on_its_way)
        low = max(begun.number, min(where.held_back_from or start.number + 1, where.number + 1) - 1)
        before = [] if low >= start.number else self._record.rows(low, start.number)
        self._gate.begin_after(start, before)
        self._read = self._sent = start.number

    async def _send_on(self, client: Client) -> None:
        while True:
            rows = await asyncio.to_thread(self._record.rows, self._read)
            if rows:
                self._read = rows[-1].number
                await self._publish(client, self._gate.parcels(rows))
            await self._beat(client)
            if not rows:
                await asyncio.sleep(LOOK_S)

    async def _publish(self, client: Client, parcels: Iterable[Parcel]) -> None:
        stream = client.jetstream(timeout=_PATIENCE_S)
        for parcel in parcels:
            last = parcel.last
            headers = {
                _EXPECTED: str(self._sequence),
                subjects.BRIDGE: self.id,
                subjects.NUMBER: str(last.number),
                subjects.HASH: last.hash.hex(),
            }
            try:
                ack = await stream.publish(
                    subjects.row_subject(self.table),
                    parcel_text(parcel),
                    stream=subjects.STREAM,
                    headers=headers,
                )
            except APIError as error:
                raise await self._not_taken(client, error) from None
            self._sequence, self._sent = ack.seq, last.number

    async def _not_taken(self, client: Client, error: APIError) -> FloorError:
        """Somebody else wrote here, or the stream cannot take more."""
        if error.err_code != _WRONG_SEQUENCE:
            return AwayError(f"floor: {self.table}: the stream refuses: {error.description}")
        told = await self._told(client)
        if told.bridge not in ("", self.id):
            return RefusedError(self.table, "another-bridge")
        # An earlier attempt of our own arrived after all.
        return AwayError(f"floor: {self.table}: looks again where the stream is")

    async def _told(self, client: Client) -> Told:
        manager = client.jsm(timeout=_PATIENCE_S)
        subject = subjects.row_subject(self.table)
        try:
            found = await manager.get_last_msg(subjects.STREAM, subject, direct=True)
        except NotFoundError:
            return Told()
        headers = found.headers or {}
        number = headers.get(subjects.NUMBER, "0")
        return Told(
            found.seq or 0,
            int(number) if number.isdecimal() else 0,
            headers.get(subjects.HASH, ""),
            headers.get(subjects.BRIDGE, ""),
        )

    async def _beat(self, client: Client) -> None:
        now = time.monotonic()
        if now < self._beat_due:
            return
        self._beat_due = now + BEAT_S
        where = await self._ask(client)
        if where.refused is not None:
            raise RefusedError(self.table, where.refused)
        refusal = await asyncio.to_thread(self._record.held_against, where)
        if refusal is not None:
            raise RefusedError(self.table, refusal)
        if where.is_missing:
            raise AwayError(f"floor: {self.table}: rows after {where.number} are sent again")

    async def _ask(self, client: Client, leaves: bool = False) -> Where:
        last = await asyncio.to_thread(self._record.last_number)
        asked_ms = _now_ms()
        beat = Beat(
            table=self.table,
            game=self._game,
            bridge=self.id,
            at_ms=asked_ms,
            before_ms=self._before_ms,
            number=last,
            sent=self._sent,
            send=self._send,
            trouble=self._trouble,
            leaves=leaves,
        )
        text = beat.model_dump_json().encode()
        answer = await client.request(subjects.beat_subject(self.table), text, timeout=_PATIENCE_S)
        answered_ms = _now_ms()
        try:
            where = Where.model_validate_json(answer.data)
        except ValidationError:
            raise FloorError(
                "floor: the answer cannot be read; bring bridge and floor to one version"
            ) from None
        self._before_ms = certainly_before(asked_ms, where.at_ms, answered_ms)
        return where


def _now_ms() -> int:
    return time.time_ns() // 1_000_000
