"""Frames through OpenCV: a V4L2 camera, a libcamera pipeline, or a video file."""

import re
import time
from pathlib import Path
from typing import Final

import cv2
import numpy as np

from controller.facts.phrase import phrase
from vision.sources.shot import Answer, EndOfFramesError, Shot, SourceError

PIPELINE: Final = re.compile(r".+!\s*appsink\b.*")
# A V4L2 camera keeps pictures in a queue; old ones would only make the reading late.
QUEUED_FRAMES: Final = 2


class CameraSource:
    """A live camera: `/dev/video0`, a number, or a GStreamer pipeline that ends in appsink."""

    is_live = True

    def __init__(self, place: str) -> None:
        self._place = place
        self._capture = _open_camera(place)
        self._capture.set(cv2.CAP_PROP_BUFFERSIZE, QUEUED_FRAMES)

    def read(self) -> Shot:
        """Wait for the camera's next picture."""
        is_taken, picture = self._capture.read()
        if not is_taken or picture is None:
            raise SourceError(phrase("lost-camera-dark", camera=self._place))
        return Shot(np.ascontiguousarray(picture, dtype=np.uint8), time.monotonic())

    def tell(self, answer: Answer) -> None:
        """A camera does not listen."""

    def close(self) -> None:
        """Give the camera back."""
        self._capture.release()


class VideoSource:
    """A video file, frame by frame, in the time of its own frame rate."""

    is_live = False

    def __init__(self, file: Path) -> None:
        self._file = file
        if not file.is_file():
            raise SourceError(f"video {file}: not there; correct the path")
        self._capture = cv2.VideoCapture(str(file))
        if not self._capture.isOpened():
            raise SourceError(f"video {file}: cannot be played; convert it to MP4 or AVI")
        self._period_s = 1.0 / (self._capture.get(cv2.CAP_PROP_FPS) or 30.0)
        self._number = 0

    def read(self) -> Shot:
        """The next frame of the film."""
        is_taken, picture = self._capture.read()
        if not is_taken or picture is None:
            if self._number == 0:
                raise SourceError(f"video {self._file}: holds no pictures; record it again")
            raise EndOfFramesError(str(self._file))
        self._number += 1
        return Shot(np.ascontiguousarray(picture, dtype=np.uint8), self._number * self._period_s)

    def tell(self, answer: Answer) -> None:
        """A film does not listen."""

    def close(self) -> None:
        """Close the file."""
        self._capture.release()


def _open_camera(place: str) -> cv2.VideoCapture:
    if PIPELINE.fullmatch(place):
        capture = cv2.VideoCapture(place, cv2.CAP_GSTREAMER)
        wrong = "lost-camera-pipeline"
    elif place.isdecimal():
        capture, wrong = cv2.VideoCapture(int(place), cv2.CAP_V4L2), "lost-camera-number"
    elif not Path(place).exists():
        raise SourceError(phrase("lost-camera-missing", camera=place))
    else:
        capture = cv2.VideoCapture(place, cv2.CAP_V4L2)
        wrong = "lost-camera-busy"
    if not capture.isOpened():
        capture.release()
        raise SourceError(phrase(wrong, camera=place))
    return capture
