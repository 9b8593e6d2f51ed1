"""Is the index whole? Paper must be seen around rank and suit in raw light, and no lamp on them."""

from typing import Final, Literal, NamedTuple, TypeAlias

import cv2
import numpy as np

from vision.cards.glyphs import Box, Index
from vision.cards.paper import LEAD_MM, PATCH_SIZE, PX_PER_MM
from vision.cards.scene import REASONS
from vision.picture.frame import Floats, Frame, Map

COVERED: Final = "something touches the index; take hand, sleeve and shadow away"
GLARE: Final = "a lamp shines on the index; turn the lamp or move the diffuser"
CUT_OFF: Final = "the index runs off the paper; take away what lies over the card's edge"
LINED: Final = "a line runs beside the index; some cards more tell whether this deck prints it"
Obstacle: TypeAlias = Literal["covered", "glare"]
# What is in the way of a card, by the reason that a frame gives.
OBSTACLES: Final[dict[str, Obstacle]] = {
    COVERED: "covered",
    CUT_OFF: "covered",
    REASONS["finger"][1]: "covered",
    GLARE: "glare",
}

_EDGE: Final = round(LEAD_MM * PX_PER_MM) + 1
# Blur carries ink this far out of its box; beyond it lies paper, in a strip this wide.
_CLEAR: Final = 2
_STRIP: Final = 3
_REACH: Final = _CLEAR + _STRIP
# Darker than this share of the paper's light, in any colour, is not paper: skin lacks blue.
_PAPER: Final = 0.7
# The paper's light is what a fifth of the corner exceeds; ink and hand leave more than that.
_BRIGHT: Final = 70
# How much of each strip may be something else: thin borders and pictures stand near an index.
_MOST_BESIDE: Final = 0.5
_MOST_BELOW: Final = 0.75
# A printed border is this thin and has paper on both sides; hands and sleeves come from outside.
_LINE_PX: Final = 4
_LINED: Final = 0.8
# A lamp's spot is at the sensor's limit, where ink vanishes; paper that is white already hides it.
_LIMIT: Final = 251
_LEAST_SPOT: Final = np.full(3, _LIMIT, np.float32)
_WHITEST: Final = np.full(3, 255, np.float32)
_SPOT_PX: Final = 5
_SPOT_REACH: Final = 1
_WHITE: Final = 243
# Soft glare wanes slowly, and ink shows through it; a lamp's image ends within a millimetre.
_RIM: Final = (1.5, 2.6)
_RIM_REACH: Final = 6
_RIM_LEAST_PX: Final = 6
_RIM_PAPER: Final = 0.8
_SHARP: Final = 0.66
# So close to white paper noise would pass for a rim.
_LEAST_HEADROOM: Final = 24


class Strip(NamedTuple):
    """Rows and columns beside the index, and how much of them may be no paper."""

    top: int
    low: int
    left: int
    right: int
    most: float
    side: Literal["above", "left", ""] = ""

    @property
    def is_there(self) -> bool:
        """Whether the card leaves any room on this side."""
        return self.low > self.top and self.right > self.left


def hindrance(raw: Frame, index: Index) -> str:
    """What is in the way of the index, in words; empty when it is whole."""
    whole = index.rank.with_(index.suit)
    light = _light(raw, whole)
    around = raw[: whole.low + _REACH, : whole.right + _REACH]
    paper = np.asarray(cv2.inRange(around, _PAPER * light, _WHITEST), np.uint8)
    if index.rank.top - _CLEAR <= _EDGE and _runs_off(paper, index.rank):
        return CUT_OFF
    if _has_spot(raw, whole, float(light.min())):
        return GLARE
    hidden = [strip for strip in _strips(index, whole) if strip.is_there and _hidden(paper, strip)]
    if not hidden:
        return ""
    return LINED if all(_is_line(paper, strip) for strip in hidden) else COVERED


