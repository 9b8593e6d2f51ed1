"""What goes between an emulated camera and the process that watches through it."""

import struct
from pathlib import Path
from typing import TYPE_CHECKING, Final

from vision.sources.shot import Answer

if TYPE_CHECKING:
    from vision.picture.frame import Frame

# A letter, the emulated time, and the height and width of the picture that follows.
HEADER: Final = struct.Struct("!cdHH")
ANSWER: Final = struct.Struct("!III?")
PICTURE: Final = b"F"
POWER_CUT: Final = b"R"


def camera_socket(device_path: Path) -> Path:
    """Where the emulated camera of a device listens."""
    return device_path.with_name(f"{device_path.name}.camera")


def pack_frame(frame: "Frame", t_s: float) -> bytes:
    """A picture as bytes."""
    height, width = frame.shape[:2]
    return HEADER.pack(PICTURE, t_s, height, width) + frame.tobytes()


def pack_power_cut() -> bytes:
    """The order to forget everything, as a device does whose power is cut."""
    return HEADER.pack(POWER_CUT, 0.0, 0, 0)


def pack_answer(frames: int, answer: Answer) -> bytes:
    """The number of frames taken, and what became of them."""
    return ANSWER.pack(frames, answer.events, answer.kept, answer.is_linked)


def unpack_answer(data: bytes) -> tuple[int, Answer]:
    """The number of frames taken, and what became of them."""
    frames, events, kept, is_linked = ANSWER.unpack(data)
    return frames, Answer(events, kept, is_linked)
