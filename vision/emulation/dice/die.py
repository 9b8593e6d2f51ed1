"""Draws one die: a rounded cube with drilled pips, seen through a pinhole camera."""

from dataclasses import dataclass
from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

Vector = npt.NDArray[np.float32]
Colour = tuple[float, float, float]

# The face with a value looks along this axis of the die; opposite faces add up to seven.
AXES: Final = {1: (2, 1), 6: (2, -1), 2: (0, 1), 5: (0, -1), 3: (1, 1), 4: (1, -1)}
STEPS: Final = 10


@dataclass(frozen=True, slots=True)
class DieLook:
    """Colours (BGR, 0 to 1) and shape; lengths are parts of the side."""

    body: Colour
    pips: Colour
    red_pips: Colour | None
    edge: float
    ball: float
    pip: float
    big_one: float
    spread: float
    six_columns: float
    gloss: float
    shine: float
    depth: float
    glow: float
    # A second colour that runs through the body in clouds.
    swirl: Colour | None = None


@dataclass(frozen=True, slots=True)
class Lamp:
    """A light: where it is in the world, its colour times strength."""

    place: tuple[float, float, float]
    colour: Colour


class Light(NamedTuple):
    """All lamps, and the light from all sides."""

    lamps: list[Lamp]
    ambient: float


@dataclass(frozen=True, slots=True)
class Pose:
    """Where a die is: its middle in the world and the turn from die to world."""

    middle: Vector
    turn: npt.NDArray[np.float32]
    value: int


def pip_places(value: int, look: DieLook) -> list[tuple[float, float]]:
    """Where the pips of a face sit, from its middle, in parts of the side."""
    s, c = look.spread, look.six_columns
    diagonal = [(-s, -s), (s, s)]
    corners = [*diagonal, (-s, s), (s, -s)]
    six = [(x, y) for x in (-c, c) for y in (-s, 0.0, s)]
    middle = [(0.0, 0.0)]
    faces = (middle, diagonal, middle + diagonal, corners, middle + corners, six)
    return faces[value - 1]


def standing(value: int, yaw: float, lean: float, lean_towards: float) -> npt.NDArray[np.float32]:
    """The turn that puts a value on top, spun by yaw and then leaning over (radians)."""
    axis, sign = AXES[value]
    up = np.zeros(3)
    up[axis] = sign
    side = np.zeros(3)
    side[(axis + 1) % 3] = 1.0
    upright = np.stack([side, np.cross(up, side), up])
    spin = _about(np.array([0.0, 0.0, 1.0]), yaw)
    tip = _about(np.array([np.cos(lean_towards), np.sin(lean_towards), 0.0]), lean)
    turned: npt.NDArray[np.float32] = (tip @ spin @ upright).astype(np.float32)
    return turned


def _about(axis: npt.NDArray[np.float64], angle: float) -> npt.NDArray[np.float64]:
    x, y, z = axis
    cross = np.array([[0.0, -z, y], [z, 0.0, -x], [-y, x, 0.0]])
    eye = np.eye(3)
    turn: npt.NDArray[np.float64] = (
        eye + np.sin(angle) * cross + (1 - np.cos(angle)) * cross @ cross
    )
    return turn


@dataclass(frozen=True, slots=True)
class Drawn:
    """Pixels of one die: which rays met it, their colour, and which of them met the top face."""

    hit: npt.NDArray[np.bool_]
    colour: Vector
    is_top: npt.NDArray[np.bool_]


def draw_die(pose: Pose, look: DieLook, eye: Vector, rays: Vector, light: Light) -> Drawn:
    """Follow rays (n x 3, unit length) from the eye to the die and shade what they meet."""
    origin = ((eye - pose.middle) @ pose.turn).astype(np.float32)
    met, places = _march(origin, rays @ pose.turn, look)
    albedo, normals, face = _paint(places, _normals(places, look), look)
    world = pose.middle + places @ pose.turn.T
    seen = _shade(world, normals @ pose.turn.T, -rays[met], albedo, look, light)
    hit, is_top = np.zeros((2, len(rays)), np.bool_)
    colour = np.zeros((len(rays), 3), np.float32)
    hit[met], colour[met], is_top[met] = True, seen, face == pose.value
    return Drawn(hit, colour, is_top)


def _march(origin: Vector, towards: Vector, look: DieLook) -> tuple[npt.NDArray[np.intp], Vector]:
    """Step along each ray by the distance to the die; the rays that meet it, and where."""
    along = -(towards @ origin)
    miss = float(origin @ origin) - along * along
    near = np.flatnonzero(miss < look.ball**2)
    x, y, z = (np.ascontiguousarray(row) for row in towards[near].T)
    depth = np.sqrt(np.maximum(look.ball**2 - miss[near], 0))
    first, last = along[near] - depth, along[near] + depth
    far = gap = first
    for _ in range(STEPS):
        gap = _distance(origin[0] + x * far, origin[1] + y * far, origin[2] + z * far, look)
        far = np.maximum(far + gap, first)
    hit = (gap < 0.01) & (far < last)
    met = near[hit]
    return met, origin + towards[met] * far[hit][:, None]


