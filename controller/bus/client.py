"""The bus as drivers, screens and tools see it. The only file that imports zmq for clients."""

import asyncio
import contextlib
import os
import time
from collections.abc import AsyncIterator, Sequence
from pathlib import Path
from typing import Final, TypeVar

import zmq
import zmq.asyncio
from pydantic import BaseModel, TypeAdapter

from controller.bus.endpoints import endpoint
from controller.bus.messages import (
    DAEMON_MESSAGE,
    AskBoard,
    AskHistory,
    AskLinks,
    Beat,
    DaemonMessage,
    DriverMessage,
    Entry,
    History,
    Links,
    LinkStatistics,
    Refused,
    SignedNote,
)
from controller.bus.newest_board import NewestBoard
from controller.facts.board import Board
from controller.facts.fact import ON_FIRST_USE
from controller.facts.failure import CheckFailedError
from controller.facts.phrase import Phrase
from controller.process.processor import give_way

FeedMessage = Entry | Board | Beat | LinkStatistics | SignedNote
FEED_MESSAGE: TypeAdapter[FeedMessage] = TypeAdapter(FeedMessage, config=ON_FIRST_USE)
Answer = TypeVar("Answer", bound=BaseModel)


# The socket is on this machine: to try is cheap, and a table may wait for it.
LONGEST_RECONNECT_MS: Final = 200


class DeskError(CheckFailedError):
    """The desk refused a request, by a code where it has one, or nobody is at the desk."""

    def __init__(self, reason: str, because: Phrase | None = None) -> None:
        super().__init__(reason)
        self.because = because


class DeviceClient:
    """A driver's end of the devices socket, or the scoreboard's of its own."""

    def __init__(
        self, directory: Path, device: str, device_kind: str, socket: str = "devices"
    ) -> None:
        self.device = device
        self.device_kind = device_kind
        self._place = endpoint(directory, socket)
        self._context = zmq.Context()
        self._poller = zmq.Poller()
        self._socket = self._connect()
        self._watched: frozenset[int] = frozenset()

    def _connect(self) -> zmq.Socket[bytes]:
        socket = self._context.socket(zmq.DEALER)
        socket.setsockopt(zmq.IDENTITY, f"{self.device}/{os.getpid()}".encode())
        socket.setsockopt(zmq.LINGER, 0)
        socket.setsockopt(zmq.RECONNECT_IVL, 50)
        socket.setsockopt(zmq.RECONNECT_IVL_MAX, LONGEST_RECONNECT_MS)
        socket.connect(self._place)
        self._poller.register(socket, zmq.POLLIN)
        return socket

    def renew(self) -> None:
        """Connect again: a socket whose name another peer took over is deaf for good."""
        self._poller.unregister(self._socket)
        self._socket.close()
        self._socket = self._connect()

    def send(self, message: DriverMessage) -> None:
        """Queue a message for the daemon; a full queue drops it, for reports are sent again."""
        with contextlib.suppress(zmq.Again):
            self._socket.send(message.model_dump_json().encode(), zmq.NOBLOCK)
        give_way()

    def receive(self) -> list[DaemonMessage]:
        """Take every message that waits."""
        messages = []
        with contextlib.suppress(zmq.Again):
            while True:
                messages.append(DAEMON_MESSAGE.validate_json(self._socket.recv(zmq.NOBLOCK)))
        return messages

    def wait(self, fds: Sequence[int], timeout_s: float) -> set[int]:
        """Wait for the bus or a file descriptor; name the descriptors that are ready."""
        self._watch(frozenset(fds))
        ready = dict(self._poller.poll(max(0, int(timeout_s * 1000))))
        return {fd for fd in fds if fd in ready}

    def _watch(self, fds: frozenset[int]) -> None:
        for gone in self._watched - fds:
            self._poller.unregister(gone)
        for new in fds - self._watched:
            self._poller.register(new, zmq.POLLIN | zmq.POLLERR)
        self._watched = fds

    def close(self) -> None:
        """Leave the bus."""
        self._context.destroy(linger=0)


