"""The shipped nets, run by OpenCV."""

import math
from collections.abc import Sequence
from typing import TypeAlias

import cv2

from vision.models.files import shipped_model
from vision.picture.frame import Frame, Map

# Plain floats: for a dozen numbers they are several times faster than arrays.
Scores: TypeAlias = Sequence[float]


class Net:
    """One net: bytes of a picture in, scores out."""

    def __init__(self, name: str) -> None:
        self._net = shipped_model(name)

    def scores(self, picture: Frame | Map) -> Scores:
        """Scores of one picture."""
        self._net.setInput(cv2.dnn.blobFromImage(picture, 1 / 255))
        scores: list[float] = self._net.forward()[0].tolist()
        return scores


def chances(scores: Scores) -> Scores:
    """Scores as shares of one."""
    highest = max(scores)
    return shares([math.exp(score - highest) for score in scores])


def shares(weights: Scores) -> Scores:
    """Weights as shares of one."""
    total = sum(weights)
    return [weight / total for weight in weights]


def likeliest(chances: Scores) -> int:
    """Which has the highest chance."""
    return chances.index(max(chances))
