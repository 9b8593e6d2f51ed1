"""Turns rendered scenes and patches into training batches, each time a little different."""

from dataclasses import dataclass
from pathlib import Path
from typing import Final

import cv2
import numpy as np
import numpy.typing as npt

from vision.dice.patches import normalised
from vision.picture.frame import Floats
from vision.training.dice_data import FINDER_SIZE, MOST_DICE, NOTHING, PATCH, PATCH_SIDES, SCENE

Rng = np.random.Generator
CELL: Final = 4
PIP_CELL: Final = 2


@dataclass(frozen=True, slots=True)
class Material:
    """All shards of a folder, side by side."""

    scenes: npt.NDArray[np.uint8]
    targets: Floats
    patches: npt.NDArray[np.uint8]
    labels: npt.NDArray[np.int64]
    tilts: Floats
    pips: Floats

    @classmethod
    def load(cls, paths: list[Path]) -> "Material":
        """Read shards into memory."""
        files = [np.load(path) for path in paths]
        names = ("scenes", "targets", "patches", "labels", "tilts", "pips")
        return cls(*(np.concatenate([file[name] for file in files]) for name in names))


def scene_batch(data: Material, count: int, rng: Rng) -> tuple[Floats, Floats, Floats, Floats]:
    """Pictures, heat targets, places (dx, dy, size) and the weight of every cell."""
    chosen = rng.integers(len(data.scenes), size=count)
    parts = [_scene(data.scenes[i], data.targets[i], rng) for i in chosen]
    pictures, heats, places, weights = (np.stack(column) for column in zip(*parts, strict=True))
    return pictures, heats, places, weights


def _scene(
    picture: npt.NDArray[np.uint8], targets: Floats, rng: Rng
) -> tuple[Floats, Floats, Floats, Floats]:
    width, height = FINDER_SIZE
    zoom = float(np.exp(rng.uniform(np.log(0.55), np.log(1.25))))
    turn = cv2.getRotationMatrix2D((SCENE[0] / 2, SCENE[1] / 2), _quarter_or_any(rng), zoom)
    spare = np.abs(np.array((SCENE[0], SCENE[1])) * zoom - FINDER_SIZE) / 2
    turn[:, 2] += (np.array(FINDER_SIZE) - np.array(SCENE)) / 2.0 + rng.uniform(-spare, spare)
    if zoom < 0.7:
        picture = cv2.GaussianBlur(picture, (0, 0), 0.4 / zoom).astype(np.uint8)
    border = cv2.BORDER_REPLICATE if rng.random() < 0.7 else cv2.BORDER_CONSTANT
    moved = cv2.warpAffine(picture, turn, FINDER_SIZE, borderMode=border)
    points = targets[:, :2] @ turn[:, :2].T.astype(np.float32) + turn[:, 2].astype(np.float32)
    sides = targets[:, 2] * zoom
    heat, place, weight = _heat(points, sides, targets[:, 3], width, height)
    return _picture(np.asarray(moved, np.uint8), rng), heat, place, weight


def _quarter_or_any(rng: Rng) -> float:
    return float(rng.choice([0, 90, 180, 270]) if rng.random() < 0.5 else rng.uniform(0, 360))


def _heat(
    points: Floats, sides: Floats, is_wanted: Floats, width: int, height: int
) -> tuple[Floats, Floats, Floats]:
    rows, columns = height // CELL, width // CELL
    heat = np.zeros((rows, columns), np.float32)
    place = np.zeros((3, rows, columns), np.float32)
    weight = np.ones((rows, columns), np.float32)
    ys, xs = np.mgrid[:rows, :columns].astype(np.float32)
    for number in range(MOST_DICE):
        side = sides[number] / CELL
        if side <= 0:
            continue
        x, y = points[number] / CELL - 0.5
        away = (xs - x) ** 2 + (ys - y) ** 2
        if not is_wanted[number] or not (0 <= x < columns - 1 and 0 <= y < rows - 1):
            weight[away < (0.8 * side) ** 2] = 0
            continue
        heat = np.maximum(heat, np.exp(-away / (2 * max(0.6, 0.14 * side) ** 2)))
        near = away < max(1.5, 0.25 * side) ** 2
        heat[round(float(y)), round(float(x))] = 1.0
        for layer, value in zip(place, (x - xs, y - ys, np.log(sides[number] / 16)), strict=True):
            layer[near] = value[near] if isinstance(value, np.ndarray) and value.ndim else value
    return heat, place, weight


