"""The emulated dice cup from above: a lid that shakes, lifts and comes back; dice under it."""

from collections.abc import Callable, Iterator
from typing import Final, Literal

import cv2
import numpy as np

from vision.emulation.dice.cup import Trouble, render_scene
from vision.emulation.noise import SensorNoise
from vision.marks.bullseye import draw_bullseye
from vision.picture.frame import Frame

PERIOD_S: Final = 0.05
SIDE: Final = 480
LID_RADIUS: Final = 150.0
SHAKE_PX: Final = 34.0
SETTLE_FRAMES: Final = 7
# As long as the slowest reading takes; a hand goes on as soon as there is one.
OPEN_FRAMES: Final = 48

Spoilt = Literal["cocked", "missing", "extra", "unread"]
Draw = Callable[[tuple[int, ...], Spoilt | None, np.random.Generator], Frame]


class CupStage:
    """Draws what the camera above the cup sees, from a seed of its own."""

    period_s: Final = PERIOD_S

    def __init__(self, seed: list[int], draw: Draw | None = None) -> None:
        self._draw = draw or _draw_dice
        self._rng = np.random.default_rng(seed)
        self._noise = SensorNoise(seed, SIDE, SIDE)
        self._inside = np.full((SIDE, SIDE, 3), (38, 96, 40), np.uint8)
        self._resting = self._with_lid(0.0, 0.0)

    def rest(self) -> Frame:
        """The cup while nothing moves."""
        return self._noise.on(self._resting)

    def shake(self, seconds: float) -> Iterator[Frame]:
        """The closed cup goes to and fro for some seconds, and stands still."""
        frames = max(8, round(seconds / PERIOD_S))
        for number in range(frames):
            reach = SHAKE_PX * float(np.sin(number * 1.9))
            yield self._noise.on(_moved(self._with_lid(reach, 0.4 * reach)))
        yield from self._stand(self._with_lid(0.0, 0.0), SETTLE_FRAMES)

    def open(self, dice: tuple[int, ...], spoilt: Spoilt | None = None) -> Iterator[Frame]:
        """The lid is lifted away; the dice lie there."""
        self._inside = self._scene(dice, spoilt)
        for step in range(1, 6):
            yield self._noise.on(_moved(self._with_lid(step * 95.0, step * -40.0)))
        yield from self._stand(self._inside, OPEN_FRAMES)

    def close(self) -> Iterator[Frame]:
        """The lid comes back."""
        for step in range(5, 0, -1):
            yield self._noise.on(_moved(self._with_lid(step * 95.0, step * -40.0)))
        yield from self._stand(self._with_lid(0.0, 0.0), SETTLE_FRAMES)

    def _stand(self, picture: Frame, frames: int) -> Iterator[Frame]:
        self._resting = picture
        for _ in range(frames):
            yield self.rest()

    def _scene(self, dice: tuple[int, ...], spoilt: Spoilt | None) -> Frame:
        if spoilt == "missing":
            dice = dice[:2]
        if spoilt == "extra":
            dice = (*dice, 1)[:4]
        return self._draw(dice, spoilt, self._rng)

    def _with_lid(self, x: float, y: float) -> Frame:
        picture = self._inside.copy()
        draw_bullseye(picture, SIDE / 2 + x, SIDE / 2 + y, LID_RADIUS)
        return picture


def _draw_dice(dice: tuple[int, ...], spoilt: Spoilt | None, rng: np.random.Generator) -> Frame:
    trouble: Trouble | None = None
    if spoilt in ("cocked", "unread"):
        trouble = "cocked" if spoilt == "cocked" else "hidden"
    return render_scene(dice, rng, size=(SIDE, SIDE), trouble=trouble).frame


def _moved(frame: Frame) -> Frame:
    return np.asarray(cv2.blur(frame, (5, 3)), np.uint8)
