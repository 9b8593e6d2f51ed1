"""The shipped nets, run by OpenCV."""

from functools import cache
from importlib import resources
from typing import Final, TypeAlias

import cv2
import numpy as np
import numpy.typing as npt

from vision.frame import Frame, Map

Scores: TypeAlias = npt.NDArray[np.float32]
# OpenCV 5 has two engines; the older one is a third faster on nets this small.
_CLASSIC_ENGINE: Final = 1


class ModelFileError(Exception):
    """A shipped model is missing or damaged; says which and what to do."""


class Net:
    """One net: bytes of a picture in, scores out."""

    def __init__(self, name: str) -> None:
        self._net = _read(name, _bytes_of(name))

    def scores(self, picture: Frame | Map) -> Scores:
        """Scores of one picture."""
        blob = cv2.dnn.blobFromImage(picture, 1 / 255)
        self._net.setInput(blob)
        return np.asarray(self._net.forward()[0], np.float32)


@cache
def _bytes_of(name: str) -> bytes:
    try:
        return (resources.files("vision.models") / f"{name}.onnx").read_bytes()
    except OSError:
        raise ModelFileError(
            f"{name}.onnx: the shipped model is missing; install underfelt again"
        ) from None


def _read(name: str, data: bytes) -> cv2.dnn.Net:
    buffer = np.frombuffer(data, np.uint8)
    try:
        if int(cv2.__version__.split(".", maxsplit=1)[0]) < 5:
            return cv2.dnn.readNetFromONNX(buffer)
        return cv2.dnn.readNetFromONNX(buffer, _CLASSIC_ENGINE)
    except cv2.error:
        raise ModelFileError(
            f"{name}.onnx: the shipped model is damaged; install underfelt again"
        ) from None


def chances(scores: Scores) -> Scores:
    """Scores as shares of one."""
    raised = np.exp(scores - scores.max())
    return np.asarray(raised / raised.sum(), np.float32)
