"""Typefaces of our own: the same bones under endless pens."""

from dataclasses import dataclass, field
from typing import Final, Literal

import cv2
import numpy as np
import numpy.typing as npt

from vision.emulation.cards.skeletons import SKELETONS, Points, Rng, Skeleton, Stroke
from vision.picture.frame import Map

CAP_PX: Final = 144
MARGIN_PX: Final = 60


@dataclass(frozen=True, slots=True)
class Typeface:
    """How the pen is held and moved; lengths in cap heights, angles in degrees."""

    seed: int
    width: float
    weight: float
    contrast: float
    stress_deg: float
    square: float
    slant: float
    serif: Literal["none", "slab", "hair", "wedge"]
    serif_length: float
    round_ends: bool
    ball: float
    ten_gap: float
    ten_narrow: float
    warp: float
    cache: dict[str, Map] = field(default_factory=dict, compare=False, repr=False)


def random_typeface(rng: Rng) -> Typeface:
    """Draw a typeface: hairline to fat, condensed to extended, with and without serifs."""
    serif = str(rng.choice(["none", "none", "none", "slab", "hair", "hair", "wedge", "wedge"]))
    contrast = rng.uniform(0.7, 1.0) if serif in ("none", "slab") else rng.uniform(0.16, 0.8)
    width = rng.uniform(0.36, 0.8)
    weight = rng.uniform(0.2, 0.36) * width if rng.random() < 0.8 else rng.uniform(0.04, 0.1)
    return Typeface(
        seed=int(rng.integers(1 << 31)),
        width=float(width),
        weight=float(min(weight, 0.19 / contrast)),
        contrast=float(contrast),
        stress_deg=float(rng.choice([0.0, rng.uniform(0, 32)])),
        square=float(rng.choice([2.0, rng.uniform(2.0, 2.6), rng.uniform(2.4, 4.5)])),
        slant=float(rng.choice([0.0, 0.0, rng.uniform(-0.05, 0.25)])),
        serif=serif,  # type: ignore[arg-type]
        serif_length=float(rng.uniform(0.05, 0.16)),
        round_ends=bool(rng.random() < 0.3),
        ball=float(rng.choice([0.0, 0.0, rng.uniform(1.1, 1.7)])),
        ten_gap=float(rng.uniform(-0.02, 0.16)),
        ten_narrow=float(rng.uniform(0.55, 1.0)),
        warp=float(rng.choice([0.0, rng.uniform(0, 0.03), rng.uniform(0.02, 0.06)])),
    )


def rank_mask(face: Typeface, rank: str) -> Map:
    """The rank's ink, 0 to 255, cut to its own box; `T` is drawn as 10."""
    if rank not in face.cache:
        face.cache[rank] = _trimmed(_ten(face) if rank == "T" else _glyph(face, rank, 1.0))
    return face.cache[rank]


def _ten(face: Typeface) -> Map:
    one = _trimmed(_glyph(face, "1", 0.4), sides_only=True)
    open_enough = face.weight * 2.6 / face.width
    zero = _trimmed(_glyph(face, "0", max(face.ten_narrow, open_enough)), sides_only=True)
    gap = round((face.ten_gap + 0.02) * CAP_PX)
    whole = np.zeros((one.shape[0], one.shape[1] + zero.shape[1] + max(gap, 0)), np.uint8)
    whole[:, : one.shape[1]] = one
    left = whole.shape[1] - zero.shape[1]
    whole[:, left:] = np.maximum(whole[:, left:], zero)
    return whole


def _glyph(face: Typeface, letter: str, narrow: float) -> Map:
    rng = np.random.default_rng([face.seed, ord(letter)])
    bones = SKELETONS[letter](rng, face.square)
    wide = face.width * narrow * rng.uniform(0.92, 1.08)
    size = (CAP_PX + 2 * MARGIN_PX + round(CAP_PX * 0.25), CAP_PX * 2 + 2 * MARGIN_PX)
    mask = np.zeros(size, np.uint8)
    for stroke in _inked(face, bones, wide):
        _sweep(mask, face, stroke)
    return _bent(mask, face, rng)


def _inked(face: Typeface, bones: Skeleton, wide: float) -> list[Stroke]:
    """Scale the bones to pixels inside the pen's reach, so that heavy faces keep their height."""
    scale = np.array([max(wide - face.weight, 0.08), 1 - face.weight * face.contrast])
    shift = np.array([face.weight / 2, face.weight * face.contrast / 2])
    placed = []
    for stroke in bones:
        points = (stroke.points * scale + shift) * CAP_PX + MARGIN_PX
        points[:, 0] += face.slant * (CAP_PX + MARGIN_PX - points[:, 1])
        placed.append(Stroke(points, stroke.start, stroke.end))
    return placed


