"""The device's half of a link, without I/O or clock; emulators run it, firmware may copy it."""

from collections import OrderedDict
from collections.abc import Mapping
from dataclasses import dataclass
from itertools import islice
from typing import Final, Literal

from config.wire_document import WireDocument, WireMessageType
from drivers.wire.codec import CodecError, Value, WireMessage, pack, unpack, wire_message
from drivers.wire.framing import Deframer, Frame, encode_frame
from drivers.wire.notice import (
    CommandReceived,
    DeviceNotice,
    EventAcknowledged,
    Identity,
    SessionResult,
)

MISSED_HEARTBEATS: Final = 3
REMEMBERED_ANSWERS: Final = 8
# How far a timer may be from its figure, as a share of it.
EARLIEST: Final = 0.5
LATEST: Final = 1.5
NEVER: Final = float("inf")
# What a hello says whose device counts nothing.
UNCOUNTED: Final = 0xFFFFFFFF
# Their layout never changes, so that two sides can always tell each other what they speak.
EVERY_VERSION: Final = ("hello_request", "hello_refusal")

NOTHING: Final[SessionResult[DeviceNotice]] = SessionResult(b"", ())

State = Literal["off", "greeting", "linked", "refused"]


@dataclass(slots=True)
class _Kept:
    message: WireMessage
    due: float = 0.0


