"""What a camera sees while its device is tried: asked for at its door, a picture at a time."""

import asyncio
from contextlib import suppress
from pathlib import Path
from typing import Final

from pydantic import ValidationError

from controller.facts.board import Board
from controller.facts.events.trials import TESTED
from controller.facts.fact import Fact, Name

SUFFIX: Final = ".view"
LARGEST: Final = 1_000_000
PATIENCE_S: Final = 2.0


class CameraView(Fact):
    """One picture and what was read in it; `why` is a code where it was not read.

    Without a picture `kind` says why there is none: `not-tried`, `no-picture`.
    """

    kind: Name
    # A card as `Kh`, or the dice from the lowest to the highest, as `1 4 6`.
    answer: str = ""
    confidence: float = 0.0
    why: Name | None = None
    # A JPEG in base64.
    picture: str = ""


NO_PICTURE: Final = CameraView(kind="no-picture")
NOT_TRIED: Final = CameraView(kind="not-tried")


def view_socket(device_path: Path) -> Path:
    """Where the process of a camera lets people look through it."""
    return device_path.with_name(device_path.name + SUFFIX)


def may_look(board: Board, device: str, kind: str) -> bool:
    """Whether the camera shows nothing that lies face down.

    A shoe's window is shown in a test that no round waits for; dice lie open to everybody
    whenever they can be seen at all.
    """
    if board.tested != device:
        return False
    return kind == "dice-cup" or (board.hold is not None and board.hold.name == TESTED)


async def look_through(device_path: Path) -> CameraView:
    """The newest picture, if the camera's process gives one."""
    with suppress(OSError, TimeoutError, ValidationError):
        async with asyncio.timeout(PATIENCE_S):
            reader, writer = await asyncio.open_unix_connection(view_socket(device_path))
            try:
                return CameraView.model_validate_json(await reader.read(LARGEST))
            finally:
                writer.close()
    return NO_PICTURE
