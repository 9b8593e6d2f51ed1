"""The near end of an emulated camera: pictures come over a socket of the emulators."""

import contextlib
import socket
from pathlib import Path
from typing import Final

import numpy as np

from controller.facts.phrase import phrase
from vision.sources.camera_wire import HEADER, POWER_CUT, pack_answer
from vision.sources.shot import Answer, Shot, SourceError

PATIENCE_S: Final = 4.0


class PowerCutError(Exception):
    """The emulated device lost its power for a moment."""


class EmulatedCamera:
    """Reads pictures in the emulators' own time, and says what became of each."""

    is_live = True

    def __init__(self, path: Path) -> None:
        self._path = path
        self._frames = 0
        self._link = socket.socket(socket.AF_UNIX)
        self._link.settimeout(PATIENCE_S)
        try:
            self._link.connect(str(path))
        except OSError:
            self._link.close()
            raise SourceError(phrase("lost-camera-emulators", camera=str(path))) from None

    def read(self) -> Shot:
        """Wait for the next picture."""
        letter, t_s, height, width = HEADER.unpack(self._exactly(HEADER.size))
        if letter == POWER_CUT:
            raise PowerCutError
        picture = np.frombuffer(self._exactly(height * width * 3), np.uint8)
        self._frames += 1
        return Shot(picture.reshape(height, width, 3), t_s)

    def tell(self, answer: Answer) -> None:
        """Answer the emulators; when they have gone, it is noticed at the next read."""
        with contextlib.suppress(OSError):
            self._link.sendall(pack_answer(self._frames, answer))

    def close(self) -> None:
        """Hang up."""
        self._link.close()

    def _exactly(self, size: int) -> bytes:
        data = bytearray()
        while len(data) < size:
            try:
                part = self._link.recv(size - len(data))
            except TimeoutError:
                raise SourceError(phrase("lost-camera-dark", camera=str(self._path))) from None
            except OSError:
                part = b""
            if not part:
                raise SourceError(phrase("lost-camera-cut", camera=str(self._path)))
            data += part
        return bytes(data)