def _sweep(mask: Map, face: Typeface, stroke: Stroke) -> None:
    outline = _half_widths(face, stroke.points)
    left, right = stroke.points + outline, stroke.points - outline
    for i in range(len(left) - 1):
        quad = np.array([left[i], left[i + 1], right[i + 1], right[i]])
        cv2.fillConvexPoly(mask, _fixed(quad), 255, cv2.LINE_AA, 4)
    reach = range(len(left)) if face.round_ends else range(1, len(left) - 1)
    for i in reach:
        radius = float(np.hypot(*outline[i]))
        _dot(mask, stroke.points[i], radius)
    _finish_ends(mask, face, stroke)


def _half_widths(face: Typeface, points: Points) -> Points:
    """The pen's half width across each point: wide across its stress, thin along it."""
    along = np.gradient(points, axis=0)
    along /= np.maximum(np.hypot(along[:, 0], along[:, 1]), 1e-6)[:, None]
    across = np.stack([-along[:, 1], along[:, 0]], axis=1)
    stress = np.radians(face.stress_deg)
    nib = np.array([np.cos(stress), -np.sin(stress)])
    share = np.abs(across @ nib)
    thin = face.weight * face.contrast
    width = np.sqrt((face.weight * share) ** 2 + (thin**2) * (1 - share**2))
    return np.asarray(across * (width * CAP_PX / 2)[:, None], dtype=np.float64)


def _finish_ends(mask: Map, face: Typeface, stroke: Stroke) -> None:
    for point, kind in ((stroke.points[0], stroke.start), (stroke.points[-1], stroke.end)):
        if kind == "curve" and face.ball:
            _dot(mask, point, face.weight * face.ball * CAP_PX / 2)
        elif kind == "stem" and face.serif != "none":
            _serif(mask, face, point)


def _serif(mask: Map, face: Typeface, point: Points) -> None:
    reach = (face.serif_length + face.weight / 2) * CAP_PX
    thick = {"slab": face.weight * 0.8, "hair": 0.035, "wedge": face.weight * 0.5}[face.serif]
    half = max(thick, 0.025) * CAP_PX / 2
    x, y = float(point[0]), float(point[1])
    box = np.array(
        [[x - reach, y - half], [x + reach, y - half], [x + reach, y + half], [x - reach, y + half]]
    )
    cv2.fillConvexPoly(mask, _fixed(box), 255, cv2.LINE_AA, 4)
    if face.serif == "wedge":
        inward = half + (1 if y < CAP_PX / 2 + MARGIN_PX else -1) * reach
        tip = np.array([[x - reach, y], [x + reach, y], [x, y + inward]])
        cv2.fillConvexPoly(mask, _fixed(tip), 255, cv2.LINE_AA, 4)


def _bent(mask: Map, face: Typeface, rng: Rng) -> Map:
    if not face.warp:
        return mask
    height, width = mask.shape
    grid = rng.normal(0, face.warp * CAP_PX, (2, 4, 4)).astype(np.float32)
    dx, dy = (cv2.resize(part, (width, height), interpolation=cv2.INTER_CUBIC) for part in grid)
    ys, xs = np.mgrid[0:height, 0:width].astype(np.float32)
    return np.asarray(cv2.remap(mask, xs + dx, ys + dy, cv2.INTER_LINEAR), dtype=np.uint8)


def _trimmed(mask: Map, sides_only: bool = False) -> Map:
    columns = np.flatnonzero(mask.max(axis=0) > 40)
    rows = np.flatnonzero(mask.max(axis=1) > 40)
    if not len(rows):
        return mask
    top, low = (0, len(mask)) if sides_only else (rows[0], rows[-1] + 1)
    return mask[top:low, columns[0] : columns[-1] + 1]


def _dot(mask: Map, centre: Points, radius: float) -> None:
    x, y = (round(float(v) * 16) for v in centre)
    cv2.circle(mask, (x, y), max(round(radius * 16), 8), 255, -1, cv2.LINE_AA, 4)


def _fixed(points: Points) -> npt.NDArray[np.int32]:
    return np.round(points * 16).astype(np.int32)
