"""What dice lie on: felt dry and wet, wood, weave, stone, paper and print, all drawn from noise."""

from collections.abc import Callable
from typing import Final

import cv2
import numpy as np
import numpy.typing as npt

from vision.picture.frame import Frame

Picture = npt.NDArray[np.float32]
Rng = np.random.Generator
Painter = Callable[[int, Rng], Picture]


def draw_bed(kind: str, width: int, height: int, rng: Rng) -> Picture:
    """A bed of the kind, turned at random; BGR around 0 to 1."""
    side = int(np.hypot(width, height)) + 8
    picture = BEDS[kind](side, rng)
    turn = cv2.getRotationMatrix2D((side / 2, side / 2), float(rng.uniform(0, 360)), 1.0)
    turned = cv2.warpAffine(picture, turn, (side, side), borderMode=cv2.BORDER_REFLECT)
    top, left = (side - height) // 2, (side - width) // 2
    return np.ascontiguousarray(turned[top : top + height, left : left + width], np.float32)


def clouds(height: int, width: int, grain: float, rng: Rng, stretch: float = 1.0) -> Picture:
    """Smooth noise around 0 with a spread near 1; stretch makes it long in x."""
    rows = max(2, int(height / grain) + 2)
    columns = max(2, int(width / (grain * stretch)) + 2)
    grid = rng.standard_normal((rows, columns)).astype(np.float32)
    return np.asarray(cv2.resize(grid, (width, height), interpolation=cv2.INTER_CUBIC), np.float32)


def soften(picture: Picture, blur: float) -> Picture:
    """Blur; wide blurs at a quarter of the size, which nobody sees and costs a tenth."""
    if blur < 4:
        return np.asarray(cv2.GaussianBlur(picture, (0, 0), blur), np.float32)
    height, width = picture.shape[:2]
    small = cv2.resize(picture, None, fx=0.25, fy=0.25, interpolation=cv2.INTER_AREA)
    small = cv2.GaussianBlur(small, (0, 0), blur / 4)
    return np.asarray(cv2.resize(small, (width, height)), np.float32)


def _tint(rng: Rng, low: float, high: float) -> Picture:
    bright = rng.uniform(low, high)
    hue = rng.uniform(0.4, 1.0, 3) if rng.random() < 0.7 else np.ones(3)
    return np.asarray(bright * hue / hue.max(), np.float32)


def _felt(side: int, rng: Rng) -> Picture:
    colours = ((0.2, 0.45, 0.1), (0.45, 0.2, 0.08), (0.12, 0.1, 0.5), (0.12, 0.12, 0.12))
    base = np.array(colours[rng.integers(len(colours))], np.float32) * rng.uniform(0.3, 1.3)
    fuzz = 1 + rng.uniform(0.02, 0.16) * clouds(side, side, rng.uniform(1.2, 3), rng)
    fuzz += rng.uniform(0, 0.15) * clouds(side, side, 60, rng)
    return base * fuzz[..., None]


def _wet_felt(side: int, rng: Rng) -> Picture:
    felt = _felt(side, rng)
    damp = clouds(side, side, rng.uniform(30, 90), rng) > rng.uniform(-0.5, 0.8)
    edge = cv2.GaussianBlur(damp.astype(np.float32), (0, 0), 3)[..., None]
    sparkle = np.maximum(clouds(side, side, rng.uniform(2, 5), rng) - 1.6, 0)[..., None]
    return np.asarray(felt * (1 - 0.45 * edge) + edge * sparkle * rng.uniform(0.1, 0.7), np.float32)


def _wood(side: int, rng: Rng) -> Picture:
    tones = ((0.1, 0.2, 0.4), (0.25, 0.45, 0.65), (0.05, 0.1, 0.2), (0.08, 0.16, 0.5))
    base = np.array(tones[rng.integers(len(tones))], np.float32) * rng.uniform(0.5, 1.4)
    across = np.linspace(0, rng.uniform(6, 40), side, dtype=np.float32)[:, None]
    bend = clouds(side, side, 80, rng, 6.0) * rng.uniform(0.3, 1.5)
    rings = np.sin(across + bend) * rng.uniform(0.03, 0.2)
    streaks = clouds(side, side, rng.uniform(1.2, 3), rng, rng.uniform(8, 30))
    grain = rings + rng.uniform(0.02, 0.14) * streaks
    return np.asarray(base * (1 + grain[..., None]), np.float32)


