"""The shipped nets, run by OpenCV."""

from importlib import resources
from pathlib import Path
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
        with resources.as_file(resources.files("vision.models") / f"{name}.onnx") as path:
            self._net = _read(path)

    def scores(self, picture: Frame | Map) -> Scores:
        """Scores of one picture."""
        blob = cv2.dnn.blobFromImage(picture, 1 / 255)
        self._net.setInput(blob)
        return np.asarray(self._net.forward()[0], np.float32)


def _read(path: Path) -> cv2.dnn.Net:
    """From the file: given the bytes, OpenCV 5 ignores the choice of engine."""
    if not path.is_file():
        raise ModelFileError(f"{path.name}: the shipped model is missing; install underfelt again")
    try:
        if int(cv2.__version__.split(".", maxsplit=1)[0]) < 5:
            return cv2.dnn.readNetFromONNX(str(path))
        return cv2.dnn.readNetFromONNX(str(path), _CLASSIC_ENGINE)
    except cv2.error:
        raise ModelFileError(
            f"{path.name}: the shipped model is damaged; install underfelt again"
        ) from None


def chances(scores: Scores) -> Scores:
    """Scores as shares of one."""
    raised = np.exp(scores - scores.max())
    return np.asarray(raised / raised.sum(), np.float32)
