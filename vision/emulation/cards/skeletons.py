"""The bones of rank letters: strokes in a unit box, x to the right, y down."""

from collections.abc import Callable
from dataclasses import dataclass
from itertools import pairwise
from typing import Final, Literal, TypeAlias

import numpy as np
import numpy.typing as npt

Points: TypeAlias = npt.NDArray[np.float64]
End: TypeAlias = Literal["stem", "curve", "joint"]


@dataclass(frozen=True, slots=True)
class Stroke:
    """One line of the pen and what its two ends are."""

    points: Points
    start: End = "joint"
    end: End = "joint"


Skeleton: TypeAlias = list[Stroke]
Rng: TypeAlias = np.random.Generator


def line(*points: tuple[float, float]) -> Points:
    """Straight from point to point."""
    return np.array(points, dtype=np.float64)


def arc(
    centre: tuple[float, float], radii: tuple[float, float], start: float, end: float, square: float
) -> Points:
    """Part of a superellipse; degrees, 0 right, 90 down; `square` 2 is an ellipse."""
    turn = np.radians(np.linspace(start, end, 26))
    x, y = np.cos(turn), np.sin(turn)
    x = np.sign(x) * np.abs(x) ** (2 / square)
    y = np.sign(y) * np.abs(y) ** (2 / square)
    return np.stack([centre[0] + radii[0] * x, centre[1] + radii[1] * y], axis=1)


def curve(*points: tuple[float, float]) -> Points:
    """A Bezier curve over three or four points."""
    t = np.linspace(0, 1, 16)[:, None]
    rows = [np.array(point, dtype=np.float64)[None, :] for point in points]
    while len(rows) > 1:
        rows = [(1 - t) * a + t * b for a, b in pairwise(rows)]
    return np.asarray(rows[0], dtype=np.float64)


def joined(*parts: Points) -> Points:
    """One stroke of several parts."""
    return np.concatenate(parts)


def _ace(rng: Rng, _square: float) -> Skeleton:
    flat = rng.choice([0.0, 0.0, rng.uniform(0.02, 0.12)])
    bar = rng.uniform(0.55, 0.76)
    left, right = 0.5 - flat, 0.5 + flat
    inset = (1 - bar) * (0.5 - flat)
    bones = [
        Stroke(line((left, 0), (0, 1)), "joint", "stem"),
        Stroke(line((right, 0), (1, 1)), "joint", "stem"),
        Stroke(line((inset, bar), (1 - inset, bar))),
    ]
    return bones if flat == 0 else [*bones, Stroke(line((left, 0), (right, 0)))]


def _two(rng: Rng, square: float) -> Skeleton:
    height = rng.uniform(0.24, 0.33)
    turn = rng.uniform(5, 40)
    bowl = arc((0.5, height), (0.46, height), rng.uniform(170, 205), 360 + turn, square)
    x, y = bowl[-1]
    pull = rng.uniform(0.1, 0.5)
    down = curve((x, y), (x - 0.1, y + pull * 0.4), (rng.uniform(0, 0.3), 0.75), (0.02, 1))
    foot = line((0.02, 1), (1, 1))
    if rng.random() < 0.2:
        foot = curve((0.02, 1), (0.3, rng.uniform(0.86, 1)), (0.6, 1.05), (1, rng.uniform(0.9, 1)))
    bones = [Stroke(joined(bowl, down), "curve", "joint"), Stroke(foot)]
    if rng.random() < 0.25:
        bones.append(Stroke(line((1, 1), (1, rng.uniform(0.82, 0.92)))))
    return bones


def _three(rng: Rng, square: float) -> Skeleton:
    upper = rng.uniform(0.2, 0.26)
    lower = (1 - 2 * upper) / 2
    waist = 2 * upper
    end = rng.uniform(145, 180)
    bowl = arc((0.42, waist + lower), (0.54, lower), -90, end, square)
    if rng.random() < 0.3:
        flat = line((0.05, 0), (0.92, 0), (rng.uniform(0.3, 0.5), waist))
        return [Stroke(joined(flat, bowl), "stem", "curve")]
    top = arc(
        (0.42, upper), (rng.uniform(0.42, 0.5), upper), rng.uniform(185, 215), 360 + 90, square
    )
    indent = line((rng.uniform(0.2, 0.42), waist))
    return [Stroke(joined(top, indent, bowl), "curve", "curve")]


