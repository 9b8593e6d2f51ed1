"""A second index in sight: a letter as high as the card's own, away from its corner."""

from typing import Final

import cv2
import numpy as np

from vision.cards.glyphs import Box, GlyphReader, Index
from vision.cards.opinion import NO_RANK
from vision.cards.scores import likeliest
from vision.cards.straight import LEAD, Straight
from vision.picture.frame import Map

SECOND_INDEX: Final = "a second card's index is in sight; draw one at a time"
# Letters of one deck are as high as each other.
_HEIGHT: Final = (0.94, 1.06)
_WIDTH: Final = (0.15, 1.0)
# A black pip looks like a four, but is nearly as wide as it is high.
_FOUR: Final = 3
_MOST_FOUR: Final = 0.72
_SURE: Final = 0.97
# Darker than this share of the paper's light is ink.
_INK: Final = 0.7
_FULL: Final = 235
# From a place on the straightened corner to the same place in the straightened window.
_OFF_PX: Final = LEAD - 2


def shows_second_index(straight: Straight, index: Index, reader: GlyphReader) -> bool:
    """Whether another letter of this deck stands in the window; `reader` says what is one."""
    boxes = _letters(straight, index)
    if not boxes:
        return False
    suit = index.suit._replace(left=index.suit.left + _OFF_PX, top=index.suit.top + _OFF_PX)
    ink = _ink(straight)
    return any(_is_letter(reader, Index(box, suit, ink)) for box in boxes)


def _letters(straight: Straight, index: Index) -> list[Box]:
    """Connected ink of a letter's shape, whole, and not the card's own index."""
    dark, least = straight.dark[LEAD:, LEAD:], _INK * straight.light
    binary = cv2.inRange(dark, 1, int(least))
    _, _, stats, _ = cv2.connectedComponentsWithStats(binary, connectivity=8, ltype=cv2.CV_16U)
    own = index.rank.with_(index.suit)
    right, low = own.right + _OFF_PX - LEAD, own.low + _OFF_PX - LEAD
    found = []
    for left, top, width, height, _ in stats[1:].tolist():
        box = Box(left + LEAD, top + LEAD, width, height)
        is_own = left < right and top < low
        if not is_own and _has_shape(box, index.rank.height) and _is_whole(straight.dark, box):
            found.append(box)
    return found


def _has_shape(box: Box, height: int) -> bool:
    return (
        _HEIGHT[0] * height <= box.height <= _HEIGHT[1] * height
        and _WIDTH[0] * box.height <= box.width <= _WIDTH[1] * box.height
    )


def _is_whole(dark: Map, box: Box) -> bool:
    """Whether it ends inside the window."""
    around = dark[box.top - 1 : box.low + 1, box.left - 1 : box.right + 1]
    is_inside = around.shape == (box.height + 2, box.width + 2)
    return is_inside and bool(around.min() > 0)


def _ink(straight: Straight) -> Map:
    """How much ink, on paper of even light."""
    even = np.minimum(straight.dark, straight.light)
    paper = cv2.convertScaleAbs(even, alpha=_FULL / max(straight.light, 1.0))
    return np.asarray(cv2.subtract(np.full_like(straight.dark, _FULL), paper), np.uint8)


def _is_letter(reader: GlyphReader, index: Index) -> bool:
    ranks = reader.read(index).ranks
    rank, box = likeliest(ranks), index.rank
    is_pip = rank == _FOUR and box.width > _MOST_FOUR * box.height
    return rank != NO_RANK and ranks[rank] >= _SURE and not is_pip
