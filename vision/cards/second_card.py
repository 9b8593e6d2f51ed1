"""Two cards at once: a second card's edge across the first, or two cards' edges around them."""

from collections.abc import Callable, Iterable, Sequence
from enum import Enum, auto
from typing import Final

import cv2
import numpy as np

from vision.cards.paper import Paper
from vision.cards.seam import Seam, is_colourless, seams, view_of
from vision.cards.straight import LEAD, Straight
from vision.picture.frame import Map

SECOND_EDGE: Final = "a second card's edge is in sight; draw one at a time"
# Paper, not a lamp's image, lies beyond an edge when it is evenly as bright as the card's.
_PAPER: Final = (0.85, 1.06)
_EVEN: Final = 0.02
_BEYOND: Final = (LEAD - 6, LEAD - 4)
_BEYOND_PX: Final = 12
_ROUNDING: Final = 6
# No card has a dark notch where its corner should be.
_NOTCH: Final = 0.35
_NOTCH_FAR: Final = (14, 30)
_NOTCH_NEAR: Final = (3, 9)
_NOTCH_SHARE: Final = 0.75
# A border printed along the card's edge lies no further in.
_BORDER: Final = 10
# Some decks print it around the index.
_WIDE_BORDER: Final = 20
# Sleeves and skin stay dark before their edge, and glare rises slowly.
_LEAST_FAR: Final = 0.85
_MOST_RISE: Final = 0.05
# The shadow under an edge is fainter than any printed line, and darker than mottled paper.
_ALL_PAPER: Final = 0.975


class Doubt(Enum):
    """How much speaks for a second card already: the more, the less an edge need show."""

    NONE = auto()
    SOME = auto()
    # The index stands a little off its place.
    SHIFTED = auto()


def shows_second_card(
    straight: Straight, paper: Paper, doubt: Doubt, brightest: Callable[[], Map]
) -> bool:
    """Whether two cards are in sight; `brightest` is asked for where a line may be an edge."""
    dark, light = straight
    if _lies_beyond(dark, light, paper) or _has_notch(dark, light, paper):
        return True
    across = np.asarray(cv2.transpose(dark), np.uint8)
    upright, level = (
        _bare(seams(view_of(dark, light, LEAD))),
        _bare(seams(view_of(across, light, LEAD))),
    )
    if not _shows_edge(upright, level, doubt):
        return False
    bright = brightest()
    return _shows_edge(
        [seam for seam in upright if _is_long_askew(seam) or is_colourless(seam, dark, bright)],
        [seam for seam in level if _is_long_askew(seam) or is_colourless(seam, across, bright.T)],
        doubt,
    )


def _shows_edge(upright: Sequence[Seam], level: Sequence[Seam], doubt: Doubt) -> bool:
    if doubt is Doubt.SHIFTED:
        return bool(upright or level)
    is_edge = _is_plain_edge if doubt is Doubt.NONE else _may_be_edge
    return (
        any(is_edge(seam, 60) for seam in upright)
        or any(is_edge(seam, 40) for seam in level)
        or any(_are_corner(one, other) for one in upright for other in level)
    )


def _lies_beyond(dark: Map, light: float, paper: Paper) -> bool:
    """Whether paper goes on outside the card's edges: another card's."""
    inner = LEAD + _ROUNDING
    above = dark[_BEYOND[0] : _BEYOND[1] + 1 : 2, inner:]
    left = dark[inner:, _BEYOND[0] : _BEYOND[1] + 1 : 2].T
    return (paper.top_seen and _is_paper(above, light)) or (
        paper.left_seen and _is_paper(left, light)
    )


def _is_paper(strip: Map, light: float) -> bool:
    if strip.max() <= _PAPER[0] * light:
        return False
    is_paper = ((strip > _PAPER[0] * light) & (strip < _PAPER[1] * light)).all(axis=0)
    if np.count_nonzero(is_paper) < _BEYOND_PX:
        return False
    return float(strip[:, is_paper].std()) < _EVEN * light


def _has_notch(dark: Map, light: float, paper: Paper) -> bool:
    """Whether the bed is seen where the corner should be: the edges are of two cards."""
    is_corner = paper.left_seen and paper.top_seen
    near, far = (LEAD + sum(pair) // 2 for pair in (_NOTCH_NEAR, _NOTCH_FAR))
    if not is_corner or min(dark[near, far], dark[far, near]) >= _NOTCH * light:
        return False
    close, away = (slice(LEAD + a, LEAD + b) for a, b in (_NOTCH_NEAR, _NOTCH_FAR))
    return any(
        float((part < _NOTCH * light).mean()) > _NOTCH_SHARE and bool((part > 0).all())
        for part in (dark[close, away], dark[away, close])
    )


def _bare(found: Iterable[Seam]) -> list[Seam]:
    """Lines with paper on both sides."""
    return [seam for seam in found if seam.rise <= _MOST_RISE and seam.far >= _LEAST_FAR]


def _is_plain_edge(seam: Seam, least: int) -> bool:
    """An edge beyond doubt: askew, from rim to rim, or a mere shade; no deck prints that."""
    is_border = seam.across < LEAD + _BORDER
    is_through = seam.start <= LEAD + 6 and not is_border and seam.goes_on
    is_long = seam.goes_on and seam.length >= least
    is_shade = _is_shade(seam, 0.86) and (not is_border or abs(seam.slope) >= 0.008)
    return _is_askew(seam, is_through) or (is_long and (is_through or is_shade))


def _is_long_askew(seam: Seam) -> bool:
    """Whether its colour is no matter: a card that lies askew may have a coloured border."""
    return abs(seam.slope) >= 0.03 and seam.length >= 60


def _is_askew(seam: Seam, is_through: bool) -> bool:
    """Whether it is long enough for its slope to be no error; short strokes of print lean too."""
    slope = abs(seam.slope)
    if slope < 0.022:
        return False
    if slope < 0.03:
        return seam.goes_on and seam.length >= 80
    if slope < 0.05:
        return seam.length >= (52 if seam.goes_on else 70)
    return seam.length >= (30 if is_through else 46 if seam.goes_on else 60)


def _are_corner(upright: Seam, level: Seam) -> bool:
    """Whether two edges are one card's that lies askew: both lean alike."""
    leans = (upright.slope - level.slope) / 2
    return abs(upright.slope + level.slope) <= 0.02 and abs(leans) >= 0.025


def _may_be_edge(seam: Seam, least: int) -> bool:
    """An edge as far as can be seen, where no card is named or its face has no lines."""
    slope = abs(seam.slope)
    is_askew = seam.goes_on and seam.length >= (36 if slope < 0.05 else 30) and slope >= 0.02
    is_askew = is_askew or (slope >= 0.03 and seam.length >= 50)
    is_border = seam.across < LEAD + _BORDER
    is_through = seam.start <= LEAD + 8 and not is_border and seam.goes_on
    is_shade = _is_shade(seam, 0.82) and seam.across >= LEAD + _WIDE_BORDER
    is_long = seam.length >= least - 10 and (is_through or is_shade)
    return is_askew or is_long or _is_plain_edge(seam, least)


def _is_shade(seam: Seam, least: float) -> bool:
    """Whether it is as faint as the shadow under a card's edge."""
    return least <= seam.shade / max(seam.far, 1.0) <= _ALL_PAPER