def _four(rng: Rng, _square: float) -> Skeleton:
    bar, stem = rng.uniform(0.6, 0.78), rng.uniform(0.62, 0.82)
    if rng.random() < 0.2:
        tip = rng.uniform(0.2, 0.45)
        diagonal = line((tip, 0), (0, bar), (1, bar))
        upright = line((stem, rng.uniform(0.1, 0.4)), (stem, 1))
    else:
        diagonal = line((stem, 0), (0, bar), (1, bar))
        upright = line((stem, 0), (stem, 1))
    return [Stroke(diagonal), Stroke(upright, "joint", "stem")]


def _five(rng: Rng, square: float) -> Skeleton:
    left, fall = rng.uniform(0.08, 0.2), rng.uniform(0.38, 0.48)
    low = rng.uniform(0.3, 0.35)
    bowl = arc(
        (0.44, 1 - low), (0.54, low), rng.uniform(205, 240), 360 + rng.uniform(140, 175), square
    )
    back = line((left, 0), (left - rng.uniform(0, 0.08), fall), (bowl[0][0], bowl[0][1]))
    flag = line((left, 0), (rng.uniform(0.8, 0.98), 0))
    if rng.random() < 0.2:
        flag = curve((left, 0), (0.4, 0.06), (0.6, 0.06), (0.92, -0.03))
    return [Stroke(flag), Stroke(joined(back, bowl), "joint", "curve")]


def _six(rng: Rng, square: float) -> Skeleton:
    low = rng.uniform(0.27, 0.34)
    bowl = arc((0.5, 1 - low), (0.5, low), 180, 540, square)
    if rng.random() < 0.25:
        stem = line((0.02, 1 - low), (rng.uniform(0.1, 0.2), 0.5), (rng.uniform(0.5, 0.8), 0))
        return [Stroke(bowl), Stroke(stem, "joint", "joint")]
    tip = (rng.uniform(0.75, 0.98), rng.uniform(0.05, 0.24))
    hook = rng.uniform(-0.05, 0.02)
    stem = curve((0, 1 - low), (0, 0.22), (0.2, hook), (0.55, 0.0))
    over = curve((0.55, 0.0), (0.75, 0.0), (tip[0] - 0.05, tip[1] - 0.1), tip)
    return [Stroke(bowl), Stroke(joined(stem, over), "joint", "curve")]


def _nine(rng: Rng, square: float) -> Skeleton:
    return [Stroke(1 - stroke.points, stroke.start, stroke.end) for stroke in _six(rng, square)]


def _seven(rng: Rng, _square: float) -> Skeleton:
    foot = rng.uniform(0.15, 0.45)
    if rng.random() < 0.5:
        leg = line((1, 0), (foot, 1))
    else:
        leg = curve(
            (1, 0), (rng.uniform(0.5, 0.8), 0.35), (foot, rng.uniform(0.5, 0.75)), (foot, 1)
        )
    bones = [Stroke(line((0, 0), (1, 0))), Stroke(leg, "joint", "curve")]
    if rng.random() < 0.35:
        bones.append(Stroke(line((0, 0), (0, rng.uniform(0.1, 0.22)))))
    if rng.random() < 0.12:
        bones.append(Stroke(line((0.3, 0.5), (0.9, 0.5))))
    return bones


def _eight(rng: Rng, square: float) -> Skeleton:
    upper = rng.uniform(0.2, 0.26)
    lower = (1 - 2 * upper) / 2
    wide = rng.uniform(0.38, 0.48)
    return [
        Stroke(arc((0.5, upper), (wide, upper), 90, 450, square)),
        Stroke(arc((0.5, 1 - lower), (0.5, lower), -90, 270, square)),
    ]


def _one(rng: Rng, _square: float) -> Skeleton:
    stem = line((0.5, 0), (0.5, 1))
    kind = rng.random()
    if kind < 0.25:
        return [Stroke(stem)]
    if kind < 0.5:
        return [Stroke(stem, "stem", "stem")]
    flag = line((0.5, 0), (rng.uniform(-0.4, 0.1), rng.uniform(0.12, 0.3)))
    return [Stroke(stem, "joint", "stem" if rng.random() < 0.6 else "joint"), Stroke(flag)]


def _zero(rng: Rng, square: float) -> Skeleton:
    if rng.random() < 0.15:
        square = rng.uniform(3.5, 7)
    return [Stroke(arc((0.5, 0.5), (0.5, 0.5), 0, 360, square))]


