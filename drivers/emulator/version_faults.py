"""Faults of a device that cannot speak with another version, or takes what is not meant for it."""

from dataclasses import replace
from typing import ClassVar

from drivers.emulator.fault import Fault
from drivers.wire.framing import Frame


class IgnoreVersion(Fault):
    """The version byte of what is heard is not looked at."""

    def heard(self, frame: Frame) -> list[Frame]:
        """Take every frame for one of this version."""
        return [replace(frame, version=self.target.document.protocol)]


class _MissForeign(Fault):
    """A session message of another version is not taken."""

    missed: ClassVar[str]

    def heard(self, frame: Frame) -> list[Frame]:
        """Miss it."""
        is_foreign = frame.version != self.target.document.protocol
        return [] if is_foreign and self.name_of(frame) == self.missed else [frame]


class MissForeignRequest(_MissForeign):
    """A hello_request of another version is not answered."""

    missed = "hello_request"


class MissForeignRefusal(_MissForeign):
    """A hello_refusal of another version is not obeyed."""

    missed = "hello_refusal"


class MissGrownRequest(Fault):
    """A hello_request with more fields than this version has is not answered."""

    def heard(self, frame: Frame) -> list[Frame]:
        """Miss it."""
        is_grown = self.name_of(frame) == "hello_request" and len(frame.payload) > 4
        return [] if is_grown else [frame]


class ObeyForeignRefusal(Fault):
    """A refusal for another boot number is obeyed."""

    def heard(self, frame: Frame) -> list[Frame]:
        """Hear this start's number in every refusal."""
        if self.name_of(frame) != "hello_refusal":
            return [frame]
        boot = self.target.boot.to_bytes(4, "big")
        return [replace(frame, payload=boot + frame.payload[4:])]
