"""Where thrown dice come to lie: in a cup or on a table, apart, touching or leaning."""

from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from vision.emulation.dice.bed import Picture, Rng, clouds, soften
from vision.emulation.dice.camera import Camera
from vision.emulation.dice.die import Pose, standing


@dataclass(frozen=True, slots=True)
class Cup:
    """A round cup: radius of the floor, of the rim, and the height of the wall, in sides."""

    floor: float
    rim: float
    wall: float

    @classmethod
    def choose(cls, camera: Camera, rng: Rng) -> "Cup":
        """A cup whose floor fits the picture."""
        width, height = camera.size
        fits = min(width, height) / camera.pixels_per_side / 2
        floor = max(1.9, fits * rng.uniform(0.75, 1.15))
        return cls(floor, floor * rng.uniform(1.0, 1.15), rng.uniform(0.5, 2.5))

    def draw_around(self, bed: Picture, camera: Camera, rng: Rng) -> Picture:
        """Put the wall and whatever is outside around a bed."""
        foot = _ring_mask(camera, self.floor, 0.0)
        mouth = _ring_mask(camera, self.rim, self.wall)
        tone = rng.uniform(0.02, 0.8) * rng.uniform(0.5, 1.0, 3).astype(np.float32)
        height, width = bed.shape[:2]
        wall = tone * (1 + 0.15 * clouds(height, width, height / 3, rng))[..., None]
        wall = wall * (0.55 + 0.45 * soften(1 - foot, width / 40))[..., None]
        outside = rng.uniform(0.02, 0.6) * rng.uniform(0.5, 1.0, 3).astype(np.float32)
        inner = foot[..., None] * bed + (1 - foot[..., None]) * wall
        whole = mouth[..., None] * inner + (1 - mouth[..., None]) * outside
        return np.asarray(whole, np.float32)


def _ring_mask(camera: Camera, radius: float, height: float) -> Picture:
    turns = np.linspace(0, 2 * np.pi, 72, endpoint=False)
    ring = np.stack([radius * np.cos(turns), radius * np.sin(turns), np.full(72, height)], axis=1)
    mask = np.zeros((camera.size[1], camera.size[0]), np.float32)
    cv2.fillPoly(mask, [camera.project(ring.astype(np.float32)).astype(np.int32)], 1.0)
    return np.asarray(cv2.GaussianBlur(mask, (0, 0), 1.0), np.float32)


def throw(
    values: tuple[int, ...], camera: Camera, cup: Cup | None, rng: Rng, *, cocked: bool
) -> list[Pose]:
    """Lay dice down so that none stands in another; a cocked one rests near an edge."""
    odd = int(rng.integers(len(values))) if cocked and values else -1
    is_huddle = rng.random() < 0.4
    spots: list[Spot] = []
    poses = []
    for number, value in enumerate(values):
        yaw = float(rng.uniform(0, 2 * np.pi))
        size = 1.25 if number == odd else 1.0
        spot = _free_spot(spots, yaw, size, camera, cup, rng, is_huddle=is_huddle)
        spots.append(spot)
        is_cocked = number == odd
        poses.append(_cocked(value, spot, camera, rng) if is_cocked else _laid(value, spot, rng))
    return poses


@dataclass(frozen=True, slots=True)
class Spot:
    """The square a die takes on the bed."""

    x: float
    y: float
    yaw: float
    size: float

    def corners(self) -> npt.NDArray[np.float64]:
        """The four corners."""
        turns = self.yaw + np.pi / 4 + np.arange(4) * np.pi / 2
        reach = self.size / np.sqrt(2)
        return np.stack([self.x + reach * np.cos(turns), self.y + reach * np.sin(turns)], axis=1)

    def meets(self, other: "Spot") -> bool:
        """Whether two squares overlap: no line along a side of either parts them."""
        mine, theirs = self.corners(), other.corners()
        for yaw in (self.yaw, self.yaw + np.pi / 2, other.yaw, other.yaw + np.pi / 2):
            line = np.array((np.cos(yaw), np.sin(yaw)))
            a, b = mine @ line, theirs @ line
            if a.max() <= b.min() or b.max() <= a.min():
                return False
        return True


def _laid(value: int, spot: Spot, rng: Rng) -> Pose:
    lean = float(np.radians(12 * rng.random())) if rng.random() < 0.25 else 0.0
    return _leaning(value, spot, lean, float(rng.uniform(0, 2 * np.pi)))


def _cocked(value: int, spot: Spot, camera: Camera, rng: Rng) -> Pose:
    """Of some leans near an edge the one that shows no face plainly to this camera."""
    tries = []
    for _ in range(12):
        lean = float(np.radians(rng.uniform(36, 45)))
        about = spot.yaw + float(rng.integers(4) * np.pi / 2 + rng.uniform(-0.2, 0.2))
        tries.append(_leaning(value, spot, lean, about))
    return min(tries, key=lambda pose: _plainness(pose, camera))


def _plainness(pose: Pose, camera: Camera) -> float:
    sight = camera.eye - pose.middle
    return float(np.abs(sight @ pose.turn).max() / np.linalg.norm(sight))


def _leaning(value: int, spot: Spot, lean: float, about: float) -> Pose:
    turn = standing(value, spot.yaw, lean, about)
    up = 0.5 * float(np.abs(turn[2]).sum())
    return Pose(np.array((spot.x, spot.y, up), np.float32), turn, value)


def _free_spot(
    taken: list[Spot],
    yaw: float,
    size: float,
    camera: Camera,
    cup: Cup | None,
    rng: Rng,
    *,
    is_huddle: bool,
) -> Spot:
    """A spot that meets none of the taken ones; in a huddle as near as can be to one of them."""
    for _ in range(200):
        x, y = _anywhere(camera, cup, rng)
        spot = Spot(x, y, yaw, size)
        if taken and is_huddle:
            spot = _beside(taken[int(rng.integers(len(taken)))], yaw, size, rng)
        if not any(spot.meets(other) for other in taken) and _is_inside(spot, camera, cup):
            return spot
    return Spot(x, y, yaw, size)


def _beside(other: Spot, yaw: float, size: float, rng: Rng) -> Spot:
    way = rng.uniform(0, 2 * np.pi)
    for away in np.arange(0.95, 2.0, 0.03):
        spot = Spot(other.x + away * np.cos(way), other.y + away * np.sin(way), yaw, size)
        if not spot.meets(other):
            return spot
    return spot


def _anywhere(camera: Camera, cup: Cup | None, rng: Rng) -> tuple[float, float]:
    if cup:
        way, away = rng.uniform(0, 2 * np.pi), (cup.floor - 0.7) * np.sqrt(rng.random())
        return float(away * np.cos(way)), float(away * np.sin(way))
    width, height = camera.size
    point = camera.on_table(rng.uniform(0, width), rng.uniform(0, height))
    return float(point[0]), float(point[1])


def _is_inside(spot: Spot, camera: Camera, cup: Cup | None) -> bool:
    if cup and np.hypot(spot.x, spot.y) > cup.floor - 0.6:
        return False
    width, height = camera.size
    x, y = camera.project(np.array([[spot.x, spot.y, 0.7]], np.float32))[0]
    reach = 0.75 * camera.pixels_per_side
    return bool(reach < x < width - reach and reach < y < height - reach)
