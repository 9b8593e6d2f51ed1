"""A picture: BGR, height by width by three bytes."""

from pathlib import Path
from typing import TypeAlias

import cv2
import numpy as np
import numpy.typing as npt

from controller.facts.failure import OperatorError

Frame: TypeAlias = npt.NDArray[np.uint8]
Map: TypeAlias = npt.NDArray[np.uint8]
Floats: TypeAlias = npt.NDArray[np.float32]
Matrix: TypeAlias = npt.NDArray[np.float64]


class ImageFileError(OperatorError):
    """A file that holds no readable picture; says which and what to do."""


def placement(x: float, y: float, scale: float, turn_deg: float) -> Matrix:
    """The matrix that turns and scales a picture about its corner, and lays that at a place."""
    turn = np.radians(turn_deg)
    c, s = np.cos(turn) * scale, np.sin(turn) * scale
    return np.array([[c, -s, x], [s, c, y]], np.float64)


def halved(picture: Frame) -> Frame:
    """A picture at half its size."""
    half = cv2.resize(picture, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA)
    return np.asarray(half, np.uint8)


def load_image(path: Path) -> Frame:
    """Read a picture file as BGR; raise ImageFileError naming file, fault and remedy."""
    try:
        data = path.read_bytes()
    except OSError as error:
        reason = (error.strerror or "cannot be read").lower()
        raise ImageFileError(f"{path}: {reason}; give a picture file that exists") from None
    if not data:
        raise ImageFileError(f"{path}: the file is empty; take the picture again")
    if _is_cut_short(data):
        raise ImageFileError(f"{path}: the picture is cut short; copy the file again")
    return _decode(path, data)


def _decode(path: Path, data: bytes) -> Frame:
    try:
        image = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR)
    except cv2.error:
        image = None
    if image is None or image.size == 0:
        raise ImageFileError(f"{path}: not a picture; use PNG, JPEG, BMP or TIFF")
    return np.ascontiguousarray(image, dtype=np.uint8)


def _is_cut_short(data: bytes) -> bool:
    """OpenCV fills a cut JPEG or PNG with grey without a word, so the end marks are asked for."""
    if data.startswith(b"\xff\xd8"):
        return b"\xff\xd9" not in data[-1024:]
    if data.startswith(b"\x89PNG\r\n\x1a\n"):
        return b"IEND" not in data[-1024:]
    return False
