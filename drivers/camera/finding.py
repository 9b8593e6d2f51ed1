"""What a watch found in the frames, and what every watch offers."""

from dataclasses import dataclass
from typing import Protocol

from drivers.wire.codec import WireMessage
from vision.picture.frame import Frame
from vision.sources.shot import Shot


@dataclass(frozen=True, slots=True)
class Finding:
    """One event of the device, and the crops that decided it."""

    message: WireMessage
    crops: tuple[Frame, ...] = ()
    reason: str = ""


class Watch(Protocol):
    """Looks at one frame after the other and says what happened; time comes with the frames."""

    @property
    def notice(self) -> str:
        """What a person should do about the view; empty when it is good."""

    def look(self, shot: Shot) -> list[Finding]:
        """Take the next frame; returns what it completes."""

    def lost(self, reason: str) -> list[Finding]:
        """The camera is gone; returns what it leaves undecided."""

    def forget(self) -> None:
        """Begin as if just switched on."""