def patch_batch(
    data: Material, count: int, size: int, sides: float, rng: Rng
) -> tuple[Floats, npt.NDArray[np.int64], Floats, Floats]:
    """Patches turned, shifted and zoomed at random; labels, tilts, and the heat of the pips."""
    chosen = rng.integers(len(data.labels), size=count)
    parts = [_patch(data, int(i), size, sides, rng) for i in chosen]
    pictures, tilts, heats = (np.stack(column) for column in zip(*parts, strict=True))
    return pictures, data.labels[chosen], tilts, heats


def _patch(
    data: Material, index: int, size: int, sides: float, rng: Rng
) -> tuple[Floats, Floats, Floats]:
    angle = rng.uniform(0, 2 * np.pi)
    zoom = size / sides * PATCH_SIDES / PATCH * np.exp(rng.normal(0, 0.09))
    turn = zoom * np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
    if rng.random() < 0.5:
        turn[:, 0] = -turn[:, 0]
    shift = size / 2 + rng.normal(0, 0.05, 2) * size / sides - turn @ (PATCH / 2, PATCH / 2)
    move = np.column_stack([turn, shift]).astype(np.float32)
    border = cv2.BORDER_REPLICATE
    moved = cv2.warpAffine(data.patches[index], move, (size, size), borderMode=border)
    tilt = (turn / zoom).astype(np.float32) @ data.tilts[index]
    pips = data.pips[index] @ move[:, :2].T + move[:, 2]
    label = data.labels[index]
    heat = _pip_heat(pips if 0 <= label < 6 else pips[:0], size)
    if label not in (NOTHING, *range(6)):
        heat[:] = -1
    return _picture(np.asarray(moved, np.uint8), rng), tilt, heat


def _pip_heat(pips: Floats, size: int) -> Floats:
    cells = size // PIP_CELL
    heat = np.zeros((cells, cells), np.float32)
    ys, xs = np.mgrid[:cells, :cells].astype(np.float32)
    for x, y in pips / PIP_CELL - 0.5:
        if np.isnan(x) or not (0 <= x <= cells - 1 and 0 <= y <= cells - 1):
            continue
        heat = np.maximum(heat, np.exp(-((xs - x) ** 2 + (ys - y) ** 2) / (2 * 0.7**2)))
        heat[round(float(y)), round(float(x))] = 1.0
    return heat


def _picture(picture: npt.NDArray[np.uint8], rng: Rng) -> Floats:
    """Light, colour, noise and blur as another camera would have them."""
    seen = picture.astype(np.float32)
    if rng.random() < 0.15:
        seen[:] = seen.mean(axis=2, keepdims=True)
    gain = np.exp(rng.normal(0, 0.12, 3)).astype(np.float32)
    toned = np.clip(seen / 255 * gain, 0, 1) ** np.exp(rng.normal(0, 0.25))
    seen = np.asarray(toned * 255, np.float32)
    if rng.random() < 0.2:
        seen = np.asarray(cv2.GaussianBlur(seen, (0, 0), rng.uniform(0.3, 1.0)), np.float32)
    if rng.random() < 0.3:
        seen = seen + rng.standard_normal(seen.shape, np.float32) * np.float32(rng.uniform(0, 10))
    return normalised(np.clip(seen, 0, 255))