def _distance(x: Vector, y: Vector, z: Vector, look: DieLook) -> Vector:
    """How far points are from the cube with rounded edges; the ball is met at its surface."""
    half = np.float32(0.5 - look.edge)
    qx, qy, qz = np.abs(x) - half, np.abs(y) - half, np.abs(z) - half
    inside = np.minimum(np.maximum(np.maximum(qx, qy), qz), 0)
    for q in (qx, qy, qz):
        np.maximum(q, 0, out=q)
    return np.asarray(np.sqrt(qx * qx + qy * qy + qz * qz) + inside - np.float32(look.edge))


def _normals(places: Vector, look: DieLook) -> Vector:
    q = np.maximum(np.abs(places) - np.float32(0.5 - look.edge), 0) * np.sign(places)
    on_ball = np.einsum("ij,ij->i", places, places) > (look.ball - 0.015) ** 2
    q = np.where(on_ball[:, None], places, q)
    unit: Vector = q / (_length(q) + np.float32(1e-6))
    return unit


def _length(vectors: Vector) -> Vector:
    length: Vector = np.sqrt(np.einsum("ij,ij->i", vectors, vectors))[:, None]
    return length


def _paint(
    places: Vector, normals: Vector, look: DieLook
) -> tuple[Vector, Vector, npt.NDArray[np.int64]]:
    albedo = np.broadcast_to(np.array(look.body, np.float32), places.shape).copy()
    if look.swirl is not None:
        share = _clouds(places)
        albedo += (np.array(look.swirl, np.float32) - albedo) * share[:, None]
    normals = normals.copy()
    axis = np.abs(places).argmax(axis=1)
    sign = np.sign(places[np.arange(len(places)), axis])
    face = np.zeros(len(places), np.int64)
    for value, (along, way) in AXES.items():
        here = np.flatnonzero((axis == along) & (sign == way))
        face[here] = value
        if len(here):
            _drill(value, along, here, places, albedo, normals, look)
    return albedo, normals, face


def _clouds(places: Vector) -> Vector:
    """How much of the second colour is where, 0 to 1: bands that wind through the die."""
    x, y, z = places.T * np.float32(7)
    wound = np.sin(x + 1.7 * np.sin(y)) * np.cos(z + 1.3 * np.sin(x)) + 0.4 * np.sin(3 * (y - z))
    return np.asarray(np.clip(0.5 + 0.6 * wound, 0, 1), np.float32)


def _drill(
    value: int,
    along: int,
    here: npt.NDArray[np.intp],
    places: Vector,
    albedo: Vector,
    normals: Vector,
    look: DieLook,
) -> None:
    u, v = (along + 1) % 3, (along + 2) % 3
    radius = look.big_one if value == 1 else look.pip
    is_red = look.red_pips is not None and value in (1, 4)
    colour = np.array(look.red_pips if is_red and look.red_pips else look.pips, np.float32)
    flat = places[here][:, (u, v)]
    for x, y in pip_places(value, look):
        away = flat - np.array((x, y), np.float32)
        inside = np.einsum("ij,ij->i", away, away) < radius * radius
        index = here[inside]
        albedo[index] = colour
        normals[index[:, None], (u, v)] -= look.depth * away[inside] / np.float32(radius)
    normals[here] /= _length(normals[here]) + np.float32(1e-6)


def _shade(
    world: Vector, normals: Vector, back: Vector, albedo: Vector, look: DieLook, light: Light
) -> Vector:
    sky = np.float32(0.6) + np.float32(0.4) * normals[:, 2:3]
    total = albedo * (np.float32(light.ambient) * sky)
    facing = np.einsum("ij,ij->i", normals, back)
    if look.glow:
        total += albedo * np.float32(look.glow) * (1 - np.abs(facing))[:, None]
    for lamp in light.lamps:
        beam = np.array(lamp.place, np.float32) - world
        beam /= _length(beam)
        strength = np.array(lamp.colour, np.float32)
        total += albedo * strength * np.maximum(np.einsum("ij,ij->i", normals, beam), 0)[:, None]
        half = beam + back
        half /= _length(half) + np.float32(1e-6)
        glint = np.maximum(np.einsum("ij,ij->i", normals, half), 0) ** np.float32(look.shine)
        total += strength * (np.float32(look.gloss) * glint)[:, None]
    return np.asarray(total, np.float32)
