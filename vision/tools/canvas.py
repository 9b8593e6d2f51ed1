"""Lines, boxes and words in pictures for people."""

from collections.abc import Sequence
from typing import Final

import cv2
import numpy as np
import numpy.typing as npt

from vision.picture.frame import Frame

Colour = tuple[int, int, int]
Points = Sequence[tuple[float, float]]

GROUND: Final[Colour] = (32, 28, 26)
WORDS: Final[Colour] = (236, 232, 228)
QUIET: Final[Colour] = (160, 154, 148)
GOOD: Final[Colour] = (110, 210, 90)
BAD: Final[Colour] = (80, 90, 240)
EDGE: Final[Colour] = (60, 200, 250)
MARK: Final[Colour] = (240, 170, 60)
_FONT: Final = cv2.FONT_HERSHEY_SIMPLEX
# Places between pixels, in sixteenths.
_SHIFT: Final = 4


def sheet(width: int, height: int) -> Frame:
    """An empty sheet to draw on."""
    return np.full((height, width, 3), GROUND, np.uint8)


def enlarged(picture: Frame, factor: float) -> Frame:
    """The picture larger by a factor; small factors of two keep its pixels visible."""
    way = cv2.INTER_AREA if factor < 1 else cv2.INTER_NEAREST if factor > 2 else cv2.INTER_LINEAR
    return np.asarray(cv2.resize(picture, None, fx=factor, fy=factor, interpolation=way), np.uint8)


def put(onto: Frame, picture: Frame, left: int, top: int) -> None:
    """Lay a picture, grey or coloured, on a sheet; what reaches over its border is cut."""
    if picture.ndim == 2:
        picture = np.asarray(cv2.cvtColor(picture, cv2.COLOR_GRAY2BGR), np.uint8)
    area = onto[top : top + picture.shape[0], left : left + picture.shape[1]]
    area[:] = picture[: area.shape[0], : area.shape[1]]


def line_through(
    picture: Frame, points: Points, colour: Colour, thick: int = 2, *, closed: bool = False
) -> None:
    """A line from point to point."""
    places: npt.NDArray[np.int32] = np.round(np.array(points) * 2**_SHIFT).astype(np.int32)
    cv2.polylines(picture, [places], closed, colour, thick, cv2.LINE_AA, _SHIFT)


def write(
    picture: Frame, words: str, at: tuple[int, int], colour: Colour = WORDS, size: float = 0.5
) -> None:
    """Words whose lower left corner is at a place; what the font lacks is left out."""
    plain = words.replace("°", " deg").encode("ascii", "ignore").decode()
    thick = 2 if size > 0.8 else 1
    cv2.putText(picture, plain, at, _FONT, size, colour, thick, cv2.LINE_AA)


def wrapped(words: str, letters: int) -> list[str]:
    """The words in lines of at most a number of letters."""
    lines: list[str] = []
    for word in words.split():
        if lines and len(lines[-1]) + 1 + len(word) <= letters:
            lines[-1] += f" {word}"
        else:
            lines.append(word)
    return lines
