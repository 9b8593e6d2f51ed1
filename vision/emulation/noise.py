"""Sensor noise, so that no two pictures of an emulated camera are the same."""

from typing import Final

import cv2
import numpy as np

from vision.picture.frame import Frame

AMOUNT: Final = 2.0
POOL: Final = 5


class SensorNoise:
    """Adds one of a few noise pictures, shifted by chance: cheap, and never twice alike."""

    # Its own chance: the view at rest is drawn while a scene is made in another thread.

    def __init__(self, seed: list[int], height: int, width: int) -> None:
        self._rng = rng = np.random.default_rng([*seed, 1])
        shape = (height, width, 3)
        self._pool = [rng.normal(0, AMOUNT, shape).round().astype(np.int16) for _ in range(POOL)]

    def on(self, frame: Frame) -> Frame:
        """The frame as the sensor sees it this time."""
        noise = self._pool[int(self._rng.integers(POOL))]
        shifted = np.roll(noise, int(self._rng.integers(1, noise.shape[0])), axis=0)
        return np.asarray(cv2.add(frame, shifted, dtype=cv2.CV_8U), np.uint8)
