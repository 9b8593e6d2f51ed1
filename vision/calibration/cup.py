"""Calibrating the camera over a dice cup, which its lid's mark or the dice themselves show."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final, Protocol

import cv2
import numpy as np

from vision.calibration.sharpness import sharpness
from vision.calibration.views import Views, ViewsError, brightness
from vision.dice.sighting import DiceSighting, DieFace
from vision.marks.bullseye import LID, Bullseye, find_bullseye
from vision.picture.frame import Frame

Window = tuple[int, int, int, int]
# The cup is a little wider than its lid's mark; dice may lie at its wall.
AROUND_LID: Final = 1.15
AROUND_DICE: Final = 2.5
SMALL_DIE_PX: Final = 26.0
MOST_EDGE_PX: Final = 5.0
MOST_AT_LIMIT: Final = 0.08
DARK: Final = 60
AT_LIMIT: Final = 253


class Reader(Protocol):
    """What calibration needs of a dice reader."""

    def read(self, frame: Frame) -> DiceSighting:
        """Say what the frame shows."""


@dataclass(frozen=True, slots=True)
class CupMeasures:
    """What was measured of a camera over a cup; None when it could not be."""

    die_px: float | None
    bright: float
    at_limit: float
    edge_px: float | None
    read: int
    pictures: int


@dataclass(frozen=True, slots=True)
class CupCalibration:
    """The part of the picture that holds the cup, what was measured, what to change.

    `shown` is the kept frame that tells most, `faces` the dice in it.
    """

    window: Window
    measures: CupMeasures
    advice: tuple[str, ...]
    shown: int
    faces: tuple[DieFace, ...]


def calibrate_cup(views: Views, reader: Reader) -> CupCalibration:
    """Find the cup by its lid, or by dice; raise ViewsError when neither is seen."""
    lids = {number: find_bullseye(frame) for number, frame in enumerate(views.kept)}
    seen = {n: reader.read(views.kept[n]) for n, lid in lids.items() if lid is None}
    read = {number: one.faces for number, one in seen.items() if one.dice is not None}
    faces = [face for found in read.values() for face in found]
    marks = [lid for lid in lids.values() if lid is not None]
    if marks:
        window = _around_lid(views.size, marks)
    elif faces:
        window = _around_dice(views.size, faces)
    else:
        raise ViewsError("neither the lid's mark nor dice in sight; open the cup, dice inside")
    measures = _measured(views.kept, window, list(seen.values()), faces)
    shown = max(read, default=len(views.kept) - 1)
    return CupCalibration(window, measures, tuple(_advice(measures)), shown, read.get(shown, ()))


def _around_lid(size: tuple[int, int], lids: Sequence[Bullseye]) -> Window:
    longer = max(size)
    x, y = (float(np.median([getattr(lid, axis) for lid in lids])) * longer for axis in "xy")
    radius = float(np.median([lid.radius for lid in lids])) * longer
    return _around(size, x, y, x, y, AROUND_LID * LID * radius)


def _around_dice(size: tuple[int, int], faces: Sequence[DieFace]) -> Window:
    xs, ys = [face.x for face in faces], [face.y for face in faces]
    reach = AROUND_DICE * float(np.median([face.side for face in faces]))
    return _around(size, min(xs), min(ys), max(xs), max(ys), reach)


def _around(
    size: tuple[int, int], left: float, top: float, right: float, low: float, reach: float
) -> Window:
    wide, high = size
    return (
        max(0, round(left - reach)),
        max(0, round(top - reach)),
        min(wide, round(right + reach)),
        min(high, round(low + reach)),
    )


def _measured(
    frames: Sequence[Frame], window: Window, seen: Sequence[DiceSighting], faces: Sequence[DieFace]
) -> CupMeasures:
    left, top, right, low = window
    parts = [frame[top:low, left:right] for frame in frames]
    greys = [brightness(part) for part in parts]
    edges = [
        sharpness(np.asarray(cv2.cvtColor(part, cv2.COLOR_BGR2GRAY), np.uint8)) for part in parts
    ]
    widths = [one.edge_px for one in edges if one is not None]
    return CupMeasures(
        die_px=float(np.median([face.side for face in faces])) if faces else None,
        bright=float(np.median([np.percentile(grey, 95) for grey in greys])),
        at_limit=float(np.median([(grey >= AT_LIMIT).mean() for grey in greys])),
        edge_px=float(np.median(widths)) if widths else None,
        read=sum(one.dice is not None for one in seen),
        pictures=len(seen),
    )


def _advice(measures: CupMeasures) -> Iterator[str]:
    if measures.pictures == 0:
        yield "the cup was closed all the time: open it, dice inside, and calibrate again"
    elif measures.read == 0:
        yield "no dice were read: look at the picture; change light or bed, and calibrate again"
    if measures.die_px is not None and measures.die_px < SMALL_DIE_PX:
        yield (
            f"dice are {measures.die_px:.0f} px wide: move the camera nearer "
            f"or take larger pictures, {SMALL_DIE_PX:.0f} px is the least"
        )
    if measures.bright < DARK:
        yield f"too dark: bright parts at {measures.bright:.0f} of 255; raise light or exposure"
    if measures.at_limit > MOST_AT_LIMIT:
        yield (
            f"too bright: {measures.at_limit:.0%} of the cup is at the sensor's limit; "
            "lower light or exposure, or diffuse the lamp"
        )
    if measures.edge_px is not None and measures.edge_px > MOST_EDGE_PX:
        yield f"out of focus: edges are {measures.edge_px:.0f} px wide; focus on the dice's tops"
