"""Calibrating the camera over a shoe's window: gather frames, find, measure, advise."""

from dataclasses import dataclass

import cv2
import numpy as np

from vision.calibration.advice import Measures, advice
from vision.calibration.index import measure_index
from vision.calibration.light import measure_light
from vision.calibration.place import CardSize, Place, find_by_card, find_window
from vision.calibration.sharpness import Sharpness, sharpness
from vision.calibration.views import Views
from vision.cards.geometry import DEFAULT, window_of
from vision.picture.frame import Frame, Map


@dataclass(frozen=True, slots=True)
class ShoeCalibration:
    """Where the window is, what was measured, what to change."""

    place: Place
    measures: Measures
    advice: tuple[str, ...]


def calibrate_shoe(
    views: Views,
    card: CardSize | None = None,
    exposure_ms: float | None = None,
    width_mm: float = DEFAULT.width_mm,
) -> ShoeCalibration:
    """Find the window in gathered frames and measure it; raise ViewsError when it is not there."""
    place = find_window(views, width_mm) if card is None else find_by_card(views, card, width_mm)
    found = (window_of(frame, place.geometry) for frame in views.kept)
    windows = [window for window in found if window is not None]
    sharp = [one for one in map(sharpness, map(_grey, windows)) if one is not None]
    measures = Measures(
        px_per_mm=place.geometry.px_per_mm,
        turn_deg=place.geometry.turn_deg,
        light=measure_light(windows),
        motion_px=_motion(sharp),
        edge_px=float(np.median([one.edge_px for one in sharp])) if sharp else None,
        exposure_ms=exposure_ms,
        index=measure_index(windows, place.geometry.shown_px_per_mm),
    )
    return ShoeCalibration(place, measures, (*place.notes, *advice(measures)))


def _grey(window: Frame) -> Map:
    return np.asarray(cv2.cvtColor(window, cv2.COLOR_BGR2GRAY), np.uint8)


def _motion(sharp: list[Sharpness]) -> float | None:
    """The blur that one frame in five exceeds; cards at rest would flatter a mean."""
    return float(np.percentile([one.motion_px for one in sharp], 80)) if sharp else None
