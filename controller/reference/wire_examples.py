"""Worked examples for the wire reference: every byte comes from the code that runs the table."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from cobs import cobs

from config.wire_document import WireDocument, WireField, WireMessageType, load_wire
from drivers.wire.codec import Value, WireMessage, pack, unpack, wire_message
from drivers.wire.device_session import DeviceSession
from drivers.wire.framing import CRC, HEADER, Deframer, Frame, checksum, encode_frame
from drivers.wire.notice import DeviceNotice, HostNotice, Identity, SessionResult
from drivers.wire.session import HostSession

BOOT: Final = 0x1A2B3C4D
HOST: Final = 0x0C0FFEE5
READY_MS: Final = 150
RESTART_MS: Final = 1200
OTHER_BOOT: Final = 0x5E6F7081
_NUMBERS: Final = {
    "boot": BOOT,
    "host": HOST,
    "protocol": 1,
    "oldest": 1,
    "last": 7,
    "fault": 2,
    "count": 5,
}
_TEXTS: Final = {
    "serial_number": "SN-0042",
    "firmware": "maker 1.4.0",
    "text": "Banker takes a third card",
}
_REFUSAL: Final = "dice-cup is wanted here, shoe is plugged in; plug in a dice-cup"


@dataclass(frozen=True, slots=True)
class FrameSteps:
    """One frame as it grows: body, checksum, stuffed, closed."""

    frame: Frame
    body: bytes
    crc: int
    stuffed: bytes
    wire: bytes


@dataclass(frozen=True, slots=True)
class Said:
    """One frame of a conversation, by whom and when."""

    at_ms: int
    sender: str
    message: WireMessage
    sequence: int
    wire: bytes
    remark: str


def frame_steps(frame: Frame) -> FrameSteps:
    """Build a frame and keep what each step gave."""
    body = HEADER.pack(frame.version, frame.type, frame.sequence) + frame.payload
    crc = checksum(body)
    stuffed = bytes(cobs.encode(body + CRC.pack(crc)))
    return FrameSteps(frame, body, crc, stuffed, encode_frame(frame))


def example_of(document: WireDocument, kind: WireMessageType) -> WireMessage:
    """A plausible message of this type."""
    values = {item.name: _value(document, item) for item in kind.fields}
    # Equal values would hide two fields that were swapped.
    if {"bank", "action"} <= values.keys():
        values["action"] = 5
    if kind.name == "hello_refusal":
        values["text"] = _REFUSAL
    return WireMessage(kind.name, values)


def example_sequence(kind: WireMessageType) -> int:
    """The frame sequence of an example: session frames have none, but an ack has its event's."""
    return 7 if kind.direction != "session" or kind.name == "event_ack" else 0


def _value(document: WireDocument, item: WireField) -> Value:
    match item.type:
        case "enum":
            return next(iter(item.values))
        case "card":
            return "Td"
        case "text":
            return document.kind if item.name == "kind" else _TEXTS[item.name]
        case "list":
            return (2, 5, 1)
    return _NUMBERS.get(item.name, max(item.min, min(3, item.ceiling)))


