"""The annotated picture of a calibration: what was found, what was measured, what to change."""

from collections.abc import Sequence
from typing import Final

import cv2
import numpy as np

from vision.calibration.cup import CupCalibration
from vision.calibration.shoe import ShoeCalibration
from vision.calibration.text import facts
from vision.calibration.views import Views
from vision.cards.geometry import WINDOW_SIZE, WindowGeometry, window_of
from vision.picture.frame import Frame
from vision.tools import canvas

MARGIN: Final = 16
VIEW_WIDTH: Final = 640
LINE_PX: Final = 24


def draw_shoe(views: Views, done: ShoeCalibration) -> Frame:
    """The camera's picture with the window outlined, the window upright, and words."""
    frame = _best(views, done.place.geometry)
    factor = VIEW_WIDTH / frame.shape[1]
    view = canvas.enlarged(frame, factor)
    canvas.line_through(view, _corners(done.place.geometry, factor), canvas.EDGE, closed=True)
    window = window_of(frame, done.place.geometry)
    upright = np.zeros((*WINDOW_SIZE[::-1], 3), np.uint8) if window is None else window.copy()
    for x, y in () if done.measures.light is None else done.measures.light.dirt:
        cv2.circle(upright, (x, y), 9, canvas.BAD, 2, cv2.LINE_AA)
    return _laid_out(view, upright, facts(done), done.advice)


def draw_cup(views: Views, done: CupCalibration) -> Frame:
    """The camera's picture with the cup and dice marked, and words."""
    frame = views.kept[done.shown]
    factor = VIEW_WIDTH / frame.shape[1]
    view = canvas.enlarged(frame, factor)
    left, top, right, low = (round(place * factor) for place in done.window)
    cv2.rectangle(view, (left, top), (right - 1, low - 1), canvas.EDGE, 2)
    for face in done.faces:
        place = (round(face.x * factor), round(face.y * factor))
        cv2.circle(view, place, round(0.6 * face.side * factor), canvas.MARK, 2, cv2.LINE_AA)
    cup = frame[done.window[1] : done.window[3], done.window[0] : done.window[2]]
    small = canvas.enlarged(cup, WINDOW_SIZE[0] / cup.shape[1])
    return _laid_out(view, small, facts(done), done.advice)


def _best(views: Views, geometry: WindowGeometry) -> Frame:
    """The kept frame with the most to see in its window: a card rather than the bed."""
    contrasts = []
    for frame in views.kept:
        window = window_of(frame, geometry)
        contrasts.append(0.0 if window is None else float(window.std()))
    return views.kept[int(np.argmax(contrasts))]


def _corners(geometry: WindowGeometry, factor: float) -> list[tuple[float, float]]:
    scale, turn = geometry.px_per_mm / geometry.shown_px_per_mm, np.radians(geometry.turn_deg)
    c, s = float(np.cos(turn)) * scale, float(np.sin(turn)) * scale
    wide, high = WINDOW_SIZE
    return [
        ((geometry.left_px + c * u - s * v) * factor, (geometry.top_px + s * u + c * v) * factor)
        for u, v in ((0, 0), (wide, 0), (wide, high), (0, high))
    ]


def _laid_out(view: Frame, detail: Frame, facts: Sequence[str], advice: Sequence[str]) -> Frame:
    words = [line for text in advice for line in canvas.wrapped(f"- {text}", 100)]
    below = max(view.shape[0], detail.shape[0] + 30 + LINE_PX * (len(facts) + 1)) + 2 * MARGIN
    picture = canvas.sheet(
        VIEW_WIDTH + 400 + 3 * MARGIN, below + LINE_PX * (len(words) + 2) + MARGIN
    )
    canvas.put(picture, view, MARGIN, MARGIN)
    left = VIEW_WIDTH + 2 * MARGIN
    canvas.put(picture, detail, left, MARGIN)
    for number, line in enumerate(facts):
        canvas.write(
            picture, line, (left, MARGIN + detail.shape[0] + 30 + LINE_PX * number), canvas.WORDS
        )
    title = "change this:" if words else "nothing to change"
    canvas.write(picture, title, (MARGIN, below + 14), canvas.QUIET if words else canvas.GOOD, 0.55)
    for number, line in enumerate(words):
        canvas.write(picture, line, (MARGIN, below + 14 + LINE_PX * (number + 1)), canvas.BAD, 0.5)
    return picture
