"""Straight lines on which paper begins: where a second card's edge may lie across the first."""

from collections.abc import Iterator
from typing import Final, NamedTuple, TypeAlias

import cv2
import numpy as np
import numpy.typing as npt

from vision.picture.frame import Floats, Map

# On the near side of an edge lies bare paper, on its far side shade or the lower card's print.
_BRIGHT: Final = 0.8
# The faintest step that counts, as a share of the light: on even paper, and on any.
_STEPS: Final = (0.01, 0.035)
_MOST_PLACES: Final = 250
_SHARPEST: Final = np.ones((1, 3), np.uint8)
_INK: Final = 0.5
_OUTSIDE: Final = 0.1
# Every second row is enough.
_PITCH: Final = 2
_SLOPES: Final = np.tan(np.radians(np.arange(-9, 9.1, 1.5))).astype(np.float32)[:, None]
_BIN_PX: Final = 2.0
_BINS: Final = 100
_FIRST_BIN: Final = 16
_OFFSETS: Final = _BINS * np.arange(len(_SLOPES), dtype=np.intp)[:, None]
_LINES: Final = 3
_LEAST_ROWS: Final = 15
_NEAR_PX: Final = 1.6
_FITS: Final = 2
# A row without a step weighs as much as so many with one; where print ends at the line, little.
_MISSING: Final = -4.0
_INKED: Final = -0.5
# Across a line: pixels before it and behind it.
_ACROSS: Final = np.arange(-5, 5)
_MARGIN: Final = 5
_DIP: Final = slice(2, 6)
# A shade dims the brightest colour nearly as much as the darkest; fainter lines cannot be judged.
_COLOURLESS: Final = 0.5
_LEAST_DIP: Final = 0.04

Marks: TypeAlias = npt.NDArray[np.bool_]
Places: TypeAlias = npt.NDArray[np.intp]


class Line(NamedTuple):
    """Across = middle + slope * along, with along counted from the view's middle row."""

    middle: float
    slope: float

    def at(self, along: Floats) -> Floats:
        """Where it lies in some rows."""
        return np.asarray(self.middle + self.slope * along, np.float32)


class Seam(NamedTuple):
    """A line on which paper begins, in pixels: where it starts and ends, how far in, its slope.

    `length` is how much of it has bare paper on both sides. `shade` is what lies just before it,
    `far` what lies a millimetre before, as shares of the paper's light; `rise` is how much brighter
    it still becomes behind the line. `goes_on` says that the line leaves the window.
    """

    start: int
    end: int
    across: float
    slope: float
    length: int
    shade: float
    far: float
    rise: float
    goes_on: bool


class View(NamedTuple):
    """The window's darkest colour in every second row, and the paper's light."""

    darkest: Map
    light: float
    # How far in the card begins.
    lead: int

    @property
    def along(self) -> Floats:
        """Each row's distance from the middle, in pixels."""
        rows = np.arange(len(self.darkest), dtype=np.float32)
        return np.asarray(_PITCH * rows - len(self.darkest), np.float32)

    def is_inked(self, columns: Places) -> Marks:
        """In which rows something dark and broad lies before a line."""
        every = np.arange(len(columns))
        near = np.maximum(self.darkest[every, columns - 4], self.darkest[every, columns - 3])
        return np.asarray(near < _INK * self.light, bool)


def view_of(darkest: Map, light: float, lead: int) -> View:
    """A view for lines that run down; give the map turned for those that run across."""
    return View(darkest[::_PITCH], light, lead)


def seams(view: View) -> Iterator[Seam]:
    """The longest lines on which paper begins."""
    rows, columns = _begins(view)
    if len(rows) < _LEAST_ROWS:
        return
    along, across = view.along[rows], columns.astype(np.float32)
    for _ in range(_LINES):
        line = _likeliest(along, across)
        if line is None:
            return
        near = np.abs(across - line.at(along)) <= 2 * _NEAR_PX
        seam = _seam(view, rows[near], across[near], line)
        if seam is not None:
            yield seam
        rows, along, across = rows[~near], along[~near], across[~near]


def _begins(view: View) -> tuple[Places, Places]:
    """Where bare paper begins anew behind a narrow shade, but for the card's own edge."""
    first = view.lead + 2
    before, behind, next_ = (view.darkest[:, first + i : i - 6] for i in (0, 2, 3))
    far = view.darkest[:, first - 4 : -10]
    # Light that only rises is no shade.
    paper = cv2.min(cv2.min(behind, next_), far)
    _, bare = cv2.threshold(paper, int(_BRIGHT * view.light), 255, cv2.THRESH_BINARY)
    step = np.asarray(cv2.bitwise_and(cv2.subtract(paper, before), bare), np.uint8)
    least = np.maximum(cv2.dilate(step, _SHARPEST), _least_step(step, view.light))
    begins = cv2.compare(step, least, cv2.CMP_GE)
    if cv2.countNonZero(begins) < _LEAST_ROWS:
        return np.empty(0, np.intp), np.empty(0, np.intp)
    columns, rows = np.asarray(cv2.findNonZero(begins), np.intp).reshape(-1, 2).T
    return rows, columns + first + 1


