"""Cuts squares out of frames and prepares them for the nets."""

import math

import cv2
import numpy as np
import numpy.typing as npt

from vision.picture.frame import Floats, Frame, halved


def normalised(picture: npt.NDArray[np.uint8] | Floats) -> Floats:
    """Channels first, mean 0 and spread 1, so that exposure does not matter."""
    means, spreads = (found.ravel().tolist() for found in cv2.meanStdDev(picture))
    level = sum(means) / len(means)
    squares = [spread**2 + (mean - level) ** 2 for mean, spread in zip(means, spreads, strict=True)]
    scale = 1 / max(math.sqrt(sum(squares) / len(squares)), 4.0)
    blob = cv2.dnn.blobFromImage(picture, scale, mean=[level] * len(means))
    return np.asarray(blob[0], np.float32)


def shrunk(picture: Frame, columns: int, rows: int) -> Frame:
    """A picture at a smaller size; halving it first is much faster than any other step."""
    while picture.shape[1] >= 2 * columns and picture.shape[0] >= 2 * rows:
        picture = halved(picture)
    small = cv2.resize(picture, (columns, rows), interpolation=cv2.INTER_AREA)
    return np.asarray(small, np.uint8)


def red_light(picture: Frame) -> Frame:
    """The picture as red light alone shows it, in grey."""
    return np.asarray(cv2.cvtColor(picture[:, :, 2], cv2.COLOR_GRAY2BGR), np.uint8)


def cut_square(
    frame: Frame, x: float, y: float, reach: float, size: int, turn: float = 0.0
) -> Frame:
    """The square around a place, `reach` pixels of the frame wide, at another size and angle."""
    scale = size / reach
    # Half the diagonal, and a little for the rims of the pixels: enough at any angle.
    around = 0.72 * reach + 3
    left, top = int(x - around), int(y - around)
    right, bottom = int(x + around) + 1, int(y + around) + 1
    area = frame[max(0, top) : bottom, max(0, left) : right]
    x, y = x - max(0, left), y - max(0, top)
    while scale < 0.5:
        area = halved(area)
        x, y, scale = x / 2 - 0.25, y / 2 - 0.25, scale * 2
    c, s = scale * math.cos(turn), scale * math.sin(turn)
    across, down = size / 2 - c * x + s * y, size / 2 - s * x - c * y
    move = np.array([[c, -s, across], [s, c, down]], np.float32)
    cut = cv2.warpAffine(area, move, (size, size), borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(cut, np.uint8)
