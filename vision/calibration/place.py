"""Where the window lies in the camera's picture: found from what shines in it."""

from dataclasses import dataclass
from typing import Final, Literal, NamedTuple, TypeAlias

import cv2
import numpy as np
import numpy.typing as npt

from vision.calibration.views import Views, ViewsError, brightness
from vision.cards.geometry import DEFAULT, WINDOW_SIZE, WindowGeometry
from vision.picture.frame import Map

CardSize: TypeAlias = Literal["bridge", "poker"]
CARD_MM: Final[dict[CardSize, tuple[float, float]]] = {
    "bridge": (57.15, 88.9),
    "poker": (63.5, 88.9),
}
# How far inside the window the card's corner lies by default.
INSIDE_MM: Final = 5.0
LEAST_CONTRAST: Final = 40
LEAST_SHARE: Final = 0.015
WINDOW_SHAPE: Final = WINDOW_SIZE[0] / WINDOW_SIZE[1]
SHAPE_TOLERANCE: Final = 0.035
ACROSS: Final = 1.15
MOST_TURN_DEG: Final = 30.0

Points = npt.NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Rectangle:
    """A turned rectangle: its corner nearest the picture's top left, its sides, its turn."""

    x: float
    y: float
    width: float
    height: float
    turn_deg: float


class Scale(NamedTuple):
    """How large a millimetre is in the picture, and how wide the window truly is."""

    px_per_mm: float
    width_mm: float


@dataclass(frozen=True, slots=True)
class Place:
    """The window found, and what is odd about it, in words."""

    geometry: WindowGeometry
    notes: tuple[str, ...] = ()


def find_window(views: Views, width_mm: float = DEFAULT.width_mm) -> Place:
    """The window by the light that cards throw back through it; raise ViewsError if none did."""
    shining = _shining(views)
    wide, high = views.size
    if abs(wide / high - WINDOW_SHAPE) < SHAPE_TOLERANCE and _fills(shining):
        return Place(_whole(wide, high, width_mm))
    found = _rectangle(_outline(shining))
    rectangle, notes = _completed(found)
    _check_turn(rectangle.turn_deg)
    scale = Scale(rectangle.width / width_mm, width_mm)
    return Place(_geometry(rectangle.x, rectangle.y, rectangle.turn_deg, scale, views), notes)


def find_by_card(views: Views, card: CardSize, window_mm: float = DEFAULT.width_mm) -> Place:
    """The window around the index of a whole card in sight, whose size is known."""
    found = _whole_card(views)
    _check_turn(found.turn_deg)
    width_mm, height_mm = CARD_MM[card]
    across, down = found.width / width_mm, found.height / height_mm
    notes = _card_notes(card, found)
    px_per_mm = (across + down) / 2
    turn = np.radians(found.turn_deg)
    c, s, step = float(np.cos(turn)), float(np.sin(turn)), INSIDE_MM * px_per_mm
    x, y = found.x - step * (c - s), found.y - step * (s + c)
    scale = Scale(px_per_mm, window_mm)
    return Place(_geometry(x, y, found.turn_deg, scale, views), notes)


def _shining(views: Views) -> Map:
    """Where paper was seen; where something dark was seen as well, if that is enough."""
    lit = views.brightest
    low, high = (int(np.percentile(lit, share)) for share in (5, 99))
    if high - low < LEAST_CONTRAST:
        raise ViewsError(
            "nothing bright in sight; light the window and let cards pass during the calibration"
        )
    _, bright = cv2.threshold(lit, 0, 255, cv2.THRESH_BINARY | cv2.THRESH_OTSU)
    change = cv2.subtract(lit, views.darkest)
    _, moved = cv2.threshold(change, LEAST_CONTRAST, 255, cv2.THRESH_BINARY)
    both = cv2.bitwise_and(bright, moved)
    whole = np.asarray(bright, np.uint8)
    if np.count_nonzero(both) < LEAST_SHARE * both.size:
        return _largest(whole, whole)
    around = _largest(whole, np.asarray(both, np.uint8))
    is_enough = np.count_nonzero(both) > 0.6 * np.count_nonzero(around)
    return _largest(np.asarray(both, np.uint8), np.asarray(both, np.uint8)) if is_enough else around


