"""The daemon's end of the bus: devices, feed and desk. The only file that imports zmq for it."""

from pathlib import Path
from typing import Final, NamedTuple

import zmq

from controller.bus.directory_lock import lock_directory
from controller.bus.endpoints import endpoint
from controller.bus.messages import (
    Beat,
    DaemonMessage,
    Entry,
    History,
    Links,
    LinkStatistics,
    Refused,
    SignedNote,
    Submitted,
)
from controller.facts.board import Board

FeedMessage = Entry | Board | Beat | LinkStatistics | SignedNote
DeskAnswer = Board | History | Links | Submitted | Refused
# Whoever sends more is no part of a table: its connection is cut.
LARGEST_MESSAGE: Final = 2**20
TOPICS: Final = {"link_statistics": b"link", "signed_note": b"note"}


class Incoming(NamedTuple):
    """A message that waits: from which socket, from whom, and its bytes."""

    socket: str
    sender: bytes
    body: bytes


class BusServer:
    """Binds the three sockets of a table in its own directory."""

    def __init__(self, directory: Path) -> None:
        self._lock = lock_directory(directory)
        self._context = zmq.Context()
        self._devices = self._bind(directory, "devices", zmq.ROUTER)
        self._feed = self._bind(directory, "feed", zmq.XPUB)
        self._desk = self._bind(directory, "desk", zmq.ROUTER)
        self._feed.setsockopt(zmq.XPUB_VERBOSE, 1)
        self._poller = zmq.Poller()
        for socket in (self._devices, self._feed, self._desk):
            self._poller.register(socket, zmq.POLLIN)

    def _bind(self, directory: Path, name: str, kind: int) -> zmq.Socket[bytes]:
        socket = self._context.socket(kind)
        socket.setsockopt(zmq.LINGER, 0)
        socket.setsockopt(zmq.MAXMSGSIZE, LARGEST_MESSAGE)
        if kind == zmq.ROUTER:
            socket.setsockopt(zmq.ROUTER_HANDOVER, 1)
        path = directory / f"{name}.sock"
        path.unlink(missing_ok=True)
        socket.bind(endpoint(directory, name))
        path.chmod(0o660)
        return socket

    def receive(self, timeout_s: float, most: int = 64) -> list[Incoming]:
        """Wait for messages and take what is there, up to a batch."""
        ready = dict(self._poller.poll(max(0, int(timeout_s * 1000))))
        found: list[Incoming] = []
        for name, socket in (("devices", self._devices), ("desk", self._desk)):
            while socket in ready and len(found) < most:
                frames = _take(socket)
                if not frames:
                    break
                found.append(Incoming(name, frames[0], frames[-1]))
        while self._feed in ready:
            frames = _take(self._feed)
            if not frames:
                break
            if frames[0][:1] == b"\x01":
                found.append(Incoming("feed", frames[0][1:], b""))
        return found

    def publish(self, message: FeedMessage) -> None:
        """Tell everyone who follows the feed."""
        topic = TOPICS.get(message.kind, message.kind.encode())
        self._feed.send_multipart([topic, message.model_dump_json().encode()])

    def publish_entry(self, body: bytes) -> None:
        """Tell everyone a row of the record that is already text."""
        self._feed.send_multipart([b"entry", body])

    def to_device(self, device: bytes, message: DaemonMessage) -> None:
        """Tell one driver."""
        self._devices.send_multipart([device, message.model_dump_json().encode()])

    def answer(self, sender: bytes, message: DeskAnswer) -> None:
        """Answer at the desk."""
        self._desk.send_multipart([sender, b"", message.model_dump_json().encode()])

    def close(self) -> None:
        """Unbind everything and give the directory back."""
        self._context.destroy(linger=0)
        self._lock.close()


def _take(socket: zmq.Socket[bytes]) -> list[bytes]:
    try:
        return socket.recv_multipart(zmq.NOBLOCK)
    except zmq.Again:
        return []
