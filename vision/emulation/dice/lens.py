"""What lens, sensor and file format do to a picture."""

from dataclasses import dataclass

import cv2
import numpy as np

from vision.emulation.dice.bed import Picture, Rng
from vision.picture.frame import Frame


@dataclass(frozen=True, slots=True)
class Lens:
    """Blur and motion in pixels, noise, exposure, and the quality of the JPEG if any."""

    blur: float
    motion: float
    noise: float
    exposure: float
    gamma: float
    cast: tuple[float, float, float]
    jpeg: int | None

    @classmethod
    def choose(cls, side: float, rng: Rng) -> "Lens":
        """A camera that a reader should live with; blur grows with the die's side in pixels."""
        cast = rng.uniform(0.85, 1.0, 3)
        return cls(
            blur=side * 0.03 * rng.random() ** 2,
            motion=side * 0.06 * rng.random() if rng.random() < 0.2 else 0.0,
            noise=0.03 * rng.random() ** 2,
            exposure=float(np.exp(rng.normal(0, 0.25))),
            gamma=rng.uniform(0.75, 1.1),
            cast=(float(cast[0]), float(cast[1]), float(cast[2])),
            jpeg=int(rng.integers(45, 96)) if rng.random() < 0.5 else None,
        )


def expose(picture: Picture, lens: Lens, rng: Rng) -> Frame:
    """Light (linear, around 0 to 1) to bytes."""
    # No camera in its senses burns out more than a twentieth of the picture.
    bright = float(np.percentile(picture[::8, ::8].max(axis=2), 95))
    exposure = min(lens.exposure, 1.1 / max(bright, 0.05))
    seen = picture * (np.array(lens.cast, np.float32) * np.float32(exposure))
    if lens.blur > 0.25:
        seen = cv2.GaussianBlur(seen, (0, 0), lens.blur)
    if lens.motion > 1:
        seen = cv2.filter2D(seen, -1, _streak(lens.motion, rng.uniform(0, np.pi)))
    toned = np.clip(seen, 0, 1) ** np.float32(lens.gamma)
    toned += rng.standard_normal(toned.shape, np.float32) * np.float32(lens.noise)
    frame: Frame = np.clip(toned * 255 + 0.5, 0, 255).astype(np.uint8)
    if lens.jpeg is None:
        return frame
    _, packed = cv2.imencode(".jpg", frame, [cv2.IMWRITE_JPEG_QUALITY, lens.jpeg])
    return np.asarray(cv2.imdecode(packed, cv2.IMREAD_COLOR), np.uint8)


def _streak(length: float, angle: float) -> Picture:
    reach = int(length / 2) + 1
    kernel = np.zeros((2 * reach + 1, 2 * reach + 1), np.float32)
    dx, dy = np.cos(angle) * length / 2, np.sin(angle) * length / 2
    start = (round(reach - dx), round(reach - dy))
    cv2.line(kernel, start, (round(reach + dx), round(reach + dy)), 1.0, 1)
    return np.asarray(kernel / kernel.sum(), np.float32)