def _light(raw: Frame, whole: Box) -> Floats:
    """The paper's light, colour by colour."""
    near = raw[_EDGE : min(whole.low + 3 * _CLEAR, PATCH_SIZE[1]) : 3, _EDGE::3].reshape(-1, 3)
    place = len(near) * _BRIGHT // 100
    return np.asarray(np.partition(near, place, axis=0)[place], np.float32)


def _runs_off(paper: Map, rank: Box) -> bool:
    """Whether the letter goes on up to the paper's edge; some decks print it close to there."""
    is_dark = paper[_EDGE : rank.top + 3, rank.left : rank.right] == 0
    letter = is_dark[-2:].any(axis=0)
    return bool(np.count_nonzero(is_dark[0] & letter) > 0.5 * np.count_nonzero(letter))


def _strips(index: Index, whole: Box) -> list[Strip]:
    rank, suit = index.rank, index.suit
    near, far = _CLEAR, _REACH
    return [
        Strip(max(rank.top - far, _EDGE), rank.top - near, *_across(rank), _MOST_BESIDE, "above"),
        Strip(*_down(rank), max(rank.left - far, _EDGE), rank.left - near, _MOST_BESIDE, "left"),
        Strip(*_down(suit), max(suit.left - far, _EDGE), suit.left - near, _MOST_BESIDE, "left"),
        Strip(suit.low + near, suit.low + far, suit.left, suit.right, _MOST_BELOW),
        Strip(whole.top, whole.low, whole.right + near, whole.right + far, _MOST_BELOW),
    ]


def _across(box: Box) -> tuple[int, int]:
    return box.left, box.right


def _down(box: Box) -> tuple[int, int]:
    return box.top, box.low


def _is_line(paper: Map, strip: Strip) -> bool:
    """Whether what hides a strip is but a thin line between the card's edge and the index."""
    if not strip.side:
        return False
    outwards = paper[_EDGE : strip.low, strip.left : strip.right]
    if strip.side == "left":
        outwards = paper[strip.top : strip.low, _EDGE : strip.right].T
    is_line = np.count_nonzero(outwards == 0, axis=0) <= _LINE_PX
    is_line &= outwards[:2].any(axis=0)
    return bool(np.count_nonzero(is_line) >= _LINED * len(is_line))


def _hidden(paper: Map, strip: Strip) -> bool:
    part = paper[strip.top : strip.low, strip.left : strip.right]
    return bool(part.size - np.count_nonzero(part) > strip.most * part.size)


def _has_spot(raw: Frame, whole: Box, paper: float) -> bool:
    """Whether a lamp is mirrored on the index: light at the sensor's limit with a sharp rim."""
    if paper > _WHITE:
        return False
    at_limit = cv2.inRange(_cut(raw, whole, _SPOT_REACH), _LEAST_SPOT, _WHITEST)
    if np.count_nonzero(at_limit) < _SPOT_PX:
        return False
    return _drop_at_rim(_cut(raw, whole, _RIM_REACH).min(axis=2), paper) > _SHARP


def _cut(raw: Frame, box: Box, reach: int) -> Frame:
    rows = slice(max(box.top - reach, _EDGE), box.low + reach)
    return raw[rows, max(box.left - reach, _EDGE) : box.right + reach]


def _drop_at_rim(darkest: Map, paper: float) -> float:
    """How far light falls back to the paper's own half a millimetre outside the spot, 0 to 1."""
    off = cv2.distanceTransform((darkest < _LIMIT).astype(np.uint8), cv2.DIST_L2, 3)
    rim = darkest[(off > _RIM[0]) & (off <= _RIM[1])]
    rim = rim[rim > _RIM_PAPER * paper]
    if len(rim) < _RIM_LEAST_PX:
        # No paper is left beside it to compare with.
        return 1.0
    return (255 - float(np.median(rim))) / max(255 - paper, _LEAST_HEADROOM)
