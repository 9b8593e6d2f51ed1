"""Replays captured bytes through the real session and protocol of their device."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from config.wire_document import DEVICE_KINDS, WireDocument, load_wire, no_such_kind
from controller.facts.events import Event
from drivers.kinds import protocol_of
from drivers.replay.capture_file import CaptureFile, CaptureFormatError, Record
from drivers.runtime.device_protocol import DeviceProtocol
from drivers.wire.codec import CodecError, WireMessage, unpack
from drivers.wire.framing import Deframer
from drivers.wire.notice import EventReceived, HostNotice, SessionResult
from drivers.wire.session import HostSession


@dataclass(slots=True)
class Replayed:
    """One event that the captured bytes bring, once however often it was sent."""

    device: str
    boot: int
    sequence: int
    event: Event
    at_ns: int
    place: str
    is_acknowledged: bool = False


@dataclass(slots=True)
class _DeviceReplay:
    """All connections of one device; a driver that started again has a session of its own."""

    device: str
    document: WireDocument
    protocol: DeviceProtocol
    events: dict[tuple[int, int], Replayed] = field(default_factory=dict)
    _sessions: dict[int, HostSession] = field(default_factory=dict)
    _said: Deframer = field(default_factory=Deframer)

    def play(self, capture: CaptureFile) -> None:
        """Play one connection."""
        host = self._host_of(capture)
        session = self._sessions.setdefault(host, HostSession(self.document, self.device, host))
        self._said = Deframer()
        session.opened(capture.records[0].at_s if capture.records else 0.0)
        for record in capture.records:
            self._take(session, capture, record)
        session.closed("the capture ends here")

    def _take(self, session: HostSession, capture: CaptureFile, record: Record) -> None:
        if record.direction == "in":
            result = session.received(record.data, record.at_s)
        else:
            # The recorded host acted at this moment. Acting at other moments would let a pause of
            # the machine that was recorded look like a device gone silent.
            self._acknowledge(session, record)
            result = session.tick(record.at_s)
        self._keep(result, capture, record)

    def _acknowledge(self, session: HostSession, record: Record) -> None:
        for sequence, message in self._spoken(record.data, self._said):
            if message.name == "event_ack":
                boot = message.integer("boot")
                session.acknowledge(boot, sequence, record.at_s)
                if (boot, sequence) in self.events:
                    self.events[boot, sequence].is_acknowledged = True

    def _keep(
        self, result: SessionResult[HostNotice], capture: CaptureFile, record: Record
    ) -> None:
        for notice in result.notices:
            if not isinstance(notice, EventReceived):
                continue
            event = self.protocol.event(notice.message)
            number = notice.boot, notice.sequence
            if event is not None and number not in self.events:
                at_ns = capture.wall_ns(record)
                self.events[number] = Replayed(self.device, *number, event, at_ns, record.place)

    def _host_of(self, capture: CaptureFile) -> int:
        deframer = Deframer()
        for record in capture.records:
            if record.direction == "out":
                for _, message in self._spoken(record.data, deframer):
                    if "host" in message.fields:
                        return message.integer("host")
        return 0

    def _spoken(self, data: bytes, deframer: Deframer) -> Iterable[tuple[int, WireMessage]]:
        for frame in deframer.feed(data):
            try:
                yield frame.sequence, unpack(self.document, frame)
            except CodecError:
                continue


def replay(captures: Sequence[CaptureFile]) -> list[Replayed]:
    """Every event of these captures, in the order in which they arrived."""
    replays: dict[str, _DeviceReplay] = {}
    for capture in sorted(captures, key=lambda capture: capture.started_ns):
        device = replays.setdefault(capture.device, _new_replay(capture))
        if device.document.kind != capture.kind:
            raise CaptureFormatError(
                f"{capture.name}: {capture.device} is a {capture.kind} here and a"
                f" {device.document.kind} in another file; replay them apart"
            )
        device.play(capture)
    events = [event for device in replays.values() for event in device.events.values()]
    return sorted(events, key=lambda event: event.at_ns)


def _new_replay(capture: CaptureFile) -> _DeviceReplay:
    if capture.kind not in DEVICE_KINDS:
        raise CaptureFormatError(f"{capture.name}: {no_such_kind(capture.kind)}")
    protocol = protocol_of(capture.kind)
    return _DeviceReplay(capture.device, load_wire(capture.kind), protocol())