class FeedClient:
    """A subscriber's end of a feed: the public one, or the guarded one that has every card."""

    def __init__(self, directory: Path, guarded: bool = False) -> None:
        place = endpoint(directory, "guarded" if guarded else "feed")
        self._answers = AnswersClient(directory, guarded=guarded)
        self._context = zmq.asyncio.Context()
        self._socket = self._context.socket(zmq.SUB)
        self._socket.setsockopt(zmq.LINGER, 0)
        self._socket.setsockopt(zmq.RECONNECT_IVL, 50)
        self._socket.setsockopt(zmq.RECONNECT_IVL_MAX, LONGEST_RECONNECT_MS)
        self._socket.connect(place)

    async def boards(self) -> AsyncIterator[Board | Beat]:
        """Follow the picture of the table; the first one comes at once, a lost one is fetched."""
        newest = NewestBoard()
        async for message in self._follow("board", "beat"):
            if isinstance(message, Board) and newest.is_news(message):
                yield message
            elif isinstance(message, Beat):
                yield message
                if newest.is_missing(message, time.monotonic()):
                    for board in await self._snapshot():
                        newest.renew(board)
                        yield board

    async def entries(self, after: int) -> AsyncIterator[Entry | Beat]:
        """Follow the record after a number, without holes: what was missed is fetched."""
        async for message in self._follow("entry", "beat"):
            if isinstance(message, Board | LinkStatistics | SignedNote):
                continue
            last = message.number if isinstance(message, Beat) else message.number - 1
            while after < last:
                missed = await self._missed(after, last)
                if not missed:
                    break
                for entry in missed:
                    yield entry
                after = missed[-1].number
            if isinstance(message, Beat) or message.number == after + 1:
                yield message
                after = max(after, message.number)

    async def links(self) -> AsyncIterator[LinkStatistics]:
        """Follow the figures of every link; the newest ones come at once."""
        async for message in self._follow("link"):
            if isinstance(message, LinkStatistics):
                yield message

    async def notes(self) -> AsyncIterator[SignedNote]:
        """Follow the signed notes of the record; the newest one comes at once."""
        async for message in self._follow("note"):
            if isinstance(message, SignedNote):
                yield message

    async def _snapshot(self) -> tuple[Board, ...]:
        try:
            return (await asyncio.to_thread(self._answers.board),)
        except DeskError:
            # The next heartbeat shows the same hole, and the desk is asked again.
            return ()

    async def _missed(self, after: int, last: int) -> tuple[Entry, ...]:
        try:
            return await asyncio.to_thread(self._answers.history, after, min(500, last - after))
        except DeskError:
            # The next heartbeat shows the same hole, and the desk is asked again.
            return ()

    async def _follow(self, *topics: str) -> AsyncIterator[FeedMessage]:
        for topic in topics:
            self._socket.subscribe(topic)
        while True:
            _topic, body = await self._socket.recv_multipart()
            yield FEED_MESSAGE.validate_json(body)

    def close(self) -> None:
        """Stop following."""
        self._context.destroy(linger=0)


class AnswersClient:
    """Asks how the table stands: as everybody may know it, or with all that is face down."""

    def __init__(self, directory: Path, timeout_s: float = 5.0, guarded: bool = False) -> None:
        self._directory = directory
        self._timeout_ms = int(timeout_s * 1000)
        self._socket = "guarded-answers" if guarded else "answers"
        self._session = ""

    def board(self) -> Board:
        """Ask for the picture of the table."""
        return self._ask(AskBoard(session=self._session), Board)

    def history(self, after: int, limit: int = 500) -> tuple[Entry, ...]:
        """Ask for rows of the record after a number."""
        question = AskHistory(session=self._session, after=after, limit=limit)
        return self._ask(question, History).entries

    def links(self) -> tuple[LinkStatistics, ...]:
        """Ask for the newest figures of every link."""
        return self._ask(AskLinks(session=self._session), Links).links

    def _ask(self, request: BaseModel, answer: type[Answer]) -> Answer:
        body = self._exchange(request)
        if body.startswith(b'{"kind":"refused"'):
            refused = Refused.model_validate_json(body)
            raise DeskError(refused.reason, refused.because)
        return answer.model_validate_json(body)

    def _exchange(self, request: BaseModel) -> bytes:
        """Ask, and return the answer as it came; DeskError where nobody answers."""
        with zmq.Context() as context, context.socket(zmq.REQ) as socket:
            socket.setsockopt(zmq.LINGER, 0)
            socket.connect(endpoint(self._directory, self._socket))
            socket.send(request.model_dump_json().encode())
            if not socket.poll(self._timeout_ms):
                raise DeskError("the daemon does not answer; is the table running?")
            return socket.recv()
