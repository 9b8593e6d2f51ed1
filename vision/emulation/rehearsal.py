"""An emulated camera that needs no table: a shoe's lip or a dice cup in a larger picture."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np

from controller.facts.cards import DECK
from vision.cards.geometry import WINDOW_PX_PER_MM
from vision.emulation.cards.stage import WindowStage
from vision.emulation.dice.stage import CupStage
from vision.picture.frame import Frame, placement
from vision.sources.shot import Answer, Shot

# A camera well set: its light and its cards need no advice.
SEED: Final = 20_265
PICTURE: Final = (640, 480)
HOUSING: Final = (44, 40, 38)
BETWEEN_CARDS: Final = 6


@dataclass(frozen=True, slots=True)
class Mount:
    """How the emulated camera is mounted over the lip, and how it is set."""

    left_px: float = 250.0
    top_px: float = 92.0
    px_per_mm: float = 7.2
    turn_deg: float = 2.4
    light: float = 1.0
    blur_px: int = 0


class _Rehearsal:
    """A source that plays a stage for ever, in the stage's own time; nobody listens."""

    is_live = False

    def __init__(self, period_s: float, frames: Iterator[Frame]) -> None:
        self._period_s, self._frames, self._t_s = period_s, frames, 0.0

    def read(self) -> Shot:
        """The next picture."""
        self._t_s += self._period_s
        return Shot(next(self._frames), self._t_s)

    def tell(self, answer: Answer) -> None:
        """Nobody listens."""

    def close(self) -> None:
        """Nothing is open."""


class RehearsalWindow(_Rehearsal):
    """Cards in a random order slide by, seen by a camera that also sees the shoe around them."""

    def __init__(self, mount: Mount | None = None, seed: int = SEED) -> None:
        frames = _cards(WindowStage([seed]), np.random.default_rng([seed, 9]))
        seen = frames if mount is None else (mounted(frame, mount) for frame in frames)
        super().__init__(WindowStage.period_s, seen)


class RehearsalCup(_Rehearsal):
    """The cup is shaken, opened, read and closed, over and over."""

    def __init__(self, seed: int = SEED) -> None:
        frames = _throws(CupStage([seed]), np.random.default_rng([seed, 9]))
        super().__init__(CupStage.period_s, frames)


def _cards(stage: WindowStage, rng: np.random.Generator) -> Iterator[Frame]:
    while True:
        for place in rng.permutation(len(DECK)):
            yield from stage.card(DECK[int(place)])
            for _ in range(BETWEEN_CARDS):
                yield stage.rest()


def _throws(stage: CupStage, rng: np.random.Generator) -> Iterator[Frame]:
    while True:
        values = tuple(int(value) for value in rng.integers(1, 7, 3))
        yield from stage.shake(1.0)
        yield from stage.open(values)
        yield from stage.close()


def mounted(window: Frame, mount: Mount) -> Frame:
    """The window as part of a camera's picture, with the shoe's housing around it."""
    if mount.blur_px > 1:
        window = np.asarray(cv2.blur(window, (1, mount.blur_px)), np.uint8)
    scale = mount.px_per_mm / WINDOW_PX_PER_MM
    matrix = placement(mount.left_px, mount.top_px, scale, mount.turn_deg)
    wide, high = PICTURE
    picture = np.full((high, wide, 3), HOUSING, np.uint8)
    cv2.warpAffine(window, matrix, PICTURE, picture, borderMode=cv2.BORDER_TRANSPARENT)
    return np.asarray(cv2.convertScaleAbs(picture, alpha=mount.light), np.uint8)
