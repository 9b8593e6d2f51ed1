"""Lines printed on a face: a frame around the picture, a border all round, rules beside pips."""

from collections.abc import Sequence
from typing import Final, TypeAlias

import cv2

from vision.emulation.cards.skeletons import Rng
from vision.picture.frame import Frame

Pixels: TypeAlias = tuple[int, int, int, int]
# Far outside every face.
_BEYOND: Final = 1200
_INKS: Final = ((30, 30, 30), (30, 30, 30), (150, 60, 30), (40, 30, 190), (40, 150, 200))


def draw_frame(face: Frame, left: int, top: int, rng: Rng) -> None:
    """A frame whose upper left corner is in sight; some are double."""
    ink, thick = _ink(rng), int(rng.integers(1, 11))
    cv2.rectangle(face, (left, top), (_BEYOND, _BEYOND), ink, thick)
    if rng.random() < 0.25:
        inner = thick + int(rng.integers(3, 16))
        ends = (left + inner, top + inner), (_BEYOND, _BEYOND)
        cv2.rectangle(face, *ends, ink, int(rng.integers(1, 4)))


def draw_border(face: Frame, inset: int, gaps: Sequence[Pixels], rng: Rng) -> None:
    """A thin border along the card's edges, broken where the index stands."""
    paper, ink, thick = face.copy(), _ink(rng), int(rng.integers(1, 5))
    bend = int(rng.integers(8, 40)) if rng.random() < 0.5 else 0
    start, turn = inset + bend, (inset, inset + bend)
    cv2.line(face, (start, inset), (_BEYOND, inset), ink, thick, cv2.LINE_AA)
    cv2.line(face, turn, (inset, _BEYOND), ink, thick, cv2.LINE_AA)
    if bend:
        cv2.ellipse(face, (start, start), (bend, bend), 180, 0, 90, ink, thick, cv2.LINE_AA)
    margin = int(rng.integers(3, 11))
    for left, top, width, height in gaps:
        rows = slice(max(top - margin, 0), top + height + margin)
        columns = slice(max(left - margin, 0), left + width + margin)
        face[rows, columns] = paper[rows, columns]


def draw_rules(face: Frame, left: int, rng: Rng) -> None:
    """A few rules right of the index, level or upright, thin or thick."""
    ink = _ink(rng)
    for _ in range(int(rng.integers(1, 4))):
        x, y = left + int(rng.integers(0, 120)), int(rng.integers(10, 300))
        length = int(rng.integers(60, 500))
        end = (x + length, y) if rng.random() < 0.6 else (x, y + length)
        cv2.line(face, (x, y), end, ink, int(rng.integers(1, 9)), cv2.LINE_AA)


def _ink(rng: Rng) -> tuple[int, int, int]:
    return _INKS[int(rng.integers(len(_INKS)))]
