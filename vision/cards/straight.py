"""The window turned so that the card lies straight, in its darkest colour alone."""

import math
from typing import Final, NamedTuple

import cv2
import numpy as np

from vision.cards.paper import Paper
from vision.picture.frame import Frame, Map

RIGHT_EDGE: Final = (
    "the card's right edge is in sight; set the camera up so that it mirrors nothing"
)
# The card's corner lies this far in; 4 pixels a millimetre.
LEAD: Final = 16
_SIZE: Final = (124, 164)
# The paper's light is what three tenths of the card exceed.
_LIGHT: Final = 70
# Darker than this share of the paper's light is the bed; so much of the window's rim shows it where
# a card ends before that.
_BED: Final = 0.35
_MOST_BED: Final = 0.75
_RIM_PX: Final = 3


class Straight(NamedTuple):
    """The darkest colour of each place, nought outside the window, and the paper's light."""

    dark: Map
    light: float


def straight(search: Frame, paper: Paper) -> Straight:
    """Turn the window."""
    blue, green, red = cv2.split(search)
    # Nought is kept for what lies outside the window.
    darkest = np.maximum(cv2.min(cv2.min(blue, green), red), 1)
    dark = _turned(np.asarray(darkest, np.uint8), paper)
    near = dark[LEAD::4, LEAD::4].ravel()
    place = len(near) * _LIGHT // 100
    return Straight(dark, float(np.partition(near, place)[place]))


def straight_brightest(search: Frame, paper: Paper) -> Map:
    """The same view in the brightest colour of each place: where print has a colour it is light."""
    blue, green, red = cv2.split(search)
    return _turned(np.asarray(cv2.max(cv2.max(blue, green), red), np.uint8), paper)


def _turned(plane: Map, paper: Paper) -> Map:
    c, s = math.cos(paper.turn), math.sin(paper.turn)
    x, y = paper.x - (c - s) * LEAD, paper.y - (s + c) * LEAD
    matrix = np.array([[c, -s, x], [s, c, y]], np.float64)
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    return np.asarray(cv2.warpAffine(plane, matrix, _SIZE, flags=flags), np.uint8)


def ends_inside(search: Frame, paper: Paper, light: float) -> bool:
    """Whether the bed is seen right of the card: the window is narrower than any card."""
    rim = search[max(round(paper.y), 0) + LEAD :: 4, -_RIM_PX:]
    brightest = rim.reshape(len(rim), -1).max(axis=1)
    return bool(np.count_nonzero(brightest < _BED * light) > _MOST_BED * len(rim))
