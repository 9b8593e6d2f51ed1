"""What gets between the window and a card's index: hands, gloves, sleeves, shadows, lamps."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

import cv2
import numpy as np

from controller.facts.cards import Card
from vision.cards.geometry import DEFAULT
from vision.emulation.cards.deck import ART_PX_PER_MM, Art
from vision.emulation.cards.optics import LEVELS, Level, see
from vision.emulation.cards.skeletons import Rng
from vision.emulation.cards.window import Pose, on_bed
from vision.picture.frame import Frame, Map

Side: TypeAlias = Literal["left", "right", "above", "below"]
SIDES: Final[tuple[Side, ...]] = ("left", "right", "above", "below")
# Blue, green, red of lit skin from dark to fair, and of gloves as staff wear them.
SKINS: Final = ((52, 74, 112), (84, 118, 170), (130, 160, 214), (165, 188, 232))
GLOVES: Final = ((22, 22, 24), (140, 92, 44), (212, 214, 214), (120, 70, 110))
SLEEVES: Final = ((30, 28, 30), (70, 40, 34), (190, 196, 200), (40, 40, 110))
# A point of light as the glass shows it: half its length and height in pixels.
LAMPS: Final = ((10, 6), (18, 10), (30, 16))
Tone: TypeAlias = tuple[int, int, int]


@dataclass(frozen=True, slots=True)
class Place:
    """Where the index lies in the window, in pixels."""

    left: float
    top: float
    right: float
    low: float

    @property
    def centre(self) -> tuple[float, float]:
        """Its middle."""
        return (self.left + self.right) / 2, (self.top + self.low) / 2

    def front(self, side: Side, share: float) -> tuple[float, float]:
        """The furthest point of something that covers a share of the index from a side."""
        x, y = self.centre
        wide, high = self.right - self.left, self.low - self.top
        return {
            "left": (self.left + share * wide, y),
            "right": (self.right - share * wide, y),
            "above": (x, self.top + share * high),
            "below": (x, self.low - share * high),
        }[side]


def index_place(art: Art, card: Card, pose: Pose) -> Place:
    """The index of a card that lies like this."""
    rank, suit = art.boxes(card)
    left, top = min(rank[0], suit[0]), min(rank[1], suit[1])
    right, low = max(rank[0] + rank[2], suit[0] + suit[2]), suit[1] + suit[3]
    corners = np.array([[left, top], [right, top], [left, low], [right, low]]) * ART_PX_PER_MM
    matrix = pose.matrix(DEFAULT.px_per_mm)
    seen = corners @ matrix[:, :2].T + matrix[:, 2]
    (x0, y0), (x1, y1) = seen.min(axis=0), seen.max(axis=0)
    return Place(float(x0), float(y0), float(x1), float(y1))


Draw: TypeAlias = Callable[[Frame, Place, Rng], Frame]


def _away(side: Side) -> tuple[float, float]:
    return {"left": (-1.0, 0.0), "right": (1.0, 0.0), "above": (0.0, -1.0), "below": (0.0, 1.0)}[
        side
    ]


def _fingertip(size: tuple[int, int], place: Place, side: Side, share: float, rng: Rng) -> Map:
    """A round tip of 12 to 18 mm that reaches in from a side, a little askew."""
    width = rng.uniform(12, 18) * DEFAULT.px_per_mm
    x, y = place.front(side, share)
    dx, dy = _away(side)
    askew = rng.uniform(-0.35, 0.35)
    way = (dx + askew * dy, dy + askew * dx)
    tip = (x + dx * width / 2, y + dy * width / 2)
    out = (tip[0] + 400 * way[0], tip[1] + 400 * way[1])
    cover = np.zeros(size, np.uint8)
    ends = [(round(p[0]), round(p[1])) for p in (tip, out)]
    cv2.line(cover, ends[0], ends[1], 255, round(width), cv2.LINE_AA)
    return cover


def _straight(size: tuple[int, int], place: Place, side: Side, share: float, rng: Rng) -> Map:
    """A straight edge, as of a sleeve or another card's back."""
    x, y = place.front(side, share)
    dx, dy = _away(side)
    askew = rng.uniform(-0.25, 0.25)
    along = np.array([-dy + askew * dx, dx + askew * dy]) * 600
    out = np.array([dx, dy]) * 600
    edge = np.array([x, y])
    corners = np.stack([edge - along, edge + along, edge + along + out, edge - along + out])
    cover = np.zeros(size, np.uint8)
    cv2.fillPoly(cover, [corners.round().astype(np.int32)], 255, cv2.LINE_AA)
    return cover


