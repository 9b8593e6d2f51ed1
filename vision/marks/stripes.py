"""Striped marks in the shoe window: a new shoe and its decks, an open lid, an empty shoe."""

import re
from collections import Counter
from typing import Final, Literal

import cv2
import numpy as np
import numpy.typing as npt

from vision.picture.frame import Frame, Map

# A mark is a stack of stripes as wide as the window, 1.5 mm a step, white on black:
# guard WWWB, five bits of two steps each (WB is 1, BW is 0; the last makes them even), guard BWWW.
STEP_MM: Final = 1.5
BITS: Final = 5
_CODE: Final = re.compile(rf"WWWB((?:WB|BW){{{BITS}}})BWWW")
_STRIPS: Final = (0.2, 0.5, 0.8)
_STRIP_WIDTH: Final = 0.12
LEAST_CONTRAST: Final = 60
LID_OPEN: Final = 9
SHOE_EMPTY: Final = 10

Mark = int | Literal["lid-open", "shoe-empty"]


def read_mark(frame: Frame, px_per_mm: float) -> Mark | None:
    """The mark in the window: a number of decks, an open lid, an empty shoe; None for no mark."""
    grey = np.asarray(cv2.cvtColor(frame, cv2.COLOR_BGR2GRAY), np.uint8)
    width = grey.shape[1]
    half = max(1, int(width * _STRIP_WIDTH / 2))
    found: Counter[int] = Counter()
    for place in _STRIPS:
        middle = int(width * place)
        number = _read_strip(grey[:, middle - half : middle + half], STEP_MM * px_per_mm)
        if number is not None:
            found[number] += 1
    ((number, strips),) = found.most_common(1) or [(0, 0)]
    return _meaning(number) if strips >= 2 and len(found) == 1 else None


def draw_mark(mark: Mark, width: int, height: int, px_per_mm: float) -> Frame:
    """A mark as it looks in the middle of the window."""
    code = code_of(mark)
    rows = np.array([225 if sign == "W" else 25 for sign in code], np.uint8)
    tall = cv2.resize(
        rows[:, None], (1, round(len(code) * STEP_MM * px_per_mm)), interpolation=cv2.INTER_NEAREST
    )
    column = np.full((height, 1), 25, np.uint8)
    top = max(0, (height - tall.shape[0]) // 2)
    column[top : top + tall.shape[0]] = tall[: height - top]
    return np.ascontiguousarray(np.repeat(np.repeat(column, width, 1)[:, :, None], 3, 2))


def code_of(mark: Mark) -> str:
    """The stripes of a mark from top to bottom, B and W, with black around them."""
    number = {"lid-open": LID_OPEN, "shoe-empty": SHOE_EMPTY}.get(str(mark)) or int(mark)
    steps = "".join("WB" if bit else "BW" for bit in _bits(number))
    return f"BBWWWB{steps}BWWWBB"


def _bits(number: int) -> list[int]:
    bits = [number >> place & 1 for place in reversed(range(BITS - 1))]
    return [*bits, sum(bits) % 2]


def _read_strip(strip: Map, step_px: float) -> int | None:
    profile = np.asarray(cv2.reduce(strip, 1, cv2.REDUCE_AVG)).ravel()
    low, high = int(profile.min()), int(profile.max())
    if high - low < LEAST_CONTRAST:
        return None
    code = _CODE.search(_steps(profile > (low + high) / 2, step_px))
    return None if code is None else _number(code[1])


def _steps(is_white: npt.NDArray[np.bool_], step_px: float) -> str:
    edges = np.flatnonzero(np.diff(is_white))
    ends = [*edges.tolist(), is_white.size - 1]
    steps, start = "", 0
    for end in ends:
        steps += ("W" if is_white[end] else "B") * round((end + 1 - start) / step_px)
        start = end + 1
    return steps


def _number(steps: str) -> int | None:
    bits = [int(steps[place] == "W") for place in range(0, len(steps), 2)]
    if sum(bits) % 2:
        return None
    return int("".join(map(str, bits[:-1])), 2)


def _meaning(number: int) -> Mark | None:
    if number == LID_OPEN:
        return "lid-open"
    if number == SHOE_EMPTY:
        return "shoe-empty"
    return number if 1 <= number <= 8 else None