def _largest(mask: Map, weight: Map) -> Map:
    """Of the parts of a mask, the one with the most weight, without holes."""
    side = max(3, round(max(mask.shape) / 60)) | 1
    closed = cv2.morphologyEx(mask, cv2.MORPH_CLOSE, np.ones((side, side), np.uint8))
    count, labels = cv2.connectedComponents(closed)
    sizes = np.bincount(np.asarray(labels[weight > 0], np.intp).ravel(), minlength=count)
    sizes[0] = 0
    part = np.asarray(labels == int(sizes.argmax()), np.uint8) * np.uint8(255)
    contours, _ = cv2.findContours(part, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    filled = np.zeros_like(mask)
    cv2.drawContours(filled, contours, -1, 255, -1)
    if np.count_nonzero(filled) < LEAST_SHARE * filled.size:
        raise ViewsError("the window is too small in the picture; move the camera nearer")
    return filled


def _fills(shining: Map) -> bool:
    """Whether the light reaches the picture's right and lower border."""
    right, low = shining[:, -2].mean() / 255, shining[-2, :].mean() / 255
    return bool(right > 0.5 and low > 0.5)


def _whole(wide: int, high: int, width_mm: float) -> WindowGeometry:
    return WindowGeometry(wide, high, round(wide / width_mm, 3), width_mm=width_mm)


def _outline(mask: Map) -> Points:
    contours, _ = cv2.findContours(mask, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    longest = max(contours, key=len)
    return np.asarray(longest, np.float64).reshape(-1, 2)


def _rectangle(points: Points) -> Rectangle:
    """The rectangle along the outline's straight right and lower sides."""
    turn = _first_turn(points)
    for _ in range(2):
        turn += _correction(_turned(points, -turn))
    x0, x1, y0, y1 = _sides(_turned(points, -turn))
    corner = _turned(np.array([[x0, y0]]), turn)[0]
    degrees = float(np.degrees(turn))
    return Rectangle(float(corner[0]), float(corner[1]), x1 - x0 + 1, y1 - y0 + 1, degrees)


def _first_turn(points: Points) -> float:
    """The turn of the smallest rectangle around, taken to within 45 degrees of upright."""
    _, _, degrees = cv2.minAreaRect(points.astype(np.float32))
    return float(np.radians((degrees + 45) % 90 - 45))


def _turned(points: Points, turn: float) -> Points:
    c, s = np.cos(turn), np.sin(turn)
    return np.asarray(points @ np.array([[c, s], [-s, c]]), np.float64)


def _sides(points: Points) -> tuple[float, float, float, float]:
    """Left, right, top and low side: where most points near the outermost ones lie."""
    ends = []
    for axis, is_far in ((0, False), (0, True), (1, False), (1, True)):
        places, near = points[:, axis], _near_side(points, axis, is_far)
        ends.append(float(np.median(places[near])))
    return ends[0], ends[1], ends[2], ends[3]


def _near_side(points: Points, axis: int, is_far: bool) -> npt.NDArray[np.bool_]:
    """Points close to one side, without the corners at its ends."""
    places, along = points[:, axis], points[:, 1 - axis]
    end = np.percentile(places, 98 if is_far else 2)
    reach = 0.03 * float(np.ptp(places)) + 1.5
    low, high = np.percentile(along, [15, 85])
    return np.asarray((np.abs(places - end) <= reach) & (along > low) & (along < high))


def _correction(points: Points) -> float:
    """How far the right and the lower side are still out of true."""
    slopes, weights = [], []
    for axis, sign in ((0, -1.0), (1, 1.0)):
        near = points[_near_side(points, axis, True)]
        if len(near) >= 12:
            slope = np.polyfit(near[:, 1 - axis], near[:, axis], 1)[0]
            slopes.append(sign * float(np.arctan(slope)))
            weights.append(len(near))
    return float(np.average(slopes, weights=weights)) if slopes else 0.0


def _completed(found: Rectangle) -> tuple[Rectangle, tuple[str, ...]]:
    """Cards need not reach the window's left or upper side: its known shape tells the rest."""
    shape = found.width / found.height
    if shape > ACROSS:
        raise ViewsError("the window lies across the picture; turn the camera by 90°")
    is_narrow = shape < WINDOW_SHAPE
    left = found.height * WINDOW_SHAPE - found.width if is_narrow else 0.0
    up = 0.0 if is_narrow else found.width / WINDOW_SHAPE - found.height
    grown = _grown(found, left, up)
    if abs(shape / WINDOW_SHAPE - 1) <= SHAPE_TOLERANCE:
        return grown, ()
    side, given = ("left", "height") if is_narrow else ("upper", "width")
    return grown, (f"no card reached the window's {side} side: its place follows from the {given}",)


def _grown(found: Rectangle, left: float, up: float) -> Rectangle:
    turn = np.radians(found.turn_deg)
    c, s = float(np.cos(turn)), float(np.sin(turn))
    x, y = found.x - left * c + up * s, found.y - left * s - up * c
    return Rectangle(x, y, found.width + left, found.height + up, found.turn_deg)


def _check_turn(turn_deg: float) -> None:
    if abs(turn_deg) > MOST_TURN_DEG:
        raise ViewsError(
            f"the window is turned by {turn_deg:.0f}° in the picture; turn the camera upright"
        )


def _geometry(x: float, y: float, turn_deg: float, scale: Scale, views: Views) -> WindowGeometry:
    """As the reader wants it: inside the picture, in whole pixels."""
    wide, high = views.size
    left, top = (max(0, round(place)) for place in (x, y))
    across = scale.width_mm * scale.px_per_mm
    width, height = min(round(across), wide - left), min(round(across / WINDOW_SHAPE), high - top)
    turn, px_per_mm = round(turn_deg, 2), round(scale.px_per_mm, 3)
    return WindowGeometry(width, height, px_per_mm, left, top, turn, scale.width_mm)


def _whole_card(views: Views) -> Rectangle:
    """The card of the kept frame that shows most of one, away from the picture's border."""
    best: tuple[int, Map] | None = None
    for frame in views.kept:
        _, bright = cv2.threshold(brightness(frame), 0, 255, cv2.THRESH_BINARY | cv2.THRESH_OTSU)
        try:
            mask = _largest(np.asarray(bright, np.uint8), np.asarray(bright, np.uint8))
        except ViewsError:
            continue
        border = np.concatenate([mask[0], mask[-1], mask[:, 0], mask[:, -1]])
        area = int(np.count_nonzero(mask))
        if not border.any() and (best is None or area > best[0]):
            best = area, mask
    if best is None:
        raise ViewsError("no whole card in sight; lay one in full view on a dark ground")
    return _upright(_rectangle(_outline(best[1])))


def _upright(found: Rectangle) -> Rectangle:
    if found.width > found.height:
        raise ViewsError("the card lies across the picture; turn the card or the camera by 90°")
    return found


def _card_notes(card: CardSize, found: Rectangle) -> tuple[str, ...]:
    shape = found.width / found.height
    fits: dict[CardSize, float] = {
        name: abs(shape / (sides[0] / sides[1]) - 1) for name, sides in CARD_MM.items()
    }
    if fits[card] <= 0.03:
        return ()
    other: CardSize = "poker" if card == "bridge" else "bridge"
    if fits[other] < fits[card]:
        return (f"the card looks like {other} size, not {card}; give --card {other} if it is",)
    return ("the card looks skewed; set the camera square to it",)
