"""Notices a camera that shows the same picture for ever."""

from typing import Final

import numpy as np

from vision.picture.frame import Frame, Map

# Every sensor has noise: two pictures of one scene never have the same bytes.
STEP: Final = 7
FROZEN_S: Final = 3.0
FEWEST_FRAMES: Final = 10


class FreezeWatch:
    """Compares a grid of pixels with those of the frame before; alive once two differed."""

    def __init__(self, frozen_s: float = FROZEN_S) -> None:
        self._frozen_s = frozen_s
        self.is_alive = False
        self._grid: Map | None = None
        self._since = 0.0
        self._same = 0

    def is_frozen(self, frame: Frame, now: float) -> bool:
        """Whether this frame continues too long a row of equal ones."""
        grid = frame[::STEP, ::STEP, 1]
        if self._grid is None or not np.array_equal(grid, self._grid):
            self.is_alive = self._grid is not None
            self._grid, self._since, self._same = grid.copy(), now, 0
            return False
        self._same += 1
        return self._same >= FEWEST_FRAMES and now - self._since >= self._frozen_s
