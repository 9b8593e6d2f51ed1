"""Finding the card's paper: its two edges, its corner, and the straightened, evened-out corner."""

import math
from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
import numpy.typing as npt

from vision.picture.frame import Floats, Frame, Map, halved

# The window is searched at 4 px/mm; the patch keeps that scale.
PX_PER_MM: Final = 4.0
PATCH_SIZE: Final = (76, 152)
# A little of the bed stays in sight, for an edge found slightly too far in.
LEAD_MM: Final = 0.5
_SLOPES: Final = np.tan(np.radians(np.arange(-11, 11.5, 1.1))).astype(np.float32)[:, None]
_ROWS: Final = np.arange(0, 160, 2, dtype=np.float32)
_BINS: Final = 128
# A bin holds two places of a line's start; this is where each row of each slope falls, less its
# own place. Starts from 0 to 160 stay within the bins of their slope.
_FALLS: Final = 32 - 0.5 * _SLOPES * _ROWS
_FALLS_IN_ROW: Final = _FALLS + _BINS * np.arange(len(_SLOPES), dtype=np.float32)[:, None]
_LEAST_ROWS: Final = 12
_CLOSING: Final = cv2.getStructuringElement(cv2.MORPH_RECT, (11, 11))
_WORN: Final = np.ones((3, 3), np.uint8)


@dataclass(frozen=True, slots=True)
class Edge:
    """A straight edge: place = start + slope * along, and how many pixels lie on it."""

    start: float
    slope: float
    support: int


@dataclass(frozen=True, slots=True)
class Paper:
    """The card's corner in search pixels, its turn in radians, and which edges were seen."""

    x: float
    y: float
    turn: float
    left_seen: bool
    top_seen: bool


def find_paper(search: Frame) -> Paper:
    """Find the card's corner; an edge that is not in sight counts as the window's border."""
    planes = cv2.split(search)
    bright = cv2.max(cv2.max(planes[0], planes[1]), planes[2])
    _, mask = cv2.threshold(bright, 0, 1, cv2.THRESH_BINARY | cv2.THRESH_OTSU)
    paper = np.asarray(cv2.erode(mask, _WORN), np.uint8).view(np.bool_)
    return _corner(_edge(paper), _edge(paper.T))


def _edge(paper: npt.NDArray[np.bool_]) -> Edge | None:
    """The line on which most rows begin to be paper; every second row is enough."""
    begins = paper[::2].argmax(axis=1)
    # Rows that are paper from the very border tell nothing about the edge.
    used = (begins > 1).nonzero()[0]
    if len(used) < _LEAST_ROWS:
        return None
    starts = begins.take(used).astype(np.float32)
    halves = 0.5 * starts
    bins = (_FALLS_IN_ROW.take(used, axis=1) + halves).astype(np.intp)
    votes = np.bincount(bins.ravel(), minlength=_BINS * len(_SLOPES))
    which, place = divmod(int((votes[:-1] + votes[1:]).argmax()), _BINS)
    near = np.abs(_FALLS[which].take(used) + halves - (place + 1)) <= 1.0
    return _fitted(_ROWS.take(used), starts, near)


def _fitted(along: Floats, place: Floats, near: npt.NDArray[np.bool_]) -> Edge | None:
    """The line through the rows that are near it; weights are faster than picking them."""
    count = int(np.count_nonzero(near))
    if count < _LEAST_ROWS:
        return None
    weights = near.astype(np.float32)
    weighted = weights * along
    along_mean, place_mean = float(weights @ along) / count, float(weights @ place) / count
    shared = float(weighted @ place) - count * along_mean * place_mean
    spread = float(weighted @ along) - count * along_mean * along_mean
    slope = shared / max(spread, 1.0)
    # The mask is worn by one pixel, so the edge lies that much further out.
    return Edge(place_mean - slope * along_mean - 1.0, slope, count)


def _corner(left: Edge | None, top: Edge | None) -> Paper:
    turn = _turn(left, top)
    slope = math.tan(turn)
    # x = a - slope * y along the left edge, y = b + slope * x along the top edge.
    a = 0.0 if left is None else _through(left, -slope)
    b = 0.0 if top is None else _through(top, slope)
    if left is None:
        x, y = 0.0, b
    elif top is None:
        x, y = a, 0.0
    else:
        x = (a - slope * b) / (1 + slope * slope)
        y = b + slope * x
    return Paper(x, y, turn, left is not None, top is not None)


def _through(edge: Edge, slope: float) -> float:
    """The start of a line of another slope through the edge's middle."""
    middle = 70.0
    return edge.start + (edge.slope - slope) * middle


def _turn(left: Edge | None, top: Edge | None) -> float:
    by_left = None if left is None else -math.atan(left.slope)
    by_top = None if top is None else math.atan(top.slope)
    if by_left is None or by_top is None:
        return by_left if by_left is not None else by_top if by_top is not None else 0.0
    assert left is not None
    assert top is not None
    if abs(by_left - by_top) > 0.06:
        return by_left if left.support >= top.support else by_top
    weight = left.support / (left.support + top.support)
    return by_left * weight + by_top * (1 - weight)


def straightened(search: Frame, paper: Paper) -> Frame:
    """The card's corner upright, as lit as it is."""
    c, s = math.cos(paper.turn), math.sin(paper.turn)
    lead = LEAD_MM * PX_PER_MM
    matrix = np.array(
        [[c, -s, paper.x - c * lead + s * lead], [s, c, paper.y - s * lead - c * lead]], np.float64
    )
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    # OpenCV moves four channels a third faster than three, to the same values.
    four = cv2.cvtColor(search, cv2.COLOR_BGR2BGRA)
    moved = cv2.warpAffine(four, matrix, PATCH_SIZE, flags=flags, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(cv2.cvtColor(moved, cv2.COLOR_BGRA2BGR), np.uint8)


def evened(patch: Frame) -> Frame:
    """Divide by the paper's local brightness, colour by colour: light and cast vanish."""
    light = cv2.morphologyEx(
        quartered(patch), cv2.MORPH_CLOSE, _CLOSING, borderType=cv2.BORDER_REPLICATE
    )
    light = np.maximum(cv2.blur(light, (3, 3)), 12)
    field = cv2.resize(light, (patch.shape[1], patch.shape[0]), interpolation=cv2.INTER_LINEAR)
    return np.asarray(cv2.divide(patch, field, scale=235), np.uint8)


def quartered(picture: Frame) -> Frame:
    """A picture at a quarter of its scale; halving twice is much faster than one step."""
    return halved(halved(picture))


def ink_of(patch: Frame) -> Map:
    """How much ink: dark in any colour is ink, so red, black, blue and green all show."""
    blue, green, red = cv2.split(patch)
    return _darkness(np.asarray(cv2.min(cv2.min(blue, green), red), np.uint8))


def ink_without_gold(patch: Frame) -> Map:
    """How much ink, for which the gold of crowns and sceptres counts as paper."""
    _, green, red = cv2.split(patch)
    return _darkness(np.asarray(cv2.min(green, red), np.uint8))


def _darkness(lowest: Map) -> Map:
    return np.asarray(cv2.subtract(np.full_like(lowest, 235), lowest), np.uint8)
