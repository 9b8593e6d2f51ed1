"""Draws dice in an open cup seen from above, or on any table, with the truth about each die."""

from dataclasses import dataclass
from itertools import product
from typing import Final, Literal

import cv2
import numpy as np

from vision.emulation.dice.bed import BEDS, Picture, Rng, clouds, draw_bed, soften
from vision.emulation.dice.camera import Camera
from vision.emulation.dice.dice_style import DiceStyle, choose_light, choose_looks, styled_looks
from vision.emulation.dice.die import AXES, DieLook, Drawn, Lamp, Light, Pose, draw_die, pip_places
from vision.emulation.dice.hand import TopFace, draw_fingers
from vision.emulation.dice.lens import Lens, expose
from vision.emulation.dice.throw import Cup, throw
from vision.picture.frame import Frame

Trouble = Literal["cocked", "hidden"]
Place = Literal["cup", "table"]
FINER: Final = 2
CUP_BEDS: Final = ("felt", "felt", "wet felt", "wood", "plain", "stone")


@dataclass(frozen=True, slots=True)
class DieTruth:
    """One die of a picture: middle and side of its top face in pixels, and how well it is seen."""

    value: int
    x: float
    y: float
    side: float
    tilt: tuple[float, float]
    # Degrees between the sight line and the top face, and the face that looks at the eye most.
    view_angle: float
    best_angle: float
    seen: float
    pips: tuple[tuple[float, float], ...]


@dataclass(frozen=True, slots=True)
class CupScene:
    """A picture of dice and the truth about them."""

    frame: Frame
    dice: tuple[DieTruth, ...]


def render_scene(
    values: tuple[int, ...],
    rng: Rng,
    *,
    size: tuple[int, int] = (480, 480),
    trouble: Trouble | None = None,
    place: Place = "cup",
    style: DiceStyle | None = None,
) -> CupScene:
    """Dice showing these values, with the truth about every die; trouble spoils one."""
    camera = Camera.choose(size, rng, is_cup=place == "cup")
    cup = Cup.choose(camera, rng) if place == "cup" or rng.random() < 0.25 else None
    poses = throw(values, camera, cup, rng, cocked=trouble == "cocked")
    count = len(poses)
    looks = choose_looks(count, rng) if style is None else styled_looks(style, count, rng)
    light = choose_light(camera, rng)
    ground = _ground(camera, cup, poses, light, rng)
    picture, seen = _with_dice(ground, camera, poses, looks, light)
    if trouble == "hidden":
        target = camera.project(poses[int(rng.integers(len(poses)))].middle[None])[0]
        draw_fingers(picture, seen, target, camera.pixels_per_side, rng)
    parts = zip(poses, looks, seen, strict=True)
    truth = tuple(_truth(pose, look, camera, top) for pose, look, top in parts)
    return CupScene(expose(picture, Lens.choose(camera.pixels_per_side, rng), rng), truth)


def _ground(camera: Camera, cup: Cup | None, poses: list[Pose], light: Light, rng: Rng) -> Picture:
    width, height = camera.size
    names = CUP_BEDS if cup else tuple(BEDS)
    bed = draw_bed(names[int(rng.integers(len(names)))], width, height, rng)
    if cup:
        bed = cup.draw_around(bed, camera, rng)
    lit = np.full((height, width, 3), light.ambient, np.float32)
    for lamp in light.lamps:
        dark = _shadow(camera, poses, lamp, rng)
        lit += np.array(lamp.colour, np.float32) * (1 - dark[..., None])
    return _with_highlights(bed * lit, rng)


def _shadow(camera: Camera, poses: list[Pose], lamp: Lamp, rng: Rng) -> Picture:
    """Where the dice keep a lamp's light from the bed: their corners thrown onto it."""
    width, height = camera.size
    dark = np.zeros((height, width), np.float32)
    source = np.array(lamp.place, np.float32)
    signs = np.array(np.meshgrid((-1, 1), (-1, 1), (-1, 1)), np.float32).reshape(3, -1).T
    for pose in poses:
        corners = pose.middle + 0.46 * signs @ pose.turn.T
        reach = source[2] / np.maximum(source[2] - corners[:, 2], 0.2)
        thrown = source + (corners - source) * reach[:, None]
        hull = cv2.convexHull(camera.project(thrown).astype(np.float32)).astype(np.int32)
        cv2.fillConvexPoly(dark, hull, 1.0)
    soft = camera.pixels_per_side * rng.uniform(0.01, 0.2) + 0.3
    return np.asarray(soften(dark, soft) * rng.uniform(0.5, 1.0), np.float32)


