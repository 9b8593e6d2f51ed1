"""The three shipped nets of the dice reader, run by OpenCV alone."""

from typing import NamedTuple

import cv2
import numpy as np

from vision.dice.patches import normalised
from vision.models.files import shipped_model
from vision.picture.frame import Floats, Frame

CELL = 4
PIP_CELL = 2


class Peak(NamedTuple):
    """A place where a die may be, in pixels of the picture searched."""

    x: float
    y: float
    side: float
    heat: float


class Naming(NamedTuple):
    """What a patch shows: chances of 1 to 6, cocked, hidden and nothing; how the die leans."""

    chances: Floats
    tilt: tuple[float, float]


class DiceNets:
    """Finder, namer and pip finder."""

    def __init__(self) -> None:
        self._finder = shipped_model("dice-finder")
        self._namer = shipped_model("dice-namer")
        self._pips = shipped_model("dice-pips")

    def find(self, picture: Frame, least: float) -> list[Peak]:
        """Dice in a small picture (sides multiples of 8), hottest first."""
        self._finder.setInput(normalised(picture)[None])
        out = _spread(np.asarray(self._finder.forward(), np.float32))[0]
        heat = _chance(out[0])
        return _apart([_peak(out, heat, y, x) for y, x in _tops(heat, least)])

    def name(self, patches: list[Frame]) -> list[Naming]:
        """Say what each patch (40 x 40) shows."""
        self._namer.setInput(np.stack([normalised(patch) for patch in patches]))
        out = np.asarray(self._namer.forward(), np.float32)
        grown = np.exp(out[:, :9] - out[:, :9].max(axis=1, keepdims=True))
        chances = grown / grown.sum(axis=1, keepdims=True)
        pairs = zip(chances, out[:, 9:], strict=True)
        return [Naming(row, (float(tilt[0]), float(tilt[1]))) for row, tilt in pairs]

    def pips(self, patches: list[Frame], least: float) -> list[Floats]:
        """Pips of the top face in each patch (48 x 48): rows of x, y, heat."""
        self._pips.setInput(np.stack([normalised(patch) for patch in patches]))
        heats = _chance(_spread(np.asarray(self._pips.forward(), np.float32))[:, 0])
        return [_pip_rows(heat, least) for heat in heats]


def _spread(out: Floats) -> Floats:
    """Groups of four channels become the four quarters of a cell."""
    count, channels, rows, columns = out.shape
    parts = out.reshape(count, channels // 4, 2, 2, rows, columns)
    whole: Floats = parts.transpose(0, 1, 4, 2, 5, 3).reshape(count, -1, rows * 2, columns * 2)
    return whole


def _chance(logits: Floats) -> Floats:
    return np.asarray(1 / (1 + np.exp(-np.clip(logits, -30, 30))), np.float32)


def _tops(heat: Floats, least: float) -> list[tuple[int, int]]:
    """Cells that are hot enough and the hottest among their neighbours."""
    around = cv2.dilate(heat, np.ones((3, 3), np.uint8))
    found = np.argwhere((heat >= least) & (heat >= around))
    return [(int(y), int(x)) for y, x in found]


def _peak(out: Floats, heat: Floats, y: int, x: int) -> Peak:
    _, dx, dy, size = (float(value) for value in out[:, y, x])
    across, down = (x + dx + 0.5) * CELL, (y + dy + 0.5) * CELL
    return Peak(across, down, 16 * float(np.exp(np.clip(size, -2, 3))), float(heat[y, x]))


def _apart(peaks: list[Peak]) -> list[Peak]:
    """Of peaks nearer than dice can lie only the hottest stays."""
    kept: list[Peak] = []
    for peak in sorted(peaks, key=lambda peak: -peak.heat):
        clear = all(
            np.hypot(peak.x - other.x, peak.y - other.y) > 0.36 * (other.side + peak.side)
            for other in kept
        )
        if clear:
            kept.append(peak)
    return kept


def _pip_rows(heat: Floats, least: float) -> Floats:
    rows = [_balanced(heat, y, x) for y, x in _tops(heat, least)]
    return np.array(rows, np.float32).reshape(-1, 3)


def _balanced(heat: Floats, y: int, x: int) -> tuple[float, float, float]:
    """The middle of a peak between cells, from its neighbours' heat."""
    top, left = max(0, y - 1), max(0, x - 1)
    rows: list[list[float]] = heat[top : y + 2, left : x + 2].tolist()
    total = sum(map(sum, rows))
    across = sum(i * value for row in rows for i, value in enumerate(row)) / total
    down = sum(i * sum(row) for i, row in enumerate(rows)) / total
    place = (left + across + 0.5) * PIP_CELL, (top + down + 0.5) * PIP_CELL
    return place[0], place[1], float(heat[y, x])