class DeviceSession:
    """Says hello, keeps events until acknowledged, answers each command once and alike."""

    def __init__(self, document: WireDocument, identity: Identity) -> None:
        self.state: State = "off"
        self.identity = identity
        self.window = document.window
        self.remembered = REMEMBERED_ANSWERS
        self.timings = document.timings
        self._document = document
        self._deframer = Deframer()
        self._kept: OrderedDict[int, _Kept] = OrderedDict()
        self.last_event = 0
        self._host: int | None = None
        self._answers: OrderedDict[int, WireMessage | None] = OrderedDict()
        self._silence_s = MISSED_HEARTBEATS * document.timings.heartbeat_ms / 1000
        self._last_heard = self._last_sent = 0.0
        self._hello_due = NEVER
        self._last_beat: Frame | None = None
        self._beat_of = 0
        self._out = bytearray()
        self._notices: list[DeviceNotice] = []

    @property
    def kept(self) -> int:
        """How many events wait for their acknowledgement."""
        return len(self._kept)

    def resume(self, last: int, kept: Mapping[int, WireMessage]) -> None:
        """Go on with the numbers and events that an earlier run under this boot left."""
        self.last_event = last
        self._kept = OrderedDict((number, _Kept(message)) for number, message in kept.items())

    def started(self, now: float) -> SessionResult[DeviceNotice]:
        """The device is ready and its cable plugged: introduce it."""
        self._deframer = Deframer()
        self._greet(now)
        return self._result()

    def stopped(self) -> None:
        """The cable is out; events are kept."""
        self.state = "off"
        self._out.clear()

    def emit(self, message: WireMessage, now: float) -> SessionResult[DeviceNotice]:
        """Number an event and keep it until it is acknowledged."""
        pack(self._document, message)
        self.last_event += 1
        self._kept[self.last_event] = _Kept(message)
        self._send_events(now)
        return self._result()

    def answer(self, sequence: int, fault: str | None, now: float) -> SessionResult[DeviceNotice]:
        """Answer a command: no fault means accepted."""
        host = self._host or 0
        if fault is None:
            reply = wire_message("command_ack", host=host)
        else:
            code = self._document.fault(fault).code
            reply = wire_message("command_nak", host=host, fault=code)
        self._answers[sequence] = reply
        self._write(pack(self._document, reply, sequence), now)
        return self._result()

    def received(self, data: bytes, now: float) -> SessionResult[DeviceNotice]:
        """Take bytes from the wire."""
        for frame in self._deframer.feed(data):
            kind = self._document.by_id.get(frame.type)
            if self.state != "off" and self._concerns_us(kind, frame):
                self._take(kind, frame, now)
        return self._result()

    def tick(self, now: float) -> SessionResult[DeviceNotice]:
        """Do what is due; call it at `next_due`."""
        if self.state == "greeting" and now >= self._hello_due:
            self._greet(now)
        elif self.state == "linked":
            self._tick_linked(now)
        return self._result()

    def next_due(self) -> float:
        """When `tick` should be called next."""
        if self.state == "greeting":
            return self._hello_due
        if self.state != "linked":
            return NEVER
        due = min(self._last_sent + self._heartbeat_s, self._silence_ends())
        return min(due, *(item.due for item in self._window().values())) if self._kept else due

    @property
    def _heartbeat_s(self) -> float:
        return self.timings.heartbeat_ms / 1000

    def _silence_ends(self) -> float:
        return self._last_heard + self._silence_s

    def _tick_linked(self, now: float) -> None:
        if now >= self._silence_ends():
            self._greet(now)
            return
        self._send_events(now)
        if now >= self._last_sent + self._heartbeat_s:
            self._write(self._beat(), now)

    def _beat(self) -> Frame:
        """Made anew after an event only."""
        if self._beat_of != self.last_event or self._last_beat is None:
            boot, self._beat_of = self.identity.boot, self.last_event
            beat = wire_message("device_heartbeat", boot=boot, last=self.last_event)
            self._last_beat = pack(self._document, beat)
        return self._last_beat

    def _greet(self, now: float) -> None:
        self.state = "greeting"
        self._hello_due = now + self.timings.hello_ms / 1000
        self._send(
            "hello",
            now,
            protocol=self.identity.protocol,
            boot=self.identity.boot,
            oldest=next(iter(self._kept), self.last_event + 1),
            kind=self.identity.kind,
            serial_number=self.identity.serial_number,
            firmware=self.identity.firmware,
            count=UNCOUNTED if self.identity.count is None else self.identity.count,
        )

    def _concerns_us(self, kind: WireMessageType | None, frame: Frame) -> bool:
        if kind is not None and kind.name in EVERY_VERSION:
            return True
        is_from_host = kind is None or kind.sent_by == "host"
        return is_from_host and frame.version == self.identity.protocol

    def _take(self, kind: WireMessageType | None, frame: Frame, now: float) -> None:
        self._last_heard = now
        if kind is None or kind.direction == "command":
            self._take_command(kind, frame, now)
            return
        if kind.name == "host_heartbeat":
            return
        try:
            message = unpack(
                self._document, frame, may_grow=frame.version != self.identity.protocol
            )
        except CodecError:
            return
        if message.name == "hello_request":
            self._greet(now)
        elif message.integer("boot") == self.identity.boot:
            self._take_answer(message, frame.sequence, now)

    def _take_answer(self, message: WireMessage, sequence: int, now: float) -> None:
        if message.name == "hello_ack":
            self._link(message.integer("host"), now)
        elif message.name == "hello_refusal":
            self.state = "refused"
        elif (item := self._kept.pop(sequence, None)) is not None:
            self._notices.append(EventAcknowledged(sequence, item.message))
            self._send_events(now)

    def _link(self, host: int, now: float) -> None:
        if host != self._host:
            self._host = host
            self._answers.clear()
        self.state = "linked"
        for item in self._kept.values():
            item.due = 0.0
        self._send_events(now)

    def _take_command(self, kind: WireMessageType | None, frame: Frame, now: float) -> None:
        if self.state != "linked":
            return
        if frame.sequence in self._answers:
            self._repeat_answer(frame.sequence, now)
            return
        self._answers[frame.sequence] = None
        while len(self._answers) > self.remembered:
            self._answers.popitem(last=False)
        try:
            message = unpack(self._document, frame)
            self._notices.append(CommandReceived(frame.sequence, message))
        except CodecError:
            fault = "unknown-command" if kind is None else "bad-value"
            nak = wire_message(
                "command_nak", host=self._host or 0, fault=self._document.fault(fault).code
            )
            self._answers[frame.sequence] = nak
            self._write(pack(self._document, nak, frame.sequence), now)

    def _repeat_answer(self, sequence: int, now: float) -> None:
        answer = self._answers[sequence]
        if answer is not None:
            self._write(pack(self._document, answer, sequence), now)

    def _window(self) -> dict[int, _Kept]:
        return dict(islice(self._kept.items(), self.window))

    def _send_events(self, now: float) -> None:
        if self.state != "linked" or not self._kept:
            return
        for sequence, item in self._window().items():
            if now >= item.due:
                item.due = now + self.timings.resend_ms / 1000
                self._write(pack(self._document, item.message, sequence), now)

    def _send(self, name: str, now: float, **fields: Value) -> None:
        self._write(pack(self._document, wire_message(name, **fields)), now)

    def _write(self, frame: Frame, now: float) -> None:
        # The header says what the device speaks, so an emulator can claim another version.
        if frame.version != self.identity.protocol:
            frame = Frame(self.identity.protocol, frame.type, frame.sequence, frame.payload)
        self._out += encode_frame(frame)
        self._last_sent = now

    def _result(self) -> SessionResult[DeviceNotice]:
        if not self._out and not self._notices:
            return NOTHING
        result = SessionResult(bytes(self._out), tuple(self._notices))
        self._out.clear()
        self._notices.clear()
        return result
