"""Is the index whole? Paper must be seen around rank and suit in raw light, and no lamp on them."""

from typing import Final, NamedTuple

import numpy as np

from vision.cards.glyphs import Box, Index
from vision.cards.paper import LEAD_MM, PATCH_SIZE, PX_PER_MM
from vision.picture.frame import Floats, Frame

COVERED: Final = "something touches the index; take hand, sleeve and shadow away"
GLARE: Final = "a lamp shines on the index; turn the lamp or move the diffuser"
CUT_OFF: Final = "the index runs off the paper; take away what lies over the card's edge"

_EDGE: Final = round(LEAD_MM * PX_PER_MM) + 1
# Blur carries ink this far out of its box; beyond it lies paper, in a strip this wide.
_CLEAR: Final = 2
_STRIP: Final = 3
# Darker than this share of the paper's light, in any colour, is not paper: skin lacks blue.
_PAPER: Final = 0.7
# The paper's light is what a fifth of the corner exceeds; ink and hand leave more than that.
_BRIGHT: Final = 70
# How much of each strip may be something else: thin borders and pictures stand near an index.
_MOST_BESIDE: Final = 0.5
_MOST_BELOW: Final = 0.75
# A lamp's spot is at the sensor's limit, where ink vanishes; paper that is white already hides it.
_LIMIT: Final = 251
_SPOT_PX: Final = 24
_SPOT_REACH: Final = 1
_WHITE: Final = 243


class Strip(NamedTuple):
    """Rows and columns beside the index, and how much of them may be no paper."""

    top: int
    low: int
    left: int
    right: int
    most: float

    @property
    def is_there(self) -> bool:
        """Whether the card leaves any room on this side."""
        return self.low > self.top and self.right > self.left


def hindrance(raw: Frame, index: Index) -> str:
    """What is in the way of the index, in words; empty when it is whole."""
    whole = index.rank.with_(index.suit)
    near = raw[_EDGE : min(whole.low + 3 * _CLEAR, PATCH_SIZE[1]) : 2, _EDGE::2]
    light = np.percentile(near.reshape(-1, 3), _BRIGHT, axis=0).astype(np.float32)
    if index.rank.top - _CLEAR <= _EDGE:
        return CUT_OFF
    if _has_spot(raw, whole, light):
        return GLARE
    covered = any(_hidden(raw, strip, light) for strip in _strips(index, whole) if strip.is_there)
    return COVERED if covered else ""


def _strips(index: Index, whole: Box) -> list[Strip]:
    rank, suit = index.rank, index.suit
    near, far = _CLEAR, _CLEAR + _STRIP
    return [
        Strip(max(rank.top - far, _EDGE), rank.top - near, rank.left, rank.right, _MOST_BESIDE),
        Strip(rank.top, rank.low, max(rank.left - far, _EDGE), rank.left - near, _MOST_BESIDE),
        Strip(suit.top, suit.low, max(suit.left - far, _EDGE), suit.left - near, _MOST_BESIDE),
        Strip(suit.low + near, suit.low + far, suit.left, suit.right, _MOST_BELOW),
        Strip(whole.top, whole.low, whole.right + near, whole.right + far, _MOST_BELOW),
    ]


def _hidden(raw: Frame, strip: Strip, light: Floats) -> bool:
    part = raw[strip.top : strip.low, strip.left : strip.right]
    if not part.size:
        return False
    is_other = (part < _PAPER * light).any(axis=2)
    return bool(is_other.mean() > strip.most)


def _has_spot(raw: Frame, whole: Box, light: Floats) -> bool:
    if light.min() > _WHITE:
        return False
    rows = slice(max(whole.top - _SPOT_REACH, 0), whole.low + _SPOT_REACH)
    columns = slice(max(whole.left - _SPOT_REACH, 0), whole.right + _SPOT_REACH)
    at_limit = (raw[rows, columns] >= _LIMIT).all(axis=2)
    return int(np.count_nonzero(at_limit)) >= _SPOT_PX
