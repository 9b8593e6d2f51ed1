"""Faults with commands: when they are taken, what passes unchecked, what is remembered."""

from dataclasses import replace

from config.wire_document import FIRST_DEVICE_ID
from drivers.emulator.fault import Fault
from drivers.wire.codec import pack, wire_message
from drivers.wire.device_session import REMEMBERED_ANSWERS, DeviceSession
from drivers.wire.framing import Frame


class OneAnswer(Fault):
    """Only the last answer is remembered."""

    def attach(self, session: DeviceSession) -> None:
        """Shorten the memory."""
        self._session = session
        session.remembered = 1

    def end(self) -> None:
        """Give the memory back."""
        self._session.remembered = REMEMBERED_ANSWERS


class ObeyUnlinked(Fault):
    """Commands are carried out before the host has taken the device."""

    def attach(self, session: DeviceSession) -> None:
        """Have the state of this session at hand."""
        self._session = session

    def heard(self, frame: Frame) -> list[Frame]:
        """Take a command for a welcome."""
        is_ours = frame.version == self.target.document.protocol
        is_command = self.direction_of(frame) == "command" and is_ours
        if not is_command or self._session.state == "linked":
            return [frame]
        welcome = wire_message("hello_ack", host=0, boot=self.target.boot)
        return [pack(self.target.document, welcome), frame]


class IgnoreLowIds(Fault):
    """Nothing is said to an unknown id below the device's own."""

    def heard(self, frame: Frame) -> list[Frame]:
        """Miss it."""
        is_known = frame.type in self.target.document.by_id
        return [frame] if is_known or frame.type >= FIRST_DEVICE_ID else []


class AnyLength(Fault):
    """A command of a wrong length is taken as if it were right."""

    def heard(self, frame: Frame) -> list[Frame]:
        """Cut what is too long, fill what is too short."""
        kind = self.target.document.by_id.get(frame.type)
        if kind is None or kind.direction != "command" or not kind.fields:
            return [frame]
        size = sum({"u16": 2, "u32": 4}.get(item.type, 1) for item in kind.fields)
        if any(item.type in ("text", "list") for item in kind.fields):
            size += frame.payload[0] if frame.payload else 0
        payload = frame.payload[:size].ljust(size, b"\1")
        return [replace(frame, payload=payload)]


class ClampLast(Fault):
    """The last field of a command is not checked: what is out of range is bent into it."""

    def heard(self, frame: Frame) -> list[Frame]:
        """Bend a number into its range."""
        kind = self.target.document.by_id.get(frame.type)
        if kind is None or kind.direction != "command" or not kind.fields:
            return [frame]
        field = kind.fields[-1]
        width = {"u8": 1, "u16": 2, "u32": 4}.get(field.type, 0)
        if not width or len(frame.payload) < width:
            return [frame]
        number = int.from_bytes(frame.payload[-width:], "big")
        bent = min(max(number, field.min), field.ceiling)
        return [replace(frame, payload=frame.payload[:-width] + bent.to_bytes(width, "big"))]
