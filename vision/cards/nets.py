"""The shipped nets, run by OpenCV."""

from typing import TypeAlias

import cv2
import numpy as np
import numpy.typing as npt

from vision.frame import Frame, Map
from vision.model_files import shipped_model

Scores: TypeAlias = npt.NDArray[np.float32]


class Net:
    """One net: bytes of a picture in, scores out."""

    def __init__(self, name: str) -> None:
        self._net = shipped_model(name)

    def scores(self, picture: Frame | Map) -> Scores:
        """Scores of one picture."""
        blob = cv2.dnn.blobFromImage(picture, 1 / 255)
        self._net.setInput(blob)
        return np.asarray(self._net.forward()[0], np.float32)


def chances(scores: Scores) -> Scores:
    """Scores as shares of one."""
    raised: Scores = np.exp(scores - scores.max())
    raised /= raised.sum()
    return raised
