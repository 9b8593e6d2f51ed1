"""The daemon's end of the bus. The only file that imports zmq for it, beside its crowd's count."""

from collections.abc import Iterable
from pathlib import Path
from typing import Final, NamedTuple, Protocol

import zmq

from controller.bus.crowd import MOST_PEERS, Crowd
from controller.bus.directory_lock import lock_directory
from controller.bus.endpoints import endpoint, socket_path
from controller.bus.messages import Beat, DaemonMessage, LinkStatistics, SignedNote
from controller.bus.peer import NOBODY_KNOWN, Peer, peer_of
from controller.bus.socket_access import give_to_group
from controller.facts.board import Board
from controller.process.processor import give_way

FeedMessage = Board | Beat | LinkStatistics | SignedNote
# Whoever sends more is no part of a table: its connection is cut.
LARGEST_MESSAGE: Final = 2**20
TOPICS: Final = {"link_statistics": b"link", "signed_note": b"note"}
FEEDS: Final = ("feed", "guarded")
# In the order in which they are heard: nobody's question comes before a card.
HEARD: Final = ("devices", "screens", "desk", "answers", "guarded-answers")
# Where reports come in; the scoreboard has its own, for it is no device that sees a card.
REPORTING: Final = frozenset({"devices", "screens"})
SCREENS_NAME: Final = b"scoreboard/"
# A question is answered between two cards: so many at once, and so many kept for one who asks.
QUESTIONS_AT_ONCE: Final = 4
MOST_UNREAD: Final = 16
SUBSCRIPTIONS_AT_ONCE: Final = 64
# As plain numbers: an enum's members are joined and compared in Python.
_MORE: Final = int(zmq.SNDMORE)
_READABLE: Final = int(zmq.POLLIN)


class RowTexts(NamedTuple):
    """A row of the record as text: as everyone may have it, and whole."""

    public: bytes
    guarded: bytes


class Incoming(NamedTuple):
    """A message that waits: from which socket, from whom, its bytes, and who that is."""

    socket: str
    sender: bytes
    body: bytes
    peer: Peer = NOBODY_KNOWN


class DaemonBus(Protocol):
    """What the daemon needs of the bus; a simulation puts something else in its place."""

    def receive(self, timeout_s: float, most: int = 64) -> list[Incoming]:
        """Wait for messages and take what is there, up to a batch."""

    def publish(self, message: FeedMessage, guarded: FeedMessage | None = None) -> None:
        """Tell everyone who follows a feed; those of the guarded one may get more."""

    def publish_rows(self, rows: Iterable[RowTexts]) -> None:
        """Tell rows of the record that are already text, before anything else is done."""

    def to_device(self, device: bytes, message: DaemonMessage) -> None:
        """Tell one driver."""

    def answer(self, socket: str, sender: bytes, body: bytes) -> None:
        """Answer whoever asked."""