def _with_highlights(picture: Picture, rng: Rng) -> Picture:
    """The lamps mirrored in a glossy bed: broad, streaked, sometimes blinding."""
    height, width = picture.shape[:2]
    for _ in range(int(rng.choice([0, 0, 1, 2, 4]))):
        x, y = rng.uniform(0, width), rng.uniform(0, height)
        spread = rng.uniform(0.03, 0.3) * width
        ys, xs = np.ogrid[:height, :width]
        blob = np.exp(-((xs - x) ** 2 + (ys - y) ** 2 * rng.uniform(0.4, 2)) / (2 * spread**2))
        streak = 1 + rng.uniform(0, 0.6) * clouds(height, width, 2, rng, rng.uniform(1, 12))
        picture = picture + (blob * np.maximum(streak, 0) * rng.uniform(0.05, 0.9))[..., None]
    return np.asarray(picture, np.float32)


def _with_dice(
    picture: Picture, camera: Camera, poses: list[Pose], looks: list[DieLook], light: Light
) -> tuple[Picture, list[TopFace]]:
    """Paint the dice from far to near, keeping what is left to see of each top face."""
    tops: dict[int, TopFace] = {}
    by_distance = sorted(range(len(poses)), key=lambda i: -camera.distance(poses[i].middle))
    for index in by_distance:
        x0, y0, x1, y1 = box = camera.box_around(poses[index].middle)
        mask = np.zeros(picture.shape[:2], np.float32)
        tops[index] = TopFace(0.0, mask)
        if x1 - x0 < 1 or y1 - y0 < 1:
            continue
        rays = camera.rays(box, FINER)
        drawn = draw_die(poses[index], looks[index], camera.eye, rays, light)
        alpha, colour, top = _merged(drawn, y1 - y0, x1 - x0)
        for other in tops.values():
            other.mask[y0:y1, x0:x1] *= 1 - alpha
        picture[y0:y1, x0:x1] += colour - alpha[..., None] * picture[y0:y1, x0:x1]
        mask[y0:y1, x0:x1] = top
        tops[index] = TopFace(float(top.sum()), mask)
    return picture, [tops[i] for i in range(len(poses))]


def _merged(drawn: Drawn, rows: int, columns: int) -> tuple[Picture, Picture, Picture]:
    """Average the finer rays of each pixel: cover, colour times cover, cover by the top face."""
    hit = drawn.hit.astype(np.float32)
    shaded = np.minimum(drawn.colour, 1.5) * hit[:, None]
    layers = np.column_stack([shaded, hit, drawn.is_top.astype(np.float32)])
    fine = layers.reshape(rows * FINER, columns * FINER, 5)
    small = np.zeros((rows, columns, 5), np.float32)
    for y, x in product(range(FINER), repeat=2):
        small += fine[y::FINER, x::FINER] / np.float32(FINER**2)
    alpha, colour, top = small[..., 3], small[..., :3], small[..., 4]
    return alpha, colour, top


def _truth(pose: Pose, look: DieLook, camera: Camera, top: TopFace) -> DieTruth:
    axes = pose.turn.T * np.float32(0.5)
    normals = np.concatenate([axes, -axes])
    sight = camera.eye - pose.middle
    facing = normals @ (sight / np.linalg.norm(sight)) * 2
    weight = np.exp(10 * (facing - facing.max()))
    middle = pose.middle + (normals * weight[:, None]).sum(axis=0) / weight.sum()
    x, y = camera.project(middle[None].astype(np.float32))[0]
    axis, sign = AXES[pose.value]
    up = pose.turn[:, axis] * sign
    angles = np.degrees(np.arccos(np.clip(facing, -1, 1)))
    angle, best = float(angles[axis if sign > 0 else axis + 3]), float(angles.min())
    side = camera.focal / camera.distance(middle.astype(np.float32))
    seen = float(top.mask.sum() / top.whole) if top.whole > 0 else 0.0
    right, down = camera.across(up.astype(np.float32), pose.middle)
    pips = _pips(pose, look, camera)
    place = (float(x), float(y), float(side))
    return DieTruth(pose.value, *place, (right, down), angle, best, seen, pips)


def _pips(pose: Pose, look: DieLook, camera: Camera) -> tuple[tuple[float, float], ...]:
    axis, sign = AXES[pose.value]
    flat = pip_places(pose.value, look)
    points = np.zeros((len(flat), 3), np.float32)
    points[:, axis] = 0.5 * sign
    points[:, ((axis + 1) % 3, (axis + 2) % 3)] = flat
    seen = camera.project(pose.middle + points @ pose.turn.T)
    return tuple((float(x), float(y)) for x, y in seen)
