"""Faults of a device's session: it breaks the rules of the wire while its parts work."""

from dataclasses import replace

from drivers.emulator.fault import Fault
from drivers.wire.codec import pack, wire_message
from drivers.wire.device_session import DeviceSession
from drivers.wire.framing import Frame

WIDE_WINDOW = 64


class DoubleAck(Fault):
    """Every command is answered twice."""

    def sent(self, frame: Frame) -> list[Frame]:
        """Repeat the answer."""
        return [frame, frame] if self.direction_of(frame) == "reply" else [frame]


class WrongAckSequence(Fault):
    """An answer carries another number than its command."""

    def sent(self, frame: Frame) -> list[Frame]:
        """Count one further."""
        is_reply = self.direction_of(frame) == "reply"
        return [replace(frame, sequence=frame.sequence + 1) if is_reply else frame]


class AckEverything(Fault):
    """The device accepts commands it cannot do."""

    def sent(self, frame: Frame) -> list[Frame]:
        """Make every refusal an acceptance."""
        if self.name_of(frame) != "command_nak":
            return [frame]
        host = int.from_bytes(frame.payload[:4], "big")
        return [pack(self.target.document, wire_message("command_ack", host=host), frame.sequence)]


class ForgetAnswers(Fault):
    """The device does a repeated command again."""

    def begin(self) -> None:
        """Give each frame a number of its own from here on."""
        self._original: dict[int, int] = {}
        self._last = 1 << 20

    def heard(self, frame: Frame) -> list[Frame]:
        """Make a repeated command look new."""
        if self.direction_of(frame) != "command":
            return [frame]
        self._last += 1
        self._original[self._last] = frame.sequence
        return [replace(frame, sequence=self._last)]

    def sent(self, frame: Frame) -> list[Frame]:
        """Answer under the number the host knows."""
        if self.direction_of(frame) != "reply":
            return [frame]
        return [replace(frame, sequence=self._original.get(frame.sequence, frame.sequence))]


class SkipSequence(Fault):
    """Only every second event number is used."""

    def sent(self, frame: Frame) -> list[Frame]:
        """Double every number."""
        if self.direction_of(frame) == "event":
            return [replace(frame, sequence=2 * frame.sequence)]
        if self.name_of(frame) == "hello":
            oldest = int.from_bytes(frame.payload[5:9], "big")
            return [self.rewritten(frame, oldest=2 * oldest)]
        return [frame]

    def heard(self, frame: Frame) -> list[Frame]:
        """Halve the number of an acknowledgement."""
        is_ack = self.name_of(frame) == "event_ack"
        return [replace(frame, sequence=frame.sequence // 2) if is_ack else frame]


class ForgetEvent(Fault):
    """An event is sent once and then forgotten, acknowledged or not."""

    def begin(self) -> None:
        """Start with no event sent."""
        self._last = 0

    def attach(self, session: DeviceSession) -> None:
        """A device that starts counts from one again."""
        del session
        self._last = 0

    def sent(self, frame: Frame) -> list[Frame]:
        """Let each number pass once."""
        if self.direction_of(frame) != "event":
            return [frame]
        is_new, self._last = frame.sequence > self._last, max(self._last, frame.sequence)
        return [frame] if is_new else []


class ForgetCount(Fault):
    """After a power cut the device counts from nothing."""

    def sent(self, frame: Frame) -> list[Frame]:
        """Say in the hello that nothing was counted yet."""
        return [self.rewritten(frame, count=0)] if self.name_of(frame) == "hello" else [frame]


class HideState(Fault):
    """After a power cut the device tells nothing of a lid, a door or a jam; it asks for this."""


class RepeatOldBoot(Fault):
    """The boot number is the same after every start."""

    def begin(self) -> None:
        """Stay with the number of this moment."""
        self._old = self.target.boot

    def sent(self, frame: Frame) -> list[Frame]:
        """Say the old number."""
        if self.name_of(frame) in ("hello", "device_heartbeat"):
            return [self.rewritten(frame, boot=self._old)]
        return [frame]

    def heard(self, frame: Frame) -> list[Frame]:
        """Hear the new number in place of the old one."""
        if self.name_of(frame) not in ("hello_ack", "hello_refusal", "event_ack"):
            return [frame]
        return [self.rewritten(frame, boot=self.target.boot)]


class IgnoreBoot(Fault):
    """An acknowledgement of an earlier start counts for this one."""

    def heard(self, frame: Frame) -> list[Frame]:
        """Hear this start's number in every acknowledgement."""
        if self.name_of(frame) != "event_ack":
            return [frame]
        return [self.rewritten(frame, boot=self.target.boot)]


class WrongKind(Fault):
    """The device says that it is of another kind."""

    def sent(self, frame: Frame) -> list[Frame]:
        """Claim another kind in the hello."""
        if self.name_of(frame) != "hello":
            return [frame]
        other = "shoe" if self.target.document.kind != "shoe" else "shuffler"
        return [self.rewritten(frame, kind=other)]


class NoHeartbeat(Fault):
    """An idle device says nothing."""

    def sent(self, frame: Frame) -> list[Frame]:
        """Swallow the heartbeats."""
        return [] if self.name_of(frame) == "device_heartbeat" else [frame]


class WideWindow(Fault):
    """The device sends more events than its window allows."""

    def attach(self, session: DeviceSession) -> None:
        """Open the window."""
        self._session, self._window = session, session.window
        session.window = WIDE_WINDOW

    def end(self) -> None:
        """Put the window back."""
        self._session.window = self._window