class BusServer:
    """Binds the sockets of a table in its own directory."""

    def __init__(self, directory: Path, most_peers: int = MOST_PEERS) -> None:
        self._lock = lock_directory(directory)
        self._context = zmq.Context()
        self._sockets = {name: self._bind(directory, name, zmq.ROUTER) for name in HEARD}
        self._feeds = {name: self._bind(directory, name, zmq.XPUB) for name in FEEDS}
        self._crowd = Crowd(self._sockets | self._feeds, most_peers)
        self._at_screens = b""
        self._poller = zmq.Poller()
        for socket in (*self._sockets.values(), *self._feeds.values()):
            self._poller.register(socket, zmq.POLLIN)

    def _bind(self, directory: Path, name: str, kind: int) -> zmq.Socket[bytes]:
        socket = self._context.socket(kind)
        socket.setsockopt(zmq.LINGER, 0)
        socket.setsockopt(zmq.MAXMSGSIZE, LARGEST_MESSAGE)
        if name in REPORTING:
            socket.setsockopt(zmq.ROUTER_HANDOVER, 1)
        elif kind == zmq.ROUTER:
            socket.setsockopt(zmq.SNDHWM, MOST_UNREAD)
            socket.setsockopt(zmq.RCVHWM, MOST_UNREAD)
        else:
            socket.setsockopt(zmq.XPUB_VERBOSE, 1)
        path = socket_path(directory, name)
        path.unlink(missing_ok=True)
        socket.bind(endpoint(directory, name))
        give_to_group(path, name)
        return socket

    def receive(self, timeout_s: float, most: int = 64) -> list[Incoming]:
        """Wait for messages and take what is there, up to a batch."""
        ready = dict(self._poller.poll(max(0, int(timeout_s * 1000))))
        found: list[Incoming] = []
        for name, socket in self._sockets.items():
            if socket in ready:
                found += _taken(name, socket, most if name == "devices" else QUESTIONS_AT_ONCE)
        found = [message for message in found if self._is_heard(message)]
        for name, socket in self._feeds.items():
            if socket in ready:
                found += _subscribed(name, socket)
        return found

    def _is_heard(self, message: Incoming) -> bool:
        """Whoever comes as a screen is the scoreboard, or nobody: least of all a shoe."""
        if message.socket == "screens":
            if not message.sender.startswith(SCREENS_NAME):
                return False
            self._at_screens = message.sender
        return True

    def publish(self, message: FeedMessage, guarded: FeedMessage | None = None) -> None:
        """Tell everyone who follows a feed; those of the guarded one may get more."""
        topic = TOPICS.get(message.kind, message.kind.encode())
        body = message.model_dump_json().encode()
        _send(self._feeds["feed"], topic, body)
        if guarded is not None and guarded is not message:
            body = guarded.model_dump_json().encode()
        _send(self._feeds["guarded"], topic, body)

    def publish_rows(self, rows: Iterable[RowTexts]) -> None:
        """Tell rows of the record that are already text, before anything else is done."""
        for public, guarded in rows:
            _send(self._feeds["feed"], b"entry", public)
            _send(self._feeds["guarded"], b"entry", guarded)
        give_way()

    def to_device(self, device: bytes, message: DaemonMessage) -> None:
        """Tell one driver, or the scoreboard."""
        socket = self._sockets["screens" if device == self._at_screens else "devices"]
        _send(socket, device, message.model_dump_json().encode())

    def answer(self, socket: str, sender: bytes, body: bytes) -> None:
        """Answer whoever asked; one who does not read his answers loses them."""
        self._sockets[socket].send_multipart([sender, b"", body])

    def close(self) -> None:
        """Unbind everything and give the directory back."""
        self._crowd.close()
        self._context.destroy(linger=0)
        self._lock.close()


def _send(socket: zmq.Socket[bytes], first: bytes, last: bytes) -> None:
    """A message of two parts, at a third of what `send_multipart` costs."""
    socket.send(first, _MORE)
    socket.send(last)


def _taken(name: str, socket: zmq.Socket[bytes], most: int) -> list[Incoming]:
    found: list[Incoming] = []
    # Asked, an empty socket says so; read, it raises, and each card would wait for that.
    while len(found) < most and int(socket.getsockopt(zmq.EVENTS)) & _READABLE:
        frames = _take(socket)
        if not frames:
            break
        body = frames[-1]
        address = body.get("Peer-Address") if body else None
        found.append(Incoming(name, frames[0].bytes, body.bytes, peer_of(str(address or ""))))
    return found


def _subscribed(name: str, socket: zmq.Socket[bytes]) -> list[Incoming]:
    """The topics somebody began to follow, each once: what is published then reaches them all."""
    topics: dict[bytes, None] = {}
    for _ in range(SUBSCRIPTIONS_AT_ONCE):
        frames = _take(socket)
        if not frames:
            break
        topic = frames[0].bytes
        if topic[:1] == b"\x01":
            topics[topic[1:]] = None
    return [Incoming(name, topic, b"") for topic in topics]


def _take(socket: zmq.Socket[bytes]) -> list[zmq.Frame]:
    try:
        return socket.recv_multipart(zmq.NOBLOCK, copy=False)
    except zmq.Again:
        return []
