"""What a session noticed, for its owner to act upon: one frozen class per kind."""

from dataclasses import dataclass
from typing import Generic, TypeVar

from controller.facts.phrase import Reason
from drivers.wire.codec import WireMessage


@dataclass(frozen=True, slots=True)
class Identity:
    """How a device introduces itself."""

    kind: str
    serial_number: str
    firmware: str
    protocol: int
    boot: int
    # What the device had counted when this boot began; None when it counts nothing.
    count: int | None = None


@dataclass(frozen=True, slots=True)
class DeviceIntroduced:
    """The device said hello and was taken."""

    identity: Identity


@dataclass(frozen=True, slots=True)
class DeviceRefused:
    """The device is not the one wanted here, or breaks the protocol."""

    reason: Reason


@dataclass(frozen=True, slots=True)
class LinkLost:
    """A device that was linked is not any more."""

    reason: Reason


@dataclass(frozen=True, slots=True)
class EventReceived:
    """An event's turn has come; it waits for its acknowledgement."""

    boot: int
    sequence: int
    message: WireMessage


@dataclass(frozen=True, slots=True)
class CommandAccepted:
    """The device took a command."""

    message: WireMessage


@dataclass(frozen=True, slots=True)
class CommandRefused:
    """The device will not do a command, or not now; told once per cause."""

    message: WireMessage
    fault: str
    retry: bool


@dataclass(frozen=True, slots=True)
class CommandReceived:
    """Device side: a new command that wants an answer."""

    sequence: int
    message: WireMessage


@dataclass(frozen=True, slots=True)
class EventAcknowledged:
    """Device side: an event is in the record."""

    sequence: int
    message: WireMessage


HostNotice = (
    DeviceIntroduced | DeviceRefused | LinkLost | EventReceived | CommandAccepted | CommandRefused
)
DeviceNotice = CommandReceived | EventAcknowledged

Kind = TypeVar("Kind", covariant=True)


@dataclass(frozen=True, slots=True)
class SessionResult(Generic[Kind]):
    """What one call to a session leads to: bytes to write, and what it noticed."""

    write: bytes
    notices: tuple[Kind, ...]
