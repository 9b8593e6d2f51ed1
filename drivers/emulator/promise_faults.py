"""Faults of a device that breaks the promise of its events: kept, numbered, unchanged."""

from dataclasses import replace
from typing import Final

from drivers.emulator.fault import Fault
from drivers.wire.codec import CodecError, unpack
from drivers.wire.device_session import DeviceSession
from drivers.wire.framing import Frame

SILENCE_S: Final = 2.5
FURTHER: Final = 100


class ForgetInSilence(Fault):
    """What was not acknowledged is gone when the host has been silent."""

    def begin(self) -> None:
        """Start with a host that speaks."""
        self._heard_at = self.target.now()

    def attach(self, session: DeviceSession) -> None:
        """Have the events of this session at hand."""
        self._session = session

    def heard(self, frame: Frame) -> list[Frame]:
        """Note that the host lives."""
        self._heard_at = self.target.now()
        return [frame]

    def sent(self, frame: Frame) -> list[Frame]:
        """Forget all events with the hello to a silent host."""
        if self.name_of(frame) == "hello" and self.target.now() - self._heard_at > SILENCE_S:
            self._session.resume(self._session.last_event, {})
        return [frame]


class MissEarlyAck(Fault):
    """Acknowledgements are taken only while linked."""

    def attach(self, session: DeviceSession) -> None:
        """Have the state of this session at hand."""
        self._session = session

    def heard(self, frame: Frame) -> list[Frame]:
        """Miss an acknowledgement before the link."""
        is_missed = self.name_of(frame) == "event_ack" and self._session.state != "linked"
        return [] if is_missed else [frame]


class AckAllBefore(Fault):
    """An acknowledgement counts for everything before it."""

    def begin(self) -> None:
        """Start with nothing forgotten."""
        self._first = 1

    def attach(self, session: DeviceSession) -> None:
        """A device that starts counts from one again."""
        del session
        self._first = 1

    def heard(self, frame: Frame) -> list[Frame]:
        """Hear one acknowledgement as many."""
        if self.name_of(frame) != "event_ack":
            return [frame]
        numbers = range(min(self._first, frame.sequence), frame.sequence + 1)
        self._first = frame.sequence + 1
        return [replace(frame, sequence=number) for number in numbers]


class ChangeResent(Fault):
    """An event is sent again with another content."""

    def begin(self) -> None:
        """Start with no event sent."""
        self._sent: set[int] = set()

    def attach(self, session: DeviceSession) -> None:
        """A device that starts counts from one again."""
        del session
        self._sent = set()

    def sent(self, frame: Frame) -> list[Frame]:
        """Change what was sent before, within its range."""
        if self.direction_of(frame) != "event":
            return [frame]
        is_again = frame.sequence in self._sent
        self._sent.add(frame.sequence)
        return [self._changed(frame)] if is_again and frame.payload else [frame]

    def _changed(self, frame: Frame) -> Frame:
        for last in range(256):
            other = replace(frame, payload=frame.payload[:-1] + bytes([last]))
            if other != frame and self._is_sound(other):
                return other
        return frame

    def _is_sound(self, frame: Frame) -> bool:
        try:
            unpack(self.target.document, frame)
        except CodecError:
            return False
        return True


class StartFurther(Fault):
    """Events are numbered from somewhere, not from one."""

    def sent(self, frame: Frame) -> list[Frame]:
        """Count further everywhere."""
        if self.direction_of(frame) == "event":
            return [replace(frame, sequence=frame.sequence + FURTHER)]
        for field in ("oldest", "last"):
            kind = self.target.document.by_id.get(frame.type)
            if kind is not None and any(item.name == field for item in kind.fields):
                number = unpack(self.target.document, frame).integer(field)
                return [self.rewritten(frame, **{field: number + FURTHER})]
        return [frame]

    def heard(self, frame: Frame) -> list[Frame]:
        """Take an acknowledgement for the number it has inside."""
        is_ack = self.name_of(frame) == "event_ack" and frame.sequence > FURTHER
        return [replace(frame, sequence=frame.sequence - FURTHER) if is_ack else frame]


class OldestIsOne(Fault):
    """The hello always says that event 1 is still kept."""

    def sent(self, frame: Frame) -> list[Frame]:
        """Say one."""
        return [self.rewritten(frame, oldest=1)] if self.name_of(frame) == "hello" else [frame]


class WrongLast(Fault):
    """The heartbeat does not name the newest event."""

    def sent(self, frame: Frame) -> list[Frame]:
        """Say nothing happened yet."""
        is_beat = self.name_of(frame) == "device_heartbeat"
        return [self.rewritten(frame, last=0) if is_beat else frame]


class NumberedHeartbeat(Fault):
    """Heartbeats carry numbers as events do."""

    def sent(self, frame: Frame) -> list[Frame]:
        """Number the heartbeat."""
        is_beat = self.name_of(frame) == "device_heartbeat"
        return [replace(frame, sequence=frame.sequence + 1) if is_beat else frame]
