"""A second index in sight: a letter as high as the card's own, away from its corner."""

from typing import Final, NamedTuple, TypeAlias

import cv2
import numpy as np
import numpy.typing as npt

from vision.cards.glyphs import Box, GlyphReader, Index
from vision.cards.opinion import NO_RANK
from vision.cards.scores import likeliest
from vision.cards.straight import LEAD, Straight
from vision.picture.frame import Map

SECOND_INDEX: Final = "a second card's index is in sight; draw one at a time"
# Letters of one deck are as high as each other.
_HEIGHT: Final = (0.94, 1.06)
_WIDTH: Final = (0.15, 1.0)
# A black pip looks like a four, but is nearly as wide as it is high and has no mark below it.
_FOUR: Final = 3
_MOST_FOUR: Final = 0.72
_MARK: Final = (0.85, 1.15)
_MARK_PX: Final = 3
_SURE: Final = 0.97
# Darker than this share of the paper's light is ink.
_INK: Final = 0.7
_FULL: Final = 235
# From a place on the straightened corner to the same place in the straightened window.
_OFF_PX: Final = LEAD - 2

Stats: TypeAlias = npt.NDArray[np.int32]


class Letter(NamedTuple):
    """Ink of a letter's shape away from the card's corner, and whether a suit mark stands below."""

    box: Box
    has_mark: bool


def shows_second_index(straight: Straight, index: Index, reader: GlyphReader) -> bool:
    """Whether another letter of this deck stands in the window; `reader` says what is one."""
    letters = _letters(straight, index)
    if not letters:
        return False
    suit = index.suit._replace(left=index.suit.left + _OFF_PX, top=index.suit.top + _OFF_PX)
    ink = _ink(straight)
    return any(_is_rank(reader, Index(one.box, suit, ink), one.has_mark) for one in letters)


def _letters(straight: Straight, index: Index) -> list[Letter]:
    """Connected ink of a letter's shape, whole, and not the card's own index."""
    binary = cv2.inRange(straight.dark[LEAD:, LEAD:], 1, int(_INK * straight.light))
    _, _, found, _ = cv2.connectedComponentsWithStats(binary, connectivity=8, ltype=cv2.CV_16U)
    stats = np.asarray(found, np.int32)
    own = index.rank.with_(index.suit)
    right, low = own.right + _OFF_PX - LEAD, own.low + _OFF_PX - LEAD
    heights = stats[:, cv2.CC_STAT_HEIGHT]
    least, most = (share * index.rank.height for share in _HEIGHT)
    letters = []
    for left, top, width, height, _ in stats[(heights >= least) & (heights <= most)].tolist():
        box = Box(left + LEAD, top + LEAD, width, height)
        is_own = left < right and top < low
        has_shape = _WIDTH[0] * height <= width <= _WIDTH[1] * height
        if not is_own and has_shape and _is_whole(straight.dark, box):
            letters.append(Letter(box, _has_mark(stats, box, index)))
    return letters


def _has_mark(stats: Stats, box: Box, index: Index) -> bool:
    """Whether ink as high as the card's own suit mark stands as far below a letter."""
    suit, below = index.suit, index.suit.top - index.rank.low
    tops = stats[:, cv2.CC_STAT_TOP] - (box.low - LEAD + below)
    shares = stats[:, cv2.CC_STAT_HEIGHT] / suit.height
    middles = stats[:, cv2.CC_STAT_LEFT] + stats[:, cv2.CC_STAT_WIDTH] / 2
    away = middles - (box.left - LEAD + box.width / 2)
    is_mark = (np.abs(tops) <= _MARK_PX) & (shares >= _MARK[0]) & (shares <= _MARK[1])
    return bool((is_mark & (np.abs(away) <= suit.width / 2)).any())


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


def _is_rank(reader: GlyphReader, index: Index, has_mark: bool) -> bool:
    ranks = reader.read(index).ranks
    rank, box = likeliest(ranks), index.rank
    is_pip = rank == _FOUR and box.width > _MOST_FOUR * box.height and not has_mark
    return rank != NO_RANK and ranks[rank] >= _SURE and not is_pip
