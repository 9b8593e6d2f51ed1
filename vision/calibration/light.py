"""How a window is lit: paper, bed, evenness, glare, dirt; measured on upright windows."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
import numpy.typing as npt

from vision.calibration.views import brightness
from vision.picture.frame import Frame, Map

LEAST_PAPER: Final = 0.2
MOST_PAPER_WHEN_EMPTY: Final = 0.02
LEAST_CONTRAST: Final = 40
AT_LIMIT: Final = 253
GLARE_OVER_PAPER: Final = 1.16
# On paper this bright glare does not stand out.
BRIGHT_PAPER: Final = 244
SPECK_AREA: Final = (5, 900)
SPECK_CONTRAST: Final = 24
# A lamp's image is larger than noise and smaller than a flood of light.
LAMP_AREA: Final = (20, 4000)
LAMP_SHARE: Final = 0.6
ONE_SPECK_PX: Final = 12
# The window's rim is no dirt.
BORDER: Final = 8
# Fewer cards leave places that were under ink in every picture.
CARDS_FOR_DIRT: Final = 8
_AROUND: Final = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (25, 25))
_PRINT: Final = cv2.getStructuringElement(cv2.MORPH_RECT, (61, 61))
_WORN: Final = np.ones((5, 5), np.uint8)

Spot = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Light:
    """Levels are 0 to 255, shares 0 to 1, spots in window pixels."""

    paper: float
    bed: float
    at_limit: float
    glare: float
    left_to_right: float
    top_to_low: float
    is_upside_down: bool
    dirt: tuple[Spot, ...]
    cards: int
    empties: int
    # Where a point of light is mirrored in the glass, in card after card.
    lamps: tuple[Spot, ...] = ()


@dataclass(frozen=True, slots=True)
class _Seen:
    """One window with a card: its brightness and where its paper is."""

    grey: Map
    paper: npt.NDArray[np.bool_]


def measure_light(windows: Sequence[Frame]) -> Light | None:
    """Measure windows of which some show a card; None when none does."""
    greys = [brightness(window) for window in windows]
    seen = [one for one in map(_card_in, greys) if one is not None]
    if not seen:
        return None
    paper = float(np.median([np.median(one.grey[one.paper]) for one in seen]))
    empties = [grey for grey in greys if _is_empty(grey, paper)]
    across, down = _slopes(seen)
    return Light(
        paper=paper,
        bed=_bed(seen, empties),
        at_limit=float(np.mean([(one.grey[one.paper] >= AT_LIMIT).mean() for one in seen])),
        glare=float(np.mean([_glare(one) for one in seen])),
        left_to_right=across,
        top_to_low=down,
        is_upside_down=_is_upside_down(seen),
        dirt=_dirt(seen, empties),
        lamps=_lamps(seen, paper),
        cards=len(seen),
        empties=len(empties),
    )


def _card_in(grey: Map) -> _Seen | None:
    limit, mask = cv2.threshold(grey, 0, 255, cv2.THRESH_BINARY | cv2.THRESH_OTSU)
    paper = np.asarray(cv2.erode(mask, _WORN), np.uint8) > 0
    if paper.mean() < LEAST_PAPER or paper.mean() > 0.995:
        return None
    is_clear = float(np.median(grey[paper])) - float(np.median(grey[mask == 0])) > LEAST_CONTRAST
    return _Seen(grey, paper) if is_clear and limit > 0 else None


def _is_empty(grey: Map, paper: float) -> bool:
    return float((grey > 0.6 * paper).mean()) < MOST_PAPER_WHEN_EMPTY


def _bed(seen: Sequence[_Seen], empties: Sequence[Map]) -> float:
    if empties:
        return float(np.median([np.median(grey) for grey in empties]))
    shades = [one.grey[cv2.dilate(one.paper.astype(np.uint8), _AROUND) == 0] for one in seen]
    return float(np.median([np.median(part) for part in shades if part.size] or [0.0]))


def _glare(one: _Seen) -> float:
    """The share of paper that shines brighter than paper does, where the sensor can tell."""
    level = float(np.median(one.grey[one.paper]))
    if level > BRIGHT_PAPER:
        return 0.0
    smooth = cv2.blur(one.grey, (9, 9))[one.paper]
    return float((smooth > min(level * GLARE_OVER_PAPER, AT_LIMIT - 1)).mean())


def _slopes(seen: Sequence[_Seen]) -> tuple[float, float]:
    """How much darker paper is on the left than on the right, and above than below; -1 to 1."""
    paper = np.logical_or.reduce([one.paper for one in seen])
    shown = np.where(paper, np.max([one.grey for one in seen], axis=0), 0)
    halves = []
    for axis in (1, 0):
        first, second = np.array_split(shown, 2, axis=axis)
        levels = [
            float(np.median(part[part > 0])) if (part > 0).any() else 0 for part in (first, second)
        ]
        both = max(*levels, 1.0)
        halves.append((levels[1] - levels[0]) / both if min(levels) > 0 else 0.0)
    return halves[0], halves[1]


def _is_upside_down(seen: Sequence[_Seen]) -> bool:
    """Cards begin at the left and above; an upside-down camera sees them end there."""
    mean = np.mean([one.paper for one in seen], axis=0)
    left, right = float(mean[:, :24].mean()), float(mean[:, -24:].mean())
    top, low = float(mean[:24].mean()), float(mean[-24:].mean())
    return left > right + 0.2 and top > low + 0.2


def _dirt(seen: Sequence[_Seen], empties: Sequence[Map]) -> tuple[Spot, ...]:
    """Spots that no card ever brightened, and specks that shine over the empty bed."""
    spots: list[Spot] = []
    least = max(CARDS_FOR_DIRT, round(0.7 * len(seen)))
    covered = np.sum([_face(one) for one in seen], axis=0) >= least
    if covered.any():
        brightest = np.asarray(np.max([one.grey for one in seen], axis=0), np.uint8)
        relief = cv2.morphologyEx(brightest, cv2.MORPH_BLACKHAT, _AROUND)
        spots += _spots(np.asarray(relief * covered, np.uint8), 2)
    if len(empties) >= 2:
        darkest = np.asarray(np.min(empties, axis=0), np.uint8)
        relief = cv2.morphologyEx(darkest, cv2.MORPH_TOPHAT, _AROUND)
        spots += _spots(np.asarray(relief, np.uint8), 1)
    return _apart(spots)


def _lamps(seen: Sequence[_Seen], paper: float) -> tuple[Spot, ...]:
    """Small places at the sensor's limit over paper that is not, in most of the cards."""
    if paper > BRIGHT_PAPER or len(seen) < CARDS_FOR_DIRT:
        return ()
    often = np.mean([one.grey >= AT_LIMIT for one in seen], axis=0) >= LAMP_SHARE
    _, _, stats, centres = cv2.connectedComponentsWithStats(often.astype(np.uint8))
    least, most = LAMP_AREA
    kept = [n for n in range(1, len(stats)) if least <= stats[n][cv2.CC_STAT_AREA] <= most]
    return _apart([(round(float(centres[n][0])), round(float(centres[n][1]))) for n in kept])


