"""A host that a check leads step by step: it answers nothing unless told to."""

from collections.abc import Callable
from dataclasses import replace
from typing import Final

from config.wire_document import WireDocument
from drivers.conformance.wire_line import Heard, WireLine
from drivers.requirement import demand
from drivers.wire.codec import Value, WireMessage, pack, wire_message
from drivers.wire.device_session import LATEST, MISSED_HEARTBEATS
from drivers.wire.framing import Frame, encode_frame

QUIET_S: Final = 0.06
BARRIER_S: Final = 0.5
NO_COMMAND: Final = 0xFE


Match = Callable[[Heard], bool]


class RawHost:
    """Speaks the host's messages one by one."""

    def __init__(self, line: WireLine) -> None:
        self.line = line
        self.host = line.rng.getrandbits(32)
        self.boot = 0
        self._last_command = 0

    @property
    def document(self) -> WireDocument:
        """The document of the device under trial."""
        return self.line.document

    def seconds(self, timing: str) -> float:
        """A time limit of the document, in seconds."""
        return int(getattr(self.document.timings, timing)) / 1000

    def say(self, name: str, sequence: int = 0, **fields: Value) -> None:
        """Send one message."""
        self.line.write(encode_frame(pack(self.document, wire_message(name, **fields), sequence)))

    def say_foreign(self, name: str, more: bytes = b"", **fields: Value) -> None:
        """Send one message of the next protocol version, with bytes it may have grown by."""
        version = self.document.protocol + 1
        frame = pack(self.document, wire_message(name, **fields), version=version)
        self.line.write(encode_frame(replace(frame, payload=frame.payload + more)))

    def ask_hello(self) -> Heard:
        """Ask until the device introduces itself; keeps its boot number."""
        self.say("hello_request", host=self.host)
        found = self.line.until(lambda heard: heard.name == "hello", "a hello")
        assert found.message is not None
        self.boot = found.message.integer("boot")
        return found

    def welcome(self) -> None:
        """Take the device, and keep the link up from here on."""
        self.say("hello_ack", host=self.host, boot=self.boot)
        beat = wire_message("host_heartbeat", host=self.host)
        self.line.pulse = encode_frame(pack(self.document, beat))

    def fall_silent(self) -> None:
        """Keep the link up no longer."""
        self.line.pulse = b""

    def await_greeting(self) -> Heard:
        """The hello of a device whose host says nothing any more."""
        silence_s = MISSED_HEARTBEATS * self.seconds("heartbeat_ms")
        return self.line.until(
            lambda heard: heard.name == "hello",
            "a hello to a silent host",
            within_s=LATEST * silence_s + self.line.patience_s,
        )

    def oldest_said(self) -> int:
        """What the device's hello names as the oldest event it keeps."""
        hello = self.ask_hello().message
        assert hello is not None
        return hello.integer("oldest")

    def refuse(self) -> None:
        """Refuse the device, and let pass what was under way."""
        self.ask_hello()
        self.say("hello_refusal", boot=self.boot, reason="conduct", text="conformance trial")
        self.line.listen(self.seconds("hello_ms"))

    def must_be_silent(self, why: str) -> None:
        """Nothing comes from a device that was refused just now."""
        # A hello may have been under way when the refusal arrived.
        heard = self.line.listen(3 * self.seconds("hello_ms"))
        demand(len(heard) <= 1, f"{len(heard)} frames came from a device that was {why}")

    def link(self) -> None:
        """Take the device and let it get rid of what it still keeps."""
        self.ask_hello()
        self.welcome()
        self.take_all()

    def take_all(self) -> list[Heard]:
        """Acknowledge whatever the device keeps; returns the events as they came."""
        taken: list[Heard] = []
        while events := [heard for heard in self._said_so_far() if self.is_event(heard)]:
            for event in events:
                self.acknowledge(event.sequence)
            taken += events
        return taken

    def _said_so_far(self) -> list[Heard]:
        # A device works through its input in order: what it had to say of all before a command
        # comes before the answer to it. One that does not answer gets a moment of silence instead.
        sequence = self.next_sequence()
        self.line.write(encode_frame(self.unknown_command(sequence)))
        return self.line.listen(BARRIER_S, until=self.is_reply)

    def acknowledge(self, sequence: int, boot: int | None = None) -> None:
        """Let the device forget an event."""
        self.say("event_ack", sequence, boot=self.boot if boot is None else boot)

    def is_event(self, heard: Heard) -> bool:
        """Whether a frame is an event."""
        kind = self.document.by_id.get(heard.frame.type)
        return kind is not None and kind.direction == "event"

    def is_reply(self, heard: Heard) -> bool:
        """Whether a frame answers a command."""
        kind = self.document.by_id.get(heard.frame.type)
        return kind is not None and kind.direction == "reply"

    def next_sequence(self) -> int:
        """A number for the next command."""
        self._last_command += 1
        return self._last_command

    def order(self, frame: Frame) -> Heard:
        """Send a command's frame and wait for an answer."""
        self.line.write(encode_frame(frame))
        return self.line.until(self.is_reply, "an answer to a command", keeps_others=True)

    def command_frame(self, message: WireMessage, sequence: int) -> Frame:
        """The frame of a command."""
        return pack(self.document, message, sequence)

    def unknown_command(self, sequence: int) -> Frame:
        """The frame of a command no device has."""
        return Frame(self.document.protocol, NO_COMMAND, sequence)