def _laid_over(scene: Frame, cover: Map, tone: Tone, rng: Rng, roundness: float) -> Frame:
    """Something of one tone over the scene, shaded towards its rim, with its soft shadow."""
    shadow = cv2.GaussianBlur(cover, (0, 0), 8)[:, :, None] / 255 * rng.uniform(0.05, 0.4)
    shade = cv2.GaussianBlur(cover, (0, 0), 14)[:, :, None] / 255
    body = np.array(tone) * rng.uniform(0.85, 1.1) * (1 - roundness + roundness * shade)
    weight = cover[:, :, None] / 255
    return np.asarray(np.clip(scene * (1 - shadow) * (1 - weight) + body * weight, 0, 255), "u1")


def _pick(rng: Rng, tones: tuple[Tone, ...]) -> Tone:
    return tones[int(rng.integers(len(tones)))]


def _side(rng: Rng) -> Side:
    return SIDES[int(rng.integers(4))]


def _share(rng: Rng) -> float:
    return float(rng.uniform(0.1, 0.5))


def finger(scene: Frame, place: Place, rng: Rng) -> Frame:
    """A bare finger over a tenth to a half of the index."""
    cover = _fingertip(scene.shape[:2], place, _side(rng), _share(rng), rng)
    return _laid_over(scene, cover, _pick(rng, SKINS), rng, 0.5)


def glove(scene: Frame, place: Place, rng: Rng) -> Frame:
    """A gloved finger."""
    cover = _fingertip(scene.shape[:2], place, _side(rng), _share(rng), rng)
    return _laid_over(scene, cover, _pick(rng, GLOVES), rng, 0.35)


def sleeve(scene: Frame, place: Place, rng: Rng) -> Frame:
    """Cloth with a straight edge."""
    cover = _straight(scene.shape[:2], place, _side(rng), _share(rng), rng)
    return _laid_over(scene, cover, _pick(rng, SLEEVES), rng, 0.1)


def shadow(scene: Frame, place: Place, rng: Rng) -> Frame:
    """The hard shadow of something out of sight."""
    cover = _straight(scene.shape[:2], place, _side(rng), _share(rng), rng)
    soft = cv2.GaussianBlur(cover, (0, 0), rng.uniform(0.8, 4))[:, :, None] / 255
    return np.asarray(scene * (1 - soft * rng.uniform(0.4, 0.8)), np.uint8)


def lamp(scene: Frame, place: Place, rng: Rng) -> Frame:
    """A point of light that the glass throws back over part of the index."""
    return mirrored_lamp(scene, place, rng, LAMPS[int(rng.integers(len(LAMPS)))])


def mirrored_lamp(scene: Frame, place: Place, rng: Rng, size: tuple[int, int]) -> Frame:
    """A spot of this size at the sensor's limit, anywhere on the index."""
    x, y = rng.uniform(place.left, place.right), rng.uniform(place.top, place.low)
    spot = np.zeros(scene.shape[:2], np.float32)
    axes, turn = (size[0], size[1]), float(rng.uniform(0, 180))
    cv2.ellipse(spot, (round(x), round(y)), axes, turn, 0, 360, 1.0, -1, cv2.LINE_AA)
    spot = np.asarray(cv2.GaussianBlur(spot, (0, 0), rng.uniform(1, 3)), np.float32)
    return np.asarray(np.clip(scene + 255 * spot[:, :, None], 0, 255), np.uint8)


def worn(scene: Frame, place: Place, rng: Rng) -> Frame:
    """Ink rubbed off from one side: there the paper shows."""
    cover = _straight(scene.shape[:2], place, _side(rng), float(rng.uniform(0.1, 0.35)), rng)
    x0, x1 = max(round(place.left) - 3, 0), round(place.right) + 3
    y0, y1 = max(round(place.top) - 3, 0), round(place.low) + 3
    paper = np.percentile(scene[y0:y1, x0:x1].reshape(-1, 3), 85, axis=0)
    weight = np.zeros(scene.shape[:2], np.float32)
    weight[y0:y1, x0:x1] = cover[y0:y1, x0:x1] / 255
    soft = cv2.GaussianBlur(weight, (0, 0), 2)[:, :, None]
    return np.asarray(scene * (1 - soft) + paper * soft, np.uint8)


# What may lie between window and index, by name; each covers a tenth to a half of it.
TROUBLES: Final[Mapping[str, Draw]] = {
    "finger": finger,
    "glove": glove,
    "sleeve": sleeve,
    "shadow": shadow,
    "lamp": lamp,
    "worn": worn,
}


def troubled_window(
    card: Card, art: Art, pose: Pose, trouble: str, rng: Rng, level: Level | str = "clean"
) -> Frame:
    """One frame of a card with something in the way of its index."""
    level = LEVELS[level] if isinstance(level, str) else level
    scene, place = on_bed(art.face(card), pose, rng, level), index_place(art, card, pose)
    draw = TROUBLES[trouble]
    # A reflection is light and no thing: it comes last, up to the sensor's limit.
    if draw is lamp:
        return lamp(see(scene, rng, level), place, rng)
    return see(draw(scene, place, rng), rng, level)
