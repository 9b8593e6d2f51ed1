"""Tells a frame that shows something new from one that differs only by noise."""

from typing import Final

import cv2
import numpy as np

from vision.picture.frame import Frame

CELLS: Final = (24, 32)
SAMPLED_SIDE: Final = 120
LEAST_CHANGE: Final = 7


class ChangeWatch:
    """Compares cell averages with those of the last frame that was looked at."""

    def __init__(self) -> None:
        self._looked_at: Frame | None = None

    def is_changed(self, frame: Frame) -> bool:
        """Whether the frame shows something new; then it becomes the one looked at."""
        cells = _cells(frame)
        before = self._looked_at
        if before is not None and int(cv2.absdiff(cells, before).max()) < LEAST_CHANGE:
            return False
        self._looked_at = cells
        return True


def _cells(frame: Frame) -> Frame:
    # All colours, for a red cut card may be as green as the bed; few pixels, for this runs on
    # every frame of an idle table.
    step = max(1, min(frame.shape[:2]) // SAMPLED_SIDE)
    sampled = np.ascontiguousarray(frame[::step, ::step])
    return np.asarray(cv2.resize(sampled, CELLS, interpolation=cv2.INTER_AREA), np.uint8)