def _jack(rng: Rng, square: float) -> Skeleton:
    stem, hook = rng.uniform(0.62, 0.98), rng.uniform(0.18, 0.32)
    half = stem / 2
    bowl = arc((half, 1 - hook), (half, hook), 0, rng.uniform(130, 190), square)
    bones = [Stroke(joined(line((stem, 0), (stem, 1 - hook)), bowl), "joint", "curve")]
    kind = rng.random()
    if kind < 0.35:
        bones.append(Stroke(line((rng.uniform(0.1, 0.4), 0), (stem, 0))))
    elif kind < 0.6:
        bones.append(Stroke(line((stem - 0.32, 0), (stem + rng.uniform(0.2, 0.32), 0))))
    return bones


def _queen(rng: Rng, square: float) -> Skeleton:
    ring = Stroke(arc((0.5, 0.47), (0.5, 0.47), 0, 360, square))
    tails = (
        line((rng.uniform(0.5, 0.65), rng.uniform(0.62, 0.78)), (rng.uniform(0.9, 1.08), 1.02)),
        line((0.72, 0.8), (rng.uniform(0.95, 1.1), rng.uniform(1.0, 1.12))),
        curve((0.5, 0.94), (0.55, 1.15), (0.8, 1.2), (1.1, rng.uniform(1.02, 1.14))),
        curve((0.22, 0.82), (0.42, 0.7), (0.6, 1.1), (1.02, rng.uniform(0.94, 1.05))),
        line((0.5, rng.uniform(0.75, 0.94)), (rng.uniform(0.5, 0.62), 1.12)),
        curve((0.3, 0.95), (0.5, 0.88), (0.75, 1.12), (1.05, 0.98)),
        curve((rng.uniform(-0.2, -0.05), 0.8), (0.1, 0.62), (0.45, 0.85), (0.95, 1.0)),
        curve((rng.uniform(-0.3, 0), 0.75), (0.2, 0.66), (0.5, 1.05), (rng.uniform(1, 1.2), 1.0)),
    )
    return [ring, Stroke(tails[int(rng.integers(len(tails)))], "joint", "joint")]


def _king(rng: Rng, _square: float) -> Skeleton:
    meet = rng.uniform(0.5, 0.66)
    branch = rng.uniform(0.15, 0.45)
    on_arm = (branch, meet * (1 - branch))
    leg = line(on_arm, (1, 1)) if rng.random() < 0.7 else line((0, 0.5), (1, 1))
    if rng.random() < 0.15:
        leg = curve(on_arm, (0.7, 0.6), (0.75, 0.95), (1.05, 1))
    arm = line((0.97, 0), (0, meet)) if rng.random() < 0.85 else line((0.97, 0), (0, 0.5))
    return [
        Stroke(line((0, 0), (0, 1)), "stem", "stem"),
        Stroke(arm, "stem", "joint"),
        Stroke(leg, "joint", "stem"),
    ]


def _letter(*strokes: Points) -> Callable[[Rng, float], Skeleton]:
    return lambda _rng, _square: [Stroke(points, "stem", "stem") for points in strokes]


def _bowled(*rows: tuple[float, float]) -> Callable[[Rng, float], Skeleton]:
    def bones(_rng: Rng, square: float) -> Skeleton:
        bowls = [
            Stroke(arc((0.3, (top + low) / 2), (0.65, (low - top) / 2), -90, 90, square))
            for top, low in rows
        ]
        bars = [Stroke(line((0, y), (0.3, y))) for row in rows for y in row]
        return [Stroke(line((0, 0), (0, 1)), "stem", "stem"), *bowls, *bars]

    return bones


SKELETONS: Final[dict[str, Callable[[Rng, float], Skeleton]]] = {
    "A": _ace,
    "2": _two,
    "3": _three,
    "4": _four,
    "5": _five,
    "6": _six,
    "7": _seven,
    "8": _eight,
    "9": _nine,
    "1": _one,
    "0": _zero,
    "J": _jack,
    "Q": _queen,
    "K": _king,
    "O": _zero,
    "E": _letter(line((1, 0), (0, 0), (0, 1), (1, 1)), line((0, 0.5), (0.8, 0.5))),
    "V": _letter(line((0, 0), (0.5, 1)), line((1, 0), (0.5, 1))),
    "D": _bowled((0, 1)),
    "B": _bowled((0, 0.48), (0.48, 1)),
    "R": lambda rng, square: [
        *_bowled((0, 0.5))(rng, square),
        Stroke(line((0.4, 0.5), (1, 1)), "joint", "stem"),
    ],
}
