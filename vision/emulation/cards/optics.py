"""What light, glass, lens and sensor do to a picture."""

from dataclasses import dataclass, replace
from functools import cache
from typing import Final, TypeAlias

import cv2
import numpy as np
import numpy.typing as npt

from vision.emulation.cards.skeletons import Rng
from vision.picture.frame import Frame

Pixels: TypeAlias = npt.NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class Level:
    """How bad it may get: most turn, blur in pixels, range of light, share with glare, specks."""

    turn_deg: float
    motion_px: float
    defocus: float
    light: tuple[float, float]
    glare_share: float
    specks: int
    noise: float
    uneven: float
    cast: float
    jpeg_share: float = 0.0
    linen_share: float = 0.0
    scale: float = 1.0


CLEAN: Final = Level(1, 0, 0, (0.95, 1.05), 0, 0, 1.5, 0.03, 0.01)
MID: Final = Level(5, 5, 1.0, (0.7, 1.15), 0.25, 0, 2.5, 0.1, 0.03)
HARD: Final = Level(8, 9, 1.6, (0.35, 1.3), 0.6, 8, 4, 0.2, 0.05)
WILD: Final = Level(9, 9, 1.7, (0.3, 1.35), 0.5, 9, 6, 0.3, 0.1, 0.3, 0.3)
LEVELS: Final[dict[str, Level]] = {"clean": CLEAN, "mid": MID, "hard": HARD, "wild": WILD}


@cache
def _noise() -> Pixels:
    return np.random.default_rng(7).standard_normal((700, 700, 3)).astype(np.float32)


def scaled(level: Level, factor: float) -> Level:
    """The same conditions for a picture of another scale."""
    return replace(
        level,
        motion_px=level.motion_px * factor,
        defocus=level.defocus * factor,
        noise=level.noise * max(factor, 0.6),
        scale=level.scale * factor,
    )


def paper_grain(size: tuple[int, int], rng: Rng, linen_share: float) -> Pixels:
    """Mottled print, and a linen pattern embossed on some cards, to be added to the paper."""
    high, wide = size
    clouds = rng.uniform(-1, 1, (8, 6)).astype(np.float32) * np.float32(rng.uniform(0, 4))
    grain = cv2.resize(clouds, (wide, high), interpolation=cv2.INTER_LINEAR)
    if rng.random() < linen_share:
        pitch = 6.28 / rng.uniform(3, 7)
        across = np.sin(np.arange(wide, dtype=np.float32) * pitch)
        down = np.sin(np.arange(high, dtype=np.float32) * pitch) * np.float32(rng.uniform(2, 12))
        grain = grain + np.outer(down, across)
    return np.asarray(grain, np.float32)


def see(scene: Frame, rng: Rng, level: Level) -> Frame:
    """Take a picture of a scene under the given conditions."""
    image = _blurred(scene, rng, level)
    lit: Pixels = image.astype(np.float32)
    lit *= _light(scene.shape[:2], rng, level)
    if rng.random() < level.glare_share:
        lit += _glare(scene.shape[:2], rng, level.scale)
    for _ in range(level.specks):
        speck(lit, rng, level.scale)
    return _sensed(lit, rng, level)


def _blurred(scene: Frame, rng: Rng, level: Level) -> Frame:
    length = rng.uniform(0, level.motion_px) if level.motion_px else 0.0
    if length >= 1:
        scene = np.asarray(cv2.filter2D(scene, -1, _streak(length, rng.uniform(0, 180))), np.uint8)
    sigma = rng.uniform(0, level.defocus) if level.defocus else 0.0
    if sigma > 0.25:
        scene = np.asarray(cv2.GaussianBlur(scene, (0, 0), sigma), np.uint8)
    return scene


def _streak(length: float, angle: float) -> Pixels:
    size = int(length) | 1
    size = size + 2 if size < length else size
    kernel = np.zeros((size * 4, size * 4), np.uint8)
    middle = np.array([size * 2, size * 2])
    half = np.array([np.cos(np.radians(angle)), np.sin(np.radians(angle))]) * length * 2
    ends = [tuple(int(v) for v in np.round(middle + sign * half)) for sign in (-1, 1)]
    cv2.line(kernel, ends[0], ends[1], 255, 3)
    small = cv2.resize(kernel, (size, size), interpolation=cv2.INTER_AREA).astype(np.float32)
    return np.asarray(small / max(float(small.sum()), 1.0), np.float32)


def _light(size: tuple[int, int], rng: Rng, level: Level) -> Pixels:
    corners = 1 + rng.uniform(-level.uneven, level.uneven, (2, 2)).astype(np.float32)
    field = cv2.resize(corners, (size[1], size[0]), interpolation=cv2.INTER_LINEAR)
    cast = 1 + rng.uniform(-level.cast, level.cast, 3).astype(np.float32)
    cast *= np.float32(rng.uniform(*level.light))
    return np.asarray(cv2.merge([field * share for share in cast]), np.float32)


def _glare(size: tuple[int, int], rng: Rng, scale: float) -> Pixels:
    """A soft spot or a streak of reflected light."""
    coarse = 4 * scale
    small = np.zeros((round(size[0] / coarse), round(size[1] / coarse)), np.float32)
    centre = (int(rng.integers(small.shape[1])), int(rng.integers(small.shape[0])))
    axes = (int(rng.integers(3, 18)), int(rng.integers(2, 9)))
    cv2.ellipse(small, centre, axes, float(rng.uniform(0, 180)), 0, 360, 1.0, -1)
    soft = cv2.GaussianBlur(small, (0, 0), rng.uniform(1.5, 6))
    spot = cv2.resize(soft, (size[1], size[0]), interpolation=cv2.INTER_LINEAR)
    spot = np.asarray(spot, np.float32) * np.float32(rng.uniform(40, 230))
    return np.asarray(cv2.merge([spot, spot, spot]), np.float32)


def speck(lit: Pixels, rng: Rng, scale: float = 1.0) -> None:
    """Leave one grain of dirt or a hair on the glass."""
    x, y = int(rng.integers(lit.shape[1])), int(rng.integers(lit.shape[0]))
    shade = float(rng.uniform(10, 110))
    if rng.random() < 0.12:
        reach = rng.normal(0, 15 * scale, 2)
        end = (x + int(reach[0]), y + int(reach[1]))
        cv2.line(lit, (x, y), end, (shade, shade, shade), 1, cv2.LINE_AA)
        return
    axes = (round(rng.uniform(1, 4.5) * scale), round(rng.uniform(1, 4.5) * scale))
    cv2.ellipse(lit, (x, y), axes, float(rng.uniform(0, 180)), 0, 360, (shade, shade, shade), -1)


def _sensed(lit: Pixels, rng: Rng, level: Level) -> Frame:
    high, wide = lit.shape[:2]
    y, x = int(rng.integers(700 - high)), int(rng.integers(700 - wide))
    lit += _noise()[y : y + high, x : x + wide] * np.float32(rng.uniform(0.5, 1) * level.noise)
    frame = np.asarray(cv2.convertScaleAbs(np.maximum(lit, 0)), np.uint8)
    if rng.random() < level.jpeg_share:
        quality = [cv2.IMWRITE_JPEG_QUALITY, int(rng.integers(45, 95))]
        frame = np.asarray(cv2.imdecode(cv2.imencode(".jpg", frame, quality)[1], 1), np.uint8)
    return frame
