"""A frame with its time, and what every source of frames offers."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

from config.words.reasons import LostError

if TYPE_CHECKING:
    # The emulators speak of frames without needing OpenCV.
    from vision.picture.frame import Frame


class SourceError(LostError):
    """No frames can be had; the message names the camera, what is wrong and what to do."""


class EndOfFramesError(Exception):
    """A file or folder has shown all its frames."""


@dataclass(frozen=True, slots=True)
class Shot:
    """One frame; `t_s` is seconds on a clock that never goes back."""

    frame: "Frame"
    t_s: float


@dataclass(frozen=True, slots=True)
class Answer:
    """What became of the frames so far: events found, how many not yet recorded, a host or none."""

    events: int
    kept: int
    is_linked: bool


class FrameSource(Protocol):
    """Reads frame after frame; SourceError when it cannot, EndOfFramesError at the end."""

    # A camera that is alive never sends the same bytes twice; files and stills may.
    is_live: bool

    def read(self) -> Shot:
        """Wait for the next frame."""

    def tell(self, answer: Answer) -> None:
        """Say what became of the frames; only an emulated camera listens."""

    def close(self) -> None:
        """Give the camera back; closing twice is harmless."""
