"""What a fault may lay its hands on, and the hooks through which it does."""

from dataclasses import replace
from random import Random
from typing import Protocol

from config.wire_document import WireDocument
from drivers.wire.codec import Value, WireMessage, pack, unpack
from drivers.wire.device_session import DeviceSession
from drivers.wire.framing import Deframer, Frame, encode_frame


class FaultTarget(Protocol):
    """A device that can be broken on purpose: an emulator, or one end of a null modem."""

    document: WireDocument
    rng: Random

    @property
    def boot(self) -> int:
        """The number this start of the device chose."""

    def now(self) -> float:
        """The time on the device's clock."""

    def drop(self, seconds: float) -> None:
        """Pull the cable, and plug it in again after so long."""

    def restart(self) -> None:
        """Cut the power for a moment."""

    def act(self, action: str, report: WireMessage | None, **arguments: Value) -> None:
        """Do something to the device's parts; `report` is what the device will say of it."""


class Fault:
    """One thing that is wrong with a device; a hook that is not overridden changes nothing."""

    # A momentary fault happens once; any other lasts until it is cleared.
    is_momentary = False

    def __init__(self, target: FaultTarget, amount: float) -> None:
        self.target = target
        self.amount = amount

    @property
    def delay_s(self) -> float:
        """How late the device's bytes leave."""
        return 0.0

    def begin(self) -> None:
        """The fault sets in."""

    def end(self) -> None:
        """The fault is cleared."""

    def attach(self, session: DeviceSession) -> None:
        """The device started, or the fault was put on it: this is its session."""

    def emitted(self, message: WireMessage) -> list[WireMessage]:
        """What the device reports in place of an event."""
        return [message]

    def sent(self, frame: Frame) -> list[Frame]:
        """What leaves the device in place of a frame."""
        return [frame]

    def heard(self, frame: Frame) -> list[Frame]:
        """What reaches the device in place of a frame."""
        return [frame]

    def outgoing(self, data: bytes) -> bytes:
        """What leaves the device in place of these bytes."""
        return data

    def incoming(self, data: bytes) -> bytes:
        """What reaches the device in place of these bytes."""
        return data

    def strikes(self) -> bool:
        """Whether the fault shows this time; `amount` is how often, from 0 to 1."""
        return self.target.rng.random() < self.amount

    def name_of(self, frame: Frame) -> str:
        """The name of a frame's message; empty when the document has none."""
        kind = self.target.document.by_id.get(frame.type)
        return "" if kind is None else kind.name

    def direction_of(self, frame: Frame) -> str:
        """The direction of a frame's message; a frame without a name counts as a command."""
        kind = self.target.document.by_id.get(frame.type)
        return "command" if kind is None else kind.direction

    def rewritten(self, frame: Frame, **changes: Value) -> Frame:
        """The frame with other values in its fields."""
        document = self.target.document
        message = unpack(document, frame)
        fresh = WireMessage(message.name, {**message.fields, **changes})
        return replace(frame, payload=pack(document, fresh).payload)


class FaultLine:
    """The faults a device has at this moment, in the way of everything it says and hears."""

    def __init__(self) -> None:
        self.active: dict[str, Fault] = {}
        self._heard = Deframer()

    @property
    def delay_s(self) -> float:
        """How late the device's bytes leave."""
        return max((fault.delay_s for fault in self.active.values()), default=0.0)

    def put_on(self, name: str, fault: Fault, session: DeviceSession) -> None:
        """Let a fault set in, in place of one of the same name."""
        self.clear(name)
        fault.begin()
        if not fault.is_momentary:
            self.active[name] = fault
            fault.attach(session)

    def clear(self, name: str | None = None) -> list[str]:
        """End one fault, or all; returns the names of those that ended."""
        names = [found for found in self.active if name in (None, found)]
        for found in names:
            self.active.pop(found).end()
        return names

    def attach(self, session: DeviceSession) -> None:
        """The device started again: its faults are still with it."""
        self._heard = Deframer()
        for fault in self.active.values():
            fault.attach(session)

    def emitted(self, message: WireMessage) -> list[WireMessage]:
        """What the device reports in place of an event."""
        messages = [message]
        for fault in self.active.values():
            messages = [changed for before in messages for changed in fault.emitted(before)]
        return messages

    def outgoing(self, data: bytes) -> bytes:
        """What leaves the device in place of whole frames."""
        # Frames are taken apart only for a fault of frames: a scanner's lines are none.
        if data and any(type(fault).sent is not Fault.sent for fault in self.active.values()):
            frames = Deframer().feed(data)
            for fault in self.active.values():
                frames = [changed for before in frames for changed in fault.sent(before)]
            data = b"".join(map(encode_frame, frames))
        for fault in self.active.values():
            data = fault.outgoing(data)
        return data

    def incoming(self, data: bytes) -> bytes:
        """What reaches the device in place of these bytes."""
        for fault in self.active.values():
            data = fault.incoming(data)
        if not any(type(fault).heard is not Fault.heard for fault in self.active.values()):
            return data
        frames = self._heard.feed(data)
        for fault in self.active.values():
            frames = [changed for before in frames for changed in fault.heard(before)]
        return b"".join(map(encode_frame, frames))
