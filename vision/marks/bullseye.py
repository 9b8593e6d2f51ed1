"""The mark on a dice cup's lid: four rings around one middle, found at any place and turn."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
import numpy.typing as npt

from vision.picture.frame import Frame, Map

# Radii of the rings, black first, on a white lid: each edge lies this far from the middle.
RADII: Final = (1.0, 0.75, 0.5, 0.25)
LID: Final = 1.25
WORK_SIDE: Final = 240
LEAST_RADIUS: Final = 14.0
LEAST_AREA: Final = 12.0
LEAST_ROUNDNESS: Final = 0.6
OFF_MIDDLE: Final = 0.15
OFF_SIZE: Final = 0.06
BLOCK: Final = 61

Circle = tuple[float, float, float]


@dataclass(frozen=True, slots=True)
class Bullseye:
    """Middle and outer radius, as shares of the frame's longer side."""

    x: float
    y: float
    radius: float


def find_bullseye(frame: Frame) -> Bullseye | None:
    """The lid's mark, if the frame shows one."""
    longer = max(frame.shape[:2])
    scale = WORK_SIDE / longer
    small = cv2.resize(frame, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    grey = cv2.cvtColor(small, cv2.COLOR_BGR2GRAY)
    dark = cv2.adaptiveThreshold(
        grey, 255, cv2.ADAPTIVE_THRESH_MEAN_C, cv2.THRESH_BINARY_INV, BLOCK, 8
    )
    found = _nested_rings(np.asarray(dark, np.uint8))
    if found is None:
        return None
    x, y, radius = found
    return Bullseye(x / WORK_SIDE, y / WORK_SIDE, radius / WORK_SIDE)


def draw_bullseye(frame: Frame, x: float, y: float, radius: float) -> None:
    """Paint the mark into a picture, in pixels."""
    for number, share in enumerate((LID, *RADII)):
        shade = (30, 30, 30) if number % 2 else (225, 225, 225)
        cv2.circle(frame, (round(x), round(y)), round(radius * share), shade, -1, cv2.LINE_AA)


def _nested_rings(dark: Map) -> Circle | None:
    found, tree = cv2.findContours(dark, cv2.RETR_TREE, cv2.CHAIN_APPROX_SIMPLE)
    circles = [_circle(np.asarray(contour, np.int32)) for contour in found]
    first_child = [int(link[2]) for link in np.asarray(tree).reshape(-1, 4)] if circles else []
    next_child = [int(link[0]) for link in np.asarray(tree).reshape(-1, 4)] if circles else []
    best: Circle | None = None
    for number, circle in enumerate(circles):
        if circle is None or circle[2] < max(LEAST_RADIUS, best[2] if best else 0.0):
            continue
        if _has_rings(circles, first_child, next_child, number):
            best = circle
    return best


def _has_rings(
    circles: Sequence[Circle | None],
    first_child: Sequence[int],
    next_child: Sequence[int],
    number: int,
) -> bool:
    """Whether inside a circle lie the other three, around the same middle."""
    outer = circles[number]
    assert outer is not None
    for share in RADII[1:]:
        number = first_child[number]
        while number >= 0 and not _is_ring(circles[number], outer, share):
            number = next_child[number]
        if number < 0:
            return False
    return True


def _is_ring(circle: Circle | None, outer: Circle, share: float) -> bool:
    if circle is None:
        return False
    off = np.hypot(circle[0] - outer[0], circle[1] - outer[1])
    # A cup's rim around the lid must not pass for its first ring; blur moves an edge by a pixel.
    is_sized = abs(circle[2] - share * outer[2]) < OFF_SIZE * outer[2] + 1.0
    return bool(off < OFF_MIDDLE * outer[2] and is_sized)


def _circle(contour: npt.NDArray[np.int32]) -> Circle | None:
    """Middle and radius of a contour that is round enough."""
    area = cv2.contourArea(contour)
    if area < LEAST_AREA:
        return None
    length = cv2.arcLength(contour, True)
    if 4 * np.pi * area / (length * length) < LEAST_ROUNDNESS:
        return None
    moments = cv2.moments(contour)
    x, y = moments["m10"] / moments["m00"], moments["m01"] / moments["m00"]
    return x, y, float(np.sqrt(area / np.pi))
