"""Reader by glyphs: the index cut into its rank and its suit mark by connected ink."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

import cv2
import numpy as np
import numpy.typing as npt

from vision.cards.opinion import Opinion, opinion
from vision.cards.paper import LEAD_MM, PATCH_SIZE, PX_PER_MM, ink_of, ink_without_gold
from vision.cards.scores import Net
from vision.picture.frame import Frame, Map

GLYPH_SIZE: Final = (24, 32)
_MM: Final = PX_PER_MM
_EDGE_PX: Final = round((LEAD_MM + 0.7) * PX_PER_MM)
_LEAST_INK: Final = 40
# Outlines of the picture are thinner than this, suit marks are not.
_LINE: Final = 3
# A frame drawn around the face fills less of its box than any letter.
_SPARSE: Final = 0.13
# The core of a mark is darker than its rim by this factor.
_CORE: Final = 1.7


class Box(NamedTuple):
    """A box in patch pixels."""

    left: int
    top: int
    width: int
    height: int

    @property
    def right(self) -> int:
        """One past the last column."""
        return self.left + self.width

    @property
    def low(self) -> int:
        """One past the last row."""
        return self.top + self.height

    def with_(self, other: "Box") -> "Box":
        """The box around both."""
        left, top = min(self.left, other.left), min(self.top, other.top)
        right, low = max(self.right, other.right), max(self.low, other.low)
        return Box(left, top, right - left, low - top)


@dataclass(frozen=True, slots=True)
class Index:
    """Where rank and suit were found, and the ink they are cut from."""

    rank: Box
    suit: Box
    ink: Map


def find_index(patch: Frame) -> Index | None:
    """Find rank and suit: the rank nearest the card's corner, the suit below it."""
    ink = ink_of(patch)
    levels = _levels(ink)
    for level in levels:
        found = _index_at(ink, level)
        if found is not None:
            return found
    return _parted_index(ink_without_gold(patch), levels)


def find_rank(patch: Frame) -> Box | None:
    """The rank alone, where no suit mark is seen below it."""
    ink = ink_of(patch)
    return next((box for level in _levels(ink) if (box := _rank(ink, _parts(ink, level)))), None)


def has_mark(patch: Frame) -> bool:
    """Whether ink of a letter's size stands at the corner; frames and pictures alone have none."""
    ink = ink_of(patch)
    parts = (box for level in _levels(ink) for box in _parts(ink, level))
    return any(
        min(box.width, 0.6 * box.height) >= 1.1 * _MM
        and max(box.width, box.height) <= 11 * _MM
        and box.left < 10 * _MM
        and box.top < 12 * _MM
        for box in parts
    )


def _levels(ink: Map) -> tuple[float, float]:
    """From how much on it counts as ink: first for thin or pale print, then for smeared one."""
    strong = float(cv2.threshold(ink[_EDGE_PX:, _EDGE_PX:], 0, 255, cv2.THRESH_OTSU)[0])
    return min(max(strong * 0.65, 38.0), 85.0), min(max(strong * 1.1, 75.0), 130.0)


def _index_at(ink: Map, level: float) -> Index | None:
    parts = _parts(ink, level)
    rank = _rank(ink, parts)
    if rank is None:
        return None
    suit = _suit(parts, rank)
    if suit is None and rank.height > 1.9 * rank.width and rank.height > 8 * _MM:
        return _split(ink, rank)
    return None if suit is None else Index(rank, suit, ink)


def _parted_index(ink: Map, levels: Sequence[float]) -> Index | None:
    """An index whose suit mark runs into the picture: its thick ink, or down to a narrow place."""
    for part in (_core, _grown_in):
        for level in levels:
            rank = _rank(ink, _parts(ink, level))
            suit = None if rank is None else part(ink, rank, level)
            if rank is not None and suit is not None:
                return Index(rank, suit, ink)
    return None


def _core(ink: Map, rank: Box, level: float) -> Box | None:
    """A suit mark without the picture's lines that touch it."""
    return _suit(_parts(ink, _CORE * level, _LINE), rank)


def _parts(ink: Map, level: float, line: int = 1) -> list[Box]:
    """Connected ink, after taking away what is thinner than a line."""
    _, binary = cv2.threshold(ink[_EDGE_PX:, _EDGE_PX:], level, 255, cv2.THRESH_BINARY)
    if line > 1:
        binary = cv2.morphologyEx(binary, cv2.MORPH_OPEN, np.ones((line, line), np.uint8))
    _, _, stats, _ = cv2.connectedComponentsWithStats(binary, connectivity=8, ltype=cv2.CV_16U)
    found = []
    for left, top, width, height, area in stats[1:].tolist():
        at_edge = top == 0 or (left == 0 and height > 9 * _MM)
        is_speck = area < 14 or height < 5 or width < 2
        is_frame = area < _SPARSE * width * height
        if is_speck or is_frame or (at_edge and not _is_letter(width, height)):
            continue
        found.append(Box(left + _EDGE_PX, top + _EDGE_PX, width, height))
    return found


def _is_letter(width: int, height: int) -> bool:
    """Ink at the very edge is mostly the bed's: long and thin, unlike a letter."""
    return 1.4 * _MM <= width <= 16 * _MM and 0.85 * width <= height <= 4 * width


