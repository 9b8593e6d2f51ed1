"""Fingers reaching into the picture."""

from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from vision.emulation.dice.bed import Picture, Rng, soften


@dataclass(frozen=True, slots=True)
class TopFace:
    """How many pixels a top face has without anything before it, and which of them are seen."""

    whole: float
    mask: Picture


def draw_fingers(
    picture: Picture, tops: list[TopFace], target: npt.NDArray[np.float32], side: float, rng: Rng
) -> None:
    """Cover the target with one to three fingers coming from the border."""
    skin = np.array((0.45, 0.55, 0.75), np.float32) * rng.uniform(0.3, 1.2)
    way = rng.uniform(0, 2 * np.pi)
    for number in range(int(rng.integers(1, 4))):
        angle = way + rng.uniform(-0.25, 0.25)
        shift = np.array((np.cos(way + np.pi / 2), np.sin(way + np.pi / 2))) * number * side
        tip = np.asarray(target) + shift + rng.uniform(-0.15, 0.15, 2) * side
        _finger(picture, tops, tip, angle, side * rng.uniform(0.7, 1.1), skin)


def _finger(
    picture: Picture,
    tops: list[TopFace],
    tip: npt.NDArray[np.float64],
    angle: float,
    width: float,
    skin: Picture,
) -> None:
    height, wide = picture.shape[:2]
    end = tip + np.array((np.cos(angle), np.sin(angle))) * 2 * (height + wide)
    cover: Picture = np.zeros((height, wide), np.float32)
    start = (int(tip[0]), int(tip[1]))
    cv2.line(cover, start, (int(end[0]), int(end[1])), 1.0, max(2, int(width)), cv2.LINE_8)
    round_ = soften(cover, max(0.8, width / 5))
    cover = soften(cover, 0.8)
    for top in tops:
        np.multiply(top.mask, 1 - cover, out=top.mask)
    picture += cover[..., None] * (skin * (0.35 + 0.75 * round_[..., None]) - picture)
