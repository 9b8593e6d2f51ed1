"""Reader by the whole corner: nets over the straightened corner, unsegmented and in colour."""

from typing import Final

import cv2
import numpy as np

from vision.cards.opinion import Opinion, opinion
from vision.cards.scores import Net, Scores
from vision.picture.frame import Frame

CORNER_SIZE: Final = (56, 112)
_RANKS: Final = 14
_SUITS: Final = 5


def corner_input(patch: Frame) -> Frame:
    """The straightened corner at the net's scale."""
    return np.asarray(cv2.resize(patch, CORNER_SIZE, interpolation=cv2.INTER_LINEAR), np.uint8)


class CornerReader:
    """Sees the corner as a whole, so it does not mind ink that runs together."""

    def __init__(self, name: str = "card-corner") -> None:
        self._net = Net(name)

    def read(self, patch: Frame) -> tuple[Opinion, Scores]:
        """Its opinion on rank and suit, and its scores for the kinds of scene."""
        scores = self._net.scores(corner_input(patch))
        return opinion(scores[:_RANKS], scores[_RANKS : _RANKS + _SUITS]), scores[_RANKS + _SUITS :]