def _rank(ink: Map, parts: list[Box]) -> Box | None:
    tall = [box for box in parts if 3.6 * _MM <= box.height <= 36 * _MM and box.left < 13 * _MM]
    tall = [box for box in tall if box.right < PATCH_SIZE[0] and box.top < 14 * _MM]
    if not tall:
        return None
    first = min(tall, key=lambda box: box.top + 0.8 * box.left)
    whole = first
    for box in sorted(tall, key=lambda box: box.left):
        if box is not first and _beside(whole, box) and _is_hollow(ink, max(first, box)):
            whole = whole.with_(box)
    # A single piece of ink this wide is a letter grown together with the picture beside it.
    return None if whole is first and whole.width > 1.1 * whole.height else whole


def _beside(one: Box, other: Box) -> bool:
    """The 1 and the 0 of a ten stand on one line, close together."""
    shared = min(one.low, other.low) - max(one.top, other.top)
    gap = max(one.left, other.left) - min(one.right, other.right)
    together = one.with_(other)
    return (
        shared > 0.75 * max(one.height, other.height)
        and gap < 0.3 * one.height
        and together.width < 1.6 * together.height
        and together.width <= 16 * _MM
    )


def _is_hollow(ink: Map, box: Box) -> bool:
    """A zero has a hole in its middle; the picture's suit mark beside a letter has none."""
    x, y = box.left + box.width // 2, box.top + box.height // 2
    middle = float(ink[y - 1 : y + 2, x - 1 : x + 2].mean())
    return middle < 0.75 * float(ink[box.top : box.low, box.left : box.right].max())


def _suit(parts: list[Box], rank: Box) -> Box | None:
    fitting = [box for box in parts if _below(rank, box)]
    return min(fitting, key=lambda box: box.top, default=None)


def _below(rank: Box, box: Box) -> bool:
    middle = abs((box.left + box.width / 2) - (rank.left + rank.width / 2))
    return (
        box.top >= rank.low - 0.25 * rank.height
        and box.top <= rank.low + 0.8 * rank.height
        and 0.3 * rank.height <= box.height <= 1.5 * rank.height
        and 0.5 * box.height <= box.width <= 1.6 * box.height
        and middle <= 0.45 * max(rank.width, box.width) + 2
    )


def _grown_in(ink: Map, rank: Box, level: float) -> Box | None:
    """A suit mark that runs into the picture below it: cut where the ink is thinnest."""
    left, right = max(rank.left - rank.width // 5, _EDGE_PX), rank.right + rank.width // 5
    area = ink[rank.low : rank.low + round(1.6 * rank.height), left:right]
    if len(area) < 1.1 * rank.height:
        return None
    below = _under(area, level, rank.left + rank.width // 2 - left)
    rows = below.sum(axis=1)
    inked = np.flatnonzero(rows)
    if not len(inked) or inked[0] > 0.8 * rank.height:
        return None
    first = int(inked[0])
    start, end = first + round(0.4 * rank.height), first + round(1.1 * rank.height)
    if end > len(rows):
        return None
    cut = start + int(rows[start:end].argmin())
    columns = np.flatnonzero(below[first:cut].any(axis=0))
    if rows[cut] * 2 > rows[first:cut].max() or len(columns) < 4:
        return None
    width = int(columns[-1] - columns[0]) + 1
    return Box(left + int(columns[0]), rank.low + first, width, cut - first)


def _under(area: Map, level: float, middle: int) -> npt.NDArray[np.bool_]:
    """The ink that reaches under the rank's middle; what only stands beside it is the picture's."""
    _, binary = cv2.threshold(area, level, 255, cv2.THRESH_BINARY)
    _, labels, stats, _ = cv2.connectedComponentsWithStats(binary, connectivity=8, ltype=cv2.CV_16U)
    reaches = [left <= middle < left + width for left, _, width, _, _ in stats.tolist()]
    reaches[0] = False
    under: npt.NDArray[np.bool_] = np.asarray(reaches)[labels]
    return under


def _split(ink: Map, tall: Box) -> Index | None:
    """Rank and suit grown together: part them where the ink is thinnest."""
    rows = ink[tall.top : tall.low, tall.left : tall.right].sum(axis=1, dtype=np.int64)
    start, end = round(tall.height * 0.4), round(tall.height * 0.72)
    cut = start + int(rows[start:end].argmin())
    if rows[cut] * 2 > rows.mean():
        return None
    rank = Box(tall.left, tall.top, tall.width, cut)
    suit = Box(tall.left, tall.top + cut, tall.width, tall.height - cut)
    return Index(rank, suit, ink)


def cut_glyph(ink: Map, box: Box) -> Map:
    """One glyph centred in its small picture, shape kept, ink stretched to full strength."""
    wide, high = GLYPH_SIZE
    scale = min((high - 4) / box.height, (wide - 4) / box.width)
    x = wide / 2 - scale * (box.left + box.width / 2 - 0.5)
    y = high / 2 - scale * (box.top + box.height / 2 - 0.5)
    matrix = np.array([[scale, 0, x - 0.5], [0, scale, y - 0.5]], np.float64)
    cut = cv2.warpAffine(ink, matrix, GLYPH_SIZE, flags=cv2.INTER_LINEAR)
    strongest = max(cv2.minMaxLoc(cut)[1], _LEAST_INK)
    return np.asarray(cv2.convertScaleAbs(cut, alpha=255 / strongest), np.uint8)


class GlyphReader:
    """Reads rank and suit after cutting them out, in grey and without their surroundings."""

    def __init__(self, name: str = "card-glyph") -> None:
        self._net = Net(name)

    def read(self, index: Index) -> Opinion:
        """Its opinion on the rank and the suit mark that were found."""
        pair = cv2.hconcat([cut_glyph(index.ink, box) for box in (index.rank, index.suit)])
        scores = self._net.scores(np.asarray(pair, np.uint8))
        return opinion(scores[:14], scores[14:])
