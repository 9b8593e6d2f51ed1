"""A pinhole camera over the table; lengths in sides of a die."""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

Vector = npt.NDArray[np.float32]
Box = tuple[int, int, int, int]


@dataclass(frozen=True, slots=True)
class Camera:
    """Where the eye is, how it looks (rows right, down, forward), and the picture's size."""

    eye: Vector
    axes: Vector
    focal: float
    size: tuple[int, int]

    @classmethod
    def choose(cls, size: tuple[int, int], rng: np.random.Generator, is_cup: bool) -> "Camera":
        """Straight above a cup with small errors, or held in a hand over a table."""
        sides = rng.uniform(4.5, 9) if is_cup else np.exp(rng.uniform(np.log(4.2), np.log(17)))
        half = np.radians(rng.uniform(10, 25) if is_cup else rng.uniform(9, 34))
        pitch = np.radians(rng.uniform(0, 5) if is_cup else 38 * rng.random() ** 1.5)
        focal = max(size) / 2 / np.tan(half)
        distance = sides / 2 / np.tan(half)
        return cls.at(distance, pitch, focal, size)

    @classmethod
    def at(cls, distance: float, pitch: float, focal: float, size: tuple[int, int]) -> "Camera":
        """Look at the middle of the table from a distance, at an angle off the vertical."""
        c, s = np.cos(pitch), np.sin(pitch)
        axes = np.array([[1, 0, 0], [0, -c, -s], [0, s, -c]], np.float32)
        eye = (-distance * axes[2]).astype(np.float32)
        return cls(eye, axes, float(focal), size)

    @property
    def pixels_per_side(self) -> float:
        """How many pixels the side of a die in the middle of the picture takes."""
        return float(self.focal / np.linalg.norm(self.eye))

    def project(self, points: Vector) -> Vector:
        """Pixels of points in the world (n x 3 to n x 2)."""
        seen = (points - self.eye) @ self.axes.T
        width, height = self.size
        flat = seen[:, :2] / np.maximum(seen[:, 2:3], np.float32(0.05)) * self.focal
        return np.asarray(flat + np.array((width / 2, height / 2)), np.float32)

    def distance(self, point: Vector) -> float:
        """How far a point is from the eye."""
        return float(np.linalg.norm(point - self.eye))

    def on_table(self, x: float, y: float) -> Vector:
        """The point of the table seen at a pixel."""
        ray = self._towards(np.array([x]), np.array([y]))[0]
        reach = -self.eye[2] / min(ray[2], -0.05)
        return np.asarray(self.eye + ray * reach, np.float32)

    def box_around(self, middle: Vector) -> Box:
        """The pixels that can show a die at this place, cut to the picture."""
        width, height = self.size
        x, y = self.project(middle[None])[0]
        reach = 0.92 * self.focal / max(self.distance(middle) - 0.5, 0.5)
        left, top = max(0, int(x - reach)), max(0, int(y - reach))
        return left, top, min(width, int(x + reach) + 1), min(height, int(y + reach) + 1)

    def rays(self, box: Box, finer: int) -> Vector:
        """Unit rays through every pixel of a box, each split into finer x finer."""
        left, top, right, bottom = box
        xs = left + (np.arange((right - left) * finer) + 0.5) / finer
        ys = top + (np.arange((bottom - top) * finer) + 0.5) / finer
        grid_x, grid_y = np.meshgrid(xs, ys)
        return self._towards(grid_x.ravel(), grid_y.ravel())

    def _towards(self, x: npt.NDArray[np.float64], y: npt.NDArray[np.float64]) -> Vector:
        width, height = self.size
        ahead = np.full(x.shape, self.focal)
        rays = np.stack([x - width / 2, y - height / 2, ahead], axis=1).astype(np.float32)
        rays /= np.linalg.norm(rays, axis=1, keepdims=True)
        return rays @ self.axes

    def across(self, direction: Vector, at: Vector) -> tuple[float, float]:
        """How far a unit direction at a point leans right and down as seen along its sight line."""
        sight = at - self.eye
        sight = sight / np.linalg.norm(sight)
        right = self.axes[0] - sight * (self.axes[0] @ sight)
        down = np.cross(sight, right)
        length = np.linalg.norm(right)
        return float(direction @ right / length), float(direction @ down / np.linalg.norm(down))