def _apart(spots: Sequence[Spot]) -> tuple[Spot, ...]:
    """A speck that shows on cards and on the bed is one speck."""
    kept: list[Spot] = []
    for x, y in spots:
        if all(abs(x - other[0]) + abs(y - other[1]) > ONE_SPECK_PX for other in kept):
            kept.append((x, y))
    return tuple(kept)


def _face(one: _Seen) -> Map:
    """Where the card's face is, print and all, but not its rim."""
    paper = one.paper.astype(np.uint8)
    whole = cv2.morphologyEx(paper, cv2.MORPH_CLOSE, _PRINT)
    return np.asarray(cv2.erode(whole, _AROUND, borderValue=1), np.uint8)


def _spots(relief: Map, times: int) -> list[Spot]:
    inside = relief[BORDER:-BORDER, BORDER:-BORDER]
    _, binary = cv2.threshold(inside, times * SPECK_CONTRAST, 255, cv2.THRESH_BINARY)
    _, _, stats, centres = cv2.connectedComponentsWithStats(binary)
    least, most = SPECK_AREA
    kept = [n for n in range(1, len(stats)) if least <= stats[n][cv2.CC_STAT_AREA] <= most]
    places = [(float(centres[n][0]) + BORDER, float(centres[n][1]) + BORDER) for n in kept]
    return [(round(x), round(y)) for x, y in places]