def _least_step(step: Map, light: float) -> int:
    """The faintest step that counts: fainter on even paper than on rough."""
    faint, plain = (int(share * light) + 1 for share in _STEPS)
    for least in range(faint, plain):
        if cv2.countNonZero(cv2.inRange(step, least, 255)) <= _MOST_PLACES:
            return least
    return plain


def _likeliest(along: Floats, across: Floats) -> Line | None:
    """The line on which most of the places lie."""
    if len(along) < _LEAST_ROWS:
        return None
    bins = ((across - _SLOPES * along) / _BIN_PX + _FIRST_BIN).astype(np.intp)
    bins = np.clip(bins, 0, _BINS - 1) + _OFFSETS
    votes = np.bincount(bins.ravel(), minlength=_BINS * len(_SLOPES))
    both = votes[:-1] + votes[1:]
    best = int(both.argmax())
    if both[best] < _LEAST_ROWS:
        return None
    which, place = divmod(best, _BINS)
    return Line((place + 1 - _FIRST_BIN) * _BIN_PX, float(_SLOPES[which, 0]))


def _seam(view: View, rows: Places, across: Floats, line: Line) -> Seam | None:
    """The longest piece of a line, fitted to that piece alone."""
    along = view.along
    piece, used = slice(0), np.zeros(len(rows), bool)
    for _ in range(_FITS):
        near = np.abs(across - line.at(along[rows])) <= _NEAR_PX
        if np.count_nonzero(near) < _LEAST_ROWS:
            return None
        piece = _longest(view, rows[near], line)
        used = near & (rows >= piece.start) & (rows < piece.stop)
        if np.count_nonzero(used) < _LEAST_ROWS:
            return None
        line = _fitted(along[rows[used]], across[used])
    return _measured(view, line, piece, rows[used])


def _longest(view: View, rows: Places, line: Line) -> slice:
    """The piece with the most rows that show the line and the fewest that do not."""
    exact, wide = line.at(view.along), view.darkest.shape[1]
    is_inked = view.is_inked(_columns(exact, wide))
    worth = np.where(is_inked, _INKED, _MISSING)
    worth[rows] = np.where(is_inked[rows], 0.0, 1.0)
    worth[(exact < view.lead + 3) | (exact > wide - 4)] = 5 * _MISSING
    total = np.concatenate([[0.0], np.cumsum(worth)])
    end = int((total - np.minimum.accumulate(total)).argmax())
    return slice(int(total[: end + 1].argmin()), end)


def _columns(exact: Floats, wide: int) -> Places:
    return np.clip(np.rint(exact), _MARGIN, wide - _MARGIN).astype(np.intp)


def _fitted(along: Floats, across: Floats) -> Line:
    """The line of least squares."""
    mean, place = float(along.mean()), float(across.mean())
    off = along - mean
    slope = float(off @ (across - place)) / max(float(off @ off), 1.0)
    return Line(place - slope * mean, slope)


def _measured(view: View, line: Line, piece: slice, shown: Places) -> Seam | None:
    """What lies along the piece, where bare paper is on both sides."""
    exact = line.at(view.along)
    columns = _columns(exact, view.darkest.shape[1])
    rows = shown[~view.is_inked(columns)[shown]]
    if len(rows) < _LEAST_ROWS:
        return None
    places = columns[rows][:, None] + _ACROSS
    dark = np.median(view.darkest[rows[:, None], places], axis=0) / view.light
    return Seam(
        piece.start * _PITCH,
        piece.stop * _PITCH,
        float(exact[piece.start]),
        line.slope,
        len(rows) * _PITCH,
        float(dark[_DIP].min()),
        float(dark[0]),
        float(dark[8] - dark[6]),
        _leaves(view, exact, piece.stop),
    )


def is_colourless(seam: Seam, darkest: Map, brightest: Map) -> bool:
    """Whether a line may be a shade, which dims every colour; coloured print leaves one bright."""
    rows = np.arange(seam.start, seam.end, _PITCH)
    places = np.rint(seam.across + seam.slope * (rows - seam.start))
    columns = np.clip(places, _MARGIN, darkest.shape[1] - _MARGIN).astype(np.intp)[:, None]
    dim, dimmest = (_dip(shown[rows[:, None], columns + _ACROSS]) for shown in (brightest, darkest))
    return dimmest < _LEAST_DIP or dim > _COLOURLESS * dimmest


def _dip(across: Map) -> float:
    """How much darker a line is than what lies before it."""
    shown = np.median(across, axis=0)
    return float(1 - shown[_DIP].min() / max(float(shown[0]), 1.0))


def _leaves(view: View, exact: Floats, end: int) -> bool:
    """Whether the window ends where the line does."""
    high, wide = view.darkest.shape
    rows = np.arange(end, min(end + 2, high))
    places = np.rint(exact[rows]).astype(np.intp) + 3
    if len(rows) < 2 or (places >= wide).any():
        return True
    return bool((view.darkest[rows, places] < _OUTSIDE * view.light).any())