def _weave(side: int, rng: Rng) -> Picture:
    cell = rng.uniform(2.5, 9)
    wide = rng.uniform(1, 2.2)
    rows, columns = int(side / cell) + 2, int(side / cell / wide) + 2
    threads = rng.random((rows, columns)).astype(np.float32)
    if rng.random() < 0.5:
        threads = 0.5 * threads + 0.5 * (np.indices(threads.shape).sum(0) % 2)
    threads = np.clip((threads - 0.5) * rng.uniform(1, 4) + 0.5, 0, 1)
    rough = cv2.resize(threads, (side, side), interpolation=cv2.INTER_NEAREST)
    soft = cv2.GaussianBlur(rough, (0, 0), rng.uniform(0.4, 1.2)) + 0.06 * clouds(
        side, side, 2, rng
    )
    dark, light = _tint(rng, 0.02, 0.3), _tint(rng, 0.25, 0.9)
    return np.asarray(dark + (light - dark) * soft[..., None], np.float32)


def _stone(side: int, rng: Rng) -> Picture:
    tone = _tint(rng, 0.1, 0.9)
    layers = [clouds(side, side, grain, rng) * grain**0.4 for grain in (2, 5, 12, 40)]
    rough = np.sum(layers, axis=0)
    return np.asarray(tone * (1 + rng.uniform(0.01, 0.08) * rough[..., None]), np.float32)


def _plain(side: int, rng: Rng) -> Picture:
    slope = np.linspace(1 - rng.uniform(0, 0.4), 1, side, dtype=np.float32)[:, None, None]
    return np.asarray(
        np.ones((side, side, 1), np.float32) * slope * _tint(rng, 0.03, 0.95), np.float32
    )


def _print(side: int, rng: Rng) -> Picture:
    """Lines, dots, squares and rings: what a reader must not take for dice."""
    sheet = (np.clip(_plain(side, rng), 0, 1) * 255).astype(np.uint8)
    for _ in range(int(rng.integers(5, 70))):
        ink = tuple(float(c) for c in rng.uniform(0, 255, 3) * rng.uniform(0, 1))
        x, y = (int(v) for v in rng.uniform(0, side, 2))
        size = int(rng.uniform(2, side * (0.03 if rng.random() < 0.7 else 0.15)))
        _shape(sheet, x, y, size, ink, rng)
    return np.asarray(cv2.GaussianBlur(sheet, (0, 0), 0.6) / 255, np.float32)


def _shape(sheet: Frame, x: int, y: int, size: int, ink: tuple[float, ...], rng: Rng) -> None:
    kind = rng.integers(5)
    thick = int(rng.choice([-1, 1, 2, 4]))
    if kind == 0:
        cv2.circle(sheet, (x, y), size, ink, thick, cv2.LINE_AA)
    elif kind == 1:
        cv2.rectangle(sheet, (x, y), (x + 2 * size, y + 2 * size), ink, thick)
    elif kind == 2:
        cv2.line(sheet, (x, y), (x + 9 * size, y), ink, max(1, thick), cv2.LINE_AA)
    elif kind == 3:
        word = "".join(chr(int(c)) for c in rng.integers(48, 91, 6))
        cv2.putText(sheet, word, (x, y), 0, size / 14 + 0.2, ink, max(1, thick), cv2.LINE_AA)
    else:
        for _ in range(int(rng.integers(1, 7))):
            dx, dy = (int(v) for v in rng.uniform(-4 * size, 4 * size, 2))
            cv2.circle(sheet, (x + dx, y + dy), max(1, size // 2), ink, -1, cv2.LINE_AA)


BEDS: Final[dict[str, Painter]] = {
    "felt": _felt,
    "wet felt": _wet_felt,
    "wood": _wood,
    "weave": _weave,
    "stone": _stone,
    "plain": _plain,
    "print": _print,
}
