"""How sharp edges are: wide along one direction means motion, wide along all means focus."""

from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
import numpy.typing as npt

from vision.picture.frame import Floats, Map

DIRECTIONS: Final = 8
FEWEST_EDGES: Final = 25
# Edges of half the strongest contrast and more: paper against bed, ink against paper.
STRONG: Final = 0.5
LEAST_CONTRAST: Final = 50.0
REACH_PX: Final = 12
# Of many edges in one direction the sharper ones are straight on.
SHARPER: Final = 30
# A perfect edge on a grid of pixels still takes about this many of them.
PERFECT_PX: Final = 1.2


@dataclass(frozen=True, slots=True)
class Sharpness:
    """How many pixels edges are smeared by motion, and their width without it."""

    motion_px: float
    edge_px: float


def sharpness(grey: Map) -> Sharpness | None:
    """Measure one picture; None when it has too few clear edges."""
    smooth = cv2.GaussianBlur(grey, (0, 0), 0.7)
    across = cv2.Sobel(smooth, cv2.CV_32F, 1, 0, ksize=1) * np.float32(0.5)
    down = cv2.Sobel(smooth, cv2.CV_32F, 0, 1, ksize=1) * np.float32(0.5)
    steep = np.asarray(cv2.magnitude(across, down), np.float32)
    contrast = _contrast(np.asarray(smooth, np.uint8))
    picked = _on_edges(steep, contrast)
    angles = np.degrees(np.arctan2(down[picked], across[picked])) % 180
    widths = contrast[picked] / steep[picked]
    return _told(_by_direction(np.asarray(angles, np.float32), np.asarray(widths, np.float32)))


def _contrast(grey: Map) -> Floats:
    around = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (2 * REACH_PX + 1, 2 * REACH_PX + 1))
    return np.asarray(cv2.morphologyEx(grey, cv2.MORPH_GRADIENT, around), np.float32)


def _on_edges(steep: Floats, contrast: Floats) -> npt.NDArray[np.bool_]:
    """The steepest places of strong edges."""
    strongest = float(np.percentile(contrast, 99))
    is_strong = contrast > max(LEAST_CONTRAST, STRONG * strongest)
    ridge = steep >= cv2.dilate(steep, np.ones((5, 5), np.uint8)) * np.float32(0.98)
    border = np.zeros_like(is_strong)
    border[2:-2, 2:-2] = True
    return np.asarray(is_strong & ridge & border & (steep > 2))


def _by_direction(angles: Floats, widths: Floats) -> list[float]:
    """The width of edges across each direction that has enough of them."""
    step = 180 / DIRECTIONS
    found = []
    for number in range(DIRECTIONS):
        off = np.abs((angles - number * step + 90) % 180 - 90)
        here = widths[off <= 0.7 * step]
        if len(here) >= FEWEST_EDGES:
            found.append(float(np.percentile(here, SHARPER)))
    return found


def _told(widths: list[float]) -> Sharpness | None:
    if not widths:
        return None
    widest, narrowest = max(widths), min(widths)
    motion = max(widest**2 - narrowest**2, 0.0) ** 0.5
    return Sharpness(motion, max(narrowest - PERFECT_PX, 0.0))