class Conversation:
    """Both halves of a link on an example wire whose losses are written by hand."""

    def __init__(self, kind: str, plugged: str = "") -> None:
        self.said: list[Said] = []
        self._document = load_wire(kind)
        identity = _identity(plugged or kind, BOOT)
        self._device = DeviceSession(self._document, identity)
        self._host = HostSession(self._document, f"{kind}-1", HOST)
        self._now_ms = 0

    def at(self, now_ms: int) -> "Conversation":
        """Move the clock."""
        self._now_ms = now_ms
        return self

    def start(self) -> None:
        """The host opens the port while the device is not ready; then the device greets."""
        self._from_host(self._host.opened(self._now), "the port is open; nobody hears it", True)
        self.at(READY_MS)
        self._from_device(self._device.started(self._now), "the device is ready")

    def restart(self, boot: int) -> None:
        """The device loses its power and greets again; the host's link is still up."""
        self._device = DeviceSession(self._document, _identity(self._document.kind, boot))
        self.at(self._now_ms + RESTART_MS)
        self._from_device(self._device.started(self._now), "another boot number")

    def emit(self, message: WireMessage, remark: str, is_lost: bool = False) -> None:
        """Something happens in front of the device's sensor."""
        self._from_device(self._device.emit(message, self._now), remark, is_lost)

    def acknowledge(
        self, sequence: int, remark: str, is_lost: bool = False, boot: int = BOOT
    ) -> None:
        """The event is in the record."""
        self._from_host(self._host.acknowledge(boot, sequence, self._now), remark, is_lost)

    def order(self, message: WireMessage, remark: str) -> None:
        """The host gives a command."""
        self._from_host(self._host.command(message, self._now), remark)

    def answer(self, sequence: int, remark: str, is_lost: bool = False) -> None:
        """The device answers a command."""
        self._from_device(self._device.answer(sequence, None, self._now), remark, is_lost)

    def device_tick(self, remark: str) -> None:
        """A timer of the device is due."""
        self._from_device(self._device.tick(self._now), remark)

    def host_tick(self, remark: str) -> None:
        """A timer of the host is due."""
        self._from_host(self._host.tick(self._now), remark)

    @property
    def _now(self) -> float:
        return self._now_ms / 1000

    def _from_host(
        self, result: SessionResult[HostNotice], remark: str, is_lost: bool = False
    ) -> None:
        self._note("host", result.write, remark)
        if result.write and not is_lost:
            self._from_device(self._device.received(result.write, self._now), "")

    def _from_device(
        self, result: SessionResult[DeviceNotice], remark: str, is_lost: bool = False
    ) -> None:
        self._note("device", result.write, remark)
        if result.write and not is_lost:
            self._from_host(self._host.received(result.write, self._now), "")

    def _note(self, sender: str, data: bytes, remark: str) -> None:
        for frame in Deframer().feed(data):
            message = unpack(self._document, frame)
            wire = encode_frame(frame)
            self.said.append(Said(self._now_ms, sender, message, frame.sequence, wire, remark))


def _identity(kind: str, boot: int) -> Identity:
    return Identity(kind, _TEXTS["serial_number"], _TEXTS["firmware"], 1, boot)


def event_conversation() -> list[Said]:
    """A shoe is plugged in, a card is drawn, the first ack is lost on the way."""
    talk = Conversation("shoe")
    talk.start()
    talk.at(1000).emit(wire_message("card_drawn", card="Td"), "a card leaves the shoe")
    talk.at(1012).acknowledge(1, "recorded; **this frame is lost**", is_lost=True)
    talk.at(1200).device_tick("`resend_ms` later: the same frame; the host acks again")
    talk.at(2200).device_tick("nothing to say for `heartbeat_ms`")
    talk.at(2212).host_tick("the host neither")
    return talk.said


def command_conversation() -> list[Said]:
    """A lamp board is told to light two lamps and its answer is lost on the way."""
    talk = Conversation("lamps")
    talk.start()
    talk.at(1000).order(wire_message("set_lamps", bank=3, action=5), "command 1")
    talk.at(1004).answer(1, "accepted; **this frame is lost**", is_lost=True)
    talk.at(1005).emit(
        wire_message("lamps_shown", bank=3, action=5), "what the command led to is an event"
    )
    talk.at(1016).acknowledge(1, "recorded")
    talk.at(1200).host_tick("`resend_ms` later: command 1 again; answered, not done again")
    return talk.said


def restart_conversation() -> list[Said]:
    """A shoe loses its power with an event under way and starts under another boot number."""
    talk = Conversation("shoe")
    talk.start()
    talk.at(1000).emit(wire_message("card_drawn", card="Td"), "**lost** with the power", True)
    talk.restart(OTHER_BOOT)
    talk.at(2400).emit(wire_message("card_drawn", card="As"), "numbered from 1 again")
    talk.at(2412).acknowledge(1, "recorded", boot=OTHER_BOOT)
    return talk.said


def refusal_conversation() -> list[Said]:
    """A lamp board is plugged in where a shoe is wanted."""
    talk = Conversation("shoe", "lamps")
    talk.start()
    return talk.said


def payload_offsets(kind: WireMessageType) -> Iterator[tuple[str, WireField]]:
    """Where each field starts in the payload; after a counted field only relative to it."""
    base, offset = "", 0
    for item in kind.fields:
        yield f"{base}{offset}" if not base else f"{base} + {offset}" if offset else base, item
        if item.type in ("text", "list"):
            base, offset = f"end of `{item.name}`", 0
        else:
            offset += {"u16": 2, "u32": 4}.get(item.type, 1)


def encoded(document: WireDocument, message: WireMessage, sequence: int) -> bytes:
    """The bytes of a message on the wire."""
    return encode_frame(pack(document, message, sequence))
