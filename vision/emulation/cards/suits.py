"""Suit marks of our own: hearts, diamonds, clubs and spades of many shapes."""

from dataclasses import dataclass, field
from typing import Final

import cv2
import numpy as np

from vision.emulation.cards.skeletons import Points, Rng, curve, joined, line
from vision.picture.frame import Map

SIZE_PX: Final = 128
_PAD: Final = 40


@dataclass(frozen=True, slots=True)
class SuitShapes:
    """Proportions of the four marks; all of one deck are drawn by one hand."""

    width: float
    lobe: float
    shoulder: float
    diamond_width: float
    diamond_bow: float
    club_ball: float
    club_spread: float
    foot_width: float
    foot_height: float
    foot_bow: float
    stem: float
    flat_foot: bool
    cache: dict[str, Map] = field(default_factory=dict, compare=False, repr=False)


def random_suits(rng: Rng) -> SuitShapes:
    """Draw the proportions of one deck's suit marks."""
    return SuitShapes(
        width=float(rng.uniform(0.72, 1.12)),
        lobe=float(rng.uniform(0.12, 0.3)),
        shoulder=float(rng.uniform(0.25, 0.6)),
        diamond_width=float(rng.uniform(0.6, 1.0)),
        diamond_bow=float(rng.choice([0.0, rng.uniform(-0.04, 0.16)])),
        club_ball=float(rng.uniform(0.19, 0.3)),
        club_spread=float(rng.uniform(0.78, 1.15)),
        foot_width=float(rng.uniform(0.12, 0.34)),
        foot_height=float(rng.uniform(0.2, 0.36)),
        foot_bow=float(rng.uniform(0.0, 0.9)),
        stem=float(rng.uniform(0.02, 0.08)),
        flat_foot=bool(rng.random() < 0.8),
    )


def suit_mask(shapes: SuitShapes, suit: str) -> Map:
    """The mark's ink, 0 to 255, cut to its own box."""
    if suit not in shapes.cache:
        draw = {"h": _heart, "d": _diamond, "c": _club, "s": _spade}[suit]
        mask = np.zeros((SIZE_PX + 2 * _PAD, SIZE_PX + 2 * _PAD), np.uint8)
        draw(mask, shapes)
        rows, columns = np.flatnonzero(mask.max(axis=1)), np.flatnonzero(mask.max(axis=0))
        shapes.cache[suit] = mask[rows[0] : rows[-1] + 1, columns[0] : columns[-1] + 1]
    return shapes.cache[suit]


def _fill(mask: Map, outline: Points) -> None:
    points = np.round((outline * SIZE_PX + SIZE_PX / 2 + _PAD) * 16).astype(np.int32)
    cv2.fillPoly(mask, [points], 255, cv2.LINE_AA, 4)


def _ball(mask: Map, x: float, y: float, radius: float) -> None:
    centre = tuple(round((v * SIZE_PX + SIZE_PX / 2 + _PAD) * 16) for v in (x, y))
    cv2.circle(mask, (centre[0], centre[1]), round(radius * SIZE_PX * 16), 255, -1, cv2.LINE_AA, 4)


def _mirrored(half: Points) -> Points:
    return joined(half, (half * np.array([-1.0, 1.0]))[::-1])


def _heart_half(shapes: SuitShapes, top: float, tip: float) -> Points:
    wide, cleft = shapes.width / 2, top + shapes.lobe * (tip - top)
    side = top + shapes.shoulder * (tip - top) * 0.75
    over = curve((0, cleft), (wide * 0.25, top - 0.04), (wide * 0.95, top - 0.05), (wide, side))
    belly = curve((wide, side), (wide, side + 0.2), (wide * 0.35, tip - 0.22), (0, tip))
    return joined(over, belly)


def _heart(mask: Map, shapes: SuitShapes) -> None:
    _fill(mask, _mirrored(_heart_half(shapes, -0.5, 0.5)))


def _spade(mask: Map, shapes: SuitShapes) -> None:
    upper = 0.5 - shapes.foot_height * 0.45
    body = _mirrored(_heart_half(shapes, -upper, 0.5)) * np.array([1.0, -1.0])
    _fill(mask, body)
    _foot(mask, shapes, 0.5 - shapes.foot_height - 0.1)


def _club(mask: Map, shapes: SuitShapes) -> None:
    ball = shapes.club_ball
    _ball(mask, 0, -0.5 + ball, ball)
    side = ball * shapes.club_spread
    for x in (-side - 0.03, side + 0.03):
        _ball(mask, x, -0.5 + ball * 2.75, ball)
    core = line((0, -0.3), (-side, 0.05), (0, 0.2), (side, 0.05))
    _fill(mask, core)
    _foot(mask, shapes, -0.5 + ball * 2.3)


def _foot(mask: Map, shapes: SuitShapes, top: float) -> None:
    wide, low = shapes.foot_width, 0.5
    bend = low - shapes.foot_height * shapes.foot_bow * 0.4
    side = curve((shapes.stem, top), (shapes.stem, bend), (wide * 0.5, low), (wide, low))
    base = line((wide, low), (0, low if shapes.flat_foot else low - 0.05))
    _fill(mask, _mirrored(joined(side, base)))


def _diamond(mask: Map, shapes: SuitShapes) -> None:
    wide, bow = shapes.diamond_width / 2, shapes.diamond_bow
    middle = (wide / 2 - bow * 0.7, 0.25 - bow)
    upper = curve((0, -0.5), (middle[0], -middle[1]), (wide, 0))
    lower = curve((wide, 0), (middle[0], middle[1]), (0, 0.5))
    _fill(mask, _mirrored(joined(upper, lower)))
