"""Where the window lies in the camera's picture."""

from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np

from vision.picture.frame import Frame, placement

WINDOW_SIZE: Final = (240, 320)
WINDOW_PX_PER_MM: Final = 8.0


@dataclass(frozen=True, slots=True)
class WindowGeometry:
    """The window in the frame: its top left corner and size in pixels, scale, turn and width."""

    width_px: int = 240
    height_px: int = 320
    px_per_mm: float = 8.0
    left_px: int = 0
    top_px: int = 0
    turn_deg: float = 0.0
    # 30 mm for a common index, 35 for a jumbo one; the window is always four to three.
    width_mm: float = 30.0

    @property
    def shown_px_per_mm(self) -> float:
        """The scale of the window once it is 240 x 320: a larger opening is seen smaller."""
        return WINDOW_SIZE[0] / self.width_mm


DEFAULT: Final = WindowGeometry()


def window_of(frame: Frame, geometry: WindowGeometry) -> Frame | None:
    """The window upright at 240 x 320; None when the frame does not hold it."""
    if frame.ndim != 3 or frame.shape[2] != 3 or frame.dtype != np.uint8:
        return None
    high, wide = frame.shape[:2]
    if geometry == DEFAULT:
        return _whole(frame)
    right, low = geometry.left_px + geometry.width_px, geometry.top_px + geometry.height_px
    if geometry.left_px < 0 or geometry.top_px < 0 or right > wide or low > high:
        return None
    scale = geometry.px_per_mm / geometry.shown_px_per_mm
    matrix = placement(geometry.left_px, geometry.top_px, scale, geometry.turn_deg)
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    out = cv2.warpAffine(frame, matrix, WINDOW_SIZE, flags=flags)
    return np.asarray(out, np.uint8)


def _whole(frame: Frame) -> Frame | None:
    """A frame of the window's own shape, at whatever scale."""
    high, wide = frame.shape[:2]
    if (wide, high) == WINDOW_SIZE:
        return frame
    if wide < 60 or abs(high / wide - WINDOW_SIZE[1] / WINDOW_SIZE[0]) > 0.03:
        return None
    way = cv2.INTER_AREA if wide > WINDOW_SIZE[0] else cv2.INTER_LINEAR
    return np.asarray(cv2.resize(frame, WINDOW_SIZE, interpolation=way), np.uint8)
