"""A camera's frames, gathered: how bright and dark each pixel was, and a few frames whole."""

from contextlib import suppress
from typing import Final

import cv2
import numpy as np

from controller.facts.failure import CheckFailedError
from vision.picture.frame import Frame, Map
from vision.sources.shot import EndOfFramesError, FrameSource

MOST_KEPT: Final = 48
LEAST_SIDE: Final = 60
FRAMES: Final = 150


class ViewsError(CheckFailedError):
    """Frames that cannot be calibrated with; says why and what to do."""


class Views:
    """Takes frames one by one; keeps an even sample of them."""

    def __init__(self) -> None:
        self.count = 0
        self.kept: list[Frame] = []
        self._every = 1
        self._brightest: Frame | None = None
        self._darkest: Frame | None = None

    def add(self, frame: Frame) -> None:
        """Take the next frame."""
        if self._brightest is None or self._darkest is None:
            _check_size(frame)
            self._brightest, self._darkest = frame.copy(), frame.copy()
        if frame.shape != self._brightest.shape:
            raise ViewsError(
                f"picture {self.count + 1} is of another size; use pictures of one camera"
            )
        cv2.max(self._brightest, frame, self._brightest)
        cv2.min(self._darkest, frame, self._darkest)
        self._keep(frame)
        self.count += 1

    @property
    def brightest(self) -> Map:
        """How bright each pixel was at most, in any colour."""
        return brightness(self._taken(self._brightest))

    @property
    def darkest(self) -> Map:
        """How bright each pixel was at least."""
        return brightness(self._taken(self._darkest))

    @property
    def size(self) -> tuple[int, int]:
        """Width and height of the frames."""
        high, wide = self._taken(self._brightest).shape[:2]
        return wide, high

    def _keep(self, frame: Frame) -> None:
        if self.count % self._every:
            return
        self.kept.append(frame.copy())
        if len(self.kept) > MOST_KEPT:
            self.kept, self._every = self.kept[::2], self._every * 2

    def _taken(self, picture: Frame | None) -> Frame:
        if picture is None:
            raise ViewsError("no pictures came; check the source")
        return picture


def gather(source: FrameSource, frames: int = FRAMES) -> Views:
    """The next frames of a source, or all it has; SourceError when there are none."""
    views = Views()
    with suppress(EndOfFramesError):
        for _ in range(frames):
            views.add(source.read().frame)
    return views


def brightness(frame: Frame) -> Map:
    """The brightest of a pixel's colours: white paper is bright under any lamp."""
    blue, green, red = cv2.split(frame)
    return np.asarray(cv2.max(cv2.max(blue, green), red), np.uint8)


def _check_size(frame: Frame) -> None:
    high, wide = frame.shape[:2]
    if min(high, wide) < LEAST_SIDE:
        raise ViewsError(f"the picture is {wide}x{high}; set the camera to 320x240 or more")
