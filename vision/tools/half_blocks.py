"""A picture in a terminal: two pixels in each character, one above the other."""

from typing import Final

import cv2
import numpy as np

from vision.picture.frame import Frame

UPPER_HALF: Final = "\N{UPPER HALF BLOCK}"
RESET: Final = "\x1b[0m"


def half_blocks(frame: Frame, columns: int) -> list[str]:
    """Lines of coloured half blocks, as wide as the number of columns."""
    rows = max(2, round(columns * frame.shape[0] / frame.shape[1] / 2) * 2)
    small = cv2.resize(frame, (columns, rows), interpolation=cv2.INTER_AREA)
    return [_line(np.asarray(small[row : row + 2], np.uint8)) for row in range(0, rows, 2)]


def _line(pair: Frame) -> str:
    parts, before = [], ""
    for (b, g, r), (b2, g2, r2) in zip(pair[0].tolist(), pair[1].tolist(), strict=True):
        colour = f"\x1b[38;2;{r};{g};{b};48;2;{r2};{g2};{b2}m"
        parts.append(UPPER_HALF if colour == before else colour + UPPER_HALF)
        before = colour
    return "".join(parts) + RESET
