"""A device and its host on one wire, told the time; what they say to each other."""

from config.wire_document import WireDocument, load_wire
from drivers.wire.codec import WireMessage, pack, wire_message
from drivers.wire.device_session import DeviceSession
from drivers.wire.framing import Deframer, Frame, encode_frame
from drivers.wire.notice import (
    CommandReceived,
    DeviceNotice,
    EventAcknowledged,
    EventReceived,
    HostNotice,
    Identity,
    SessionResult,
)
from drivers.wire.session import HostSession

SHOE = load_wire("shoe")
SHUFFLER = load_wire("shuffler")
LAMPS = load_wire("lamps")
RESEND = SHOE.timings.resend_ms / 1000
HEARTBEAT = SHOE.timings.heartbeat_ms / 1000
HOST = 77


def identity_of(document: WireDocument, boot: int = 5) -> Identity:
    return Identity(document.kind, "s-1", "1.0", document.protocol, boot)


class Link:
    """Both halves joined by a wire without loss, at one moment; `now` moves by hand."""

    def __init__(self, document: WireDocument = SHOE, identity: Identity | None = None) -> None:
        self.document = document
        self.now = 100.0
        self.host = HostSession(document, "dev-1", HOST)
        self.device = DeviceSession(document, identity or identity_of(document))
        self.notices: list[HostNotice] = []
        self.commands: list[CommandReceived] = []
        self.echoes: list[int] = []
        self.faults: dict[str, str] = {}

    def open(self) -> "Link":
        self.device.started(self.now)
        self.to_device(self.host.opened(self.now))
        return self

    def to_device(self, result: SessionResult[HostNotice]) -> None:
        self.notices += result.notices
        if result.write:
            self.to_host(self.device.received(result.write, self.now))

    def to_host(self, result: SessionResult[DeviceNotice]) -> None:
        for notice in result.notices:
            if isinstance(notice, CommandReceived):
                self.commands.append(notice)
                fault = self.faults.get(notice.message.name)
                self.to_host(self.device.answer(notice.sequence, fault, self.now))
            if isinstance(notice, EventAcknowledged):
                self.echoes.append(notice.sequence)
        if result.write:
            self.to_device(self.host.received(result.write, self.now))

    def emit(self, name: str, **fields: int | str) -> None:
        self.to_host(self.device.emit(wire_message(name, **fields), self.now))

    def order(self, name: str, **fields: int | str) -> None:
        self.to_device(self.host.command(wire_message(name, **fields), self.now))

    def acknowledge(self, sequence: int, boot: int = 5) -> None:
        self.to_device(self.host.acknowledge(boot, sequence, self.now))

    def events(self) -> list[int]:
        return [item.sequence for item in self.notices if isinstance(item, EventReceived)]

    def last(self) -> HostNotice:
        return self.notices[-1]


def frames(data: bytes) -> list[Frame]:
    return Deframer().feed(data)


def names(data: bytes, document: WireDocument = SHOE) -> list[str]:
    return [document.by_id[frame.type].name for frame in frames(data)]


def from_device(message: WireMessage, sequence: int, document: WireDocument = SHOE) -> bytes:
    return encode_frame(pack(document, message, sequence))
