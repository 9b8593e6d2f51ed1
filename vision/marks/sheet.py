"""A sheet of all marks to print at true size, as SVG."""

import re
from typing import Final

from vision.marks.bullseye import LID, RADII
from vision.marks.stripes import STEP_MM, Mark, code_of

PAGE_MM: Final = (210, 297)
MARK_WIDTH_MM: Final = 40.0
COLUMNS: Final = 4
CELL_MM: Final = (48.0, 50.0)
LEFT_MM, TOP_MM = 10.0, 16.0
LID_MARK_MM: Final = 28.0
MARKS: Final[tuple[Mark, ...]] = (*range(1, 9), "lid-open", "shoe-empty")


def sheet() -> str:
    """The sheet: a mark for each number of decks, the lid, the follower, and a cup's lid."""
    width, height = PAGE_MM
    cells = [_cell(mark, number) for number, mark in enumerate(MARKS)]
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}mm" height="{height}mm" '
            f'viewBox="0 0 {width} {height}" font-family="sans-serif" font-size="4">',
            f'<rect width="{width}" height="{height}" fill="white"/>',
            '<text x="10" y="10">Print at 100 %: each striped mark is 40 mm wide.</text>',
            *cells,
            _lid(150.0, 240.0),
            "</svg>",
        ]
    )


def _cell(mark: Mark, number: int) -> str:
    x = LEFT_MM + number % COLUMNS * CELL_MM[0]
    y = TOP_MM + number // COLUMNS * CELL_MM[1]
    code = code_of(mark)
    bars = [
        f'<rect x="{x}" y="{y + run.start() * STEP_MM}" '
        f'width="{MARK_WIDTH_MM}" height="{len(run[0]) * STEP_MM}"/>'
        for run in re.finditer("B+", code)
    ]
    bottom = y + len(code) * STEP_MM
    return "\n".join([*bars, f'<text x="{x}" y="{bottom + 5}">{_name(mark)}</text>'])


def _name(mark: Mark) -> str:
    if mark == "lid-open":
        return "tab on the lid"
    if mark == "shoe-empty":
        return "behind the last card"
    return f"new shoe, {mark} deck{'s' * (mark != 1)}"


def _lid(x: float, y: float) -> str:
    rings = [
        f'<circle cx="{x}" cy="{y}" r="{LID_MARK_MM * share}" fill="{fill}"/>'
        for share, fill in zip(RADII, ("black", "white") * 2, strict=True)
    ]
    outer = f'<circle cx="{x}" cy="{y}" r="{LID_MARK_MM * LID}" fill="none" stroke="grey"/>'
    text = f'<text x="{x - 25}" y="{y + LID_MARK_MM * LID + 6}">on the lid of a dice cup</text>'
    return "\n".join([outer, *rings, text])
