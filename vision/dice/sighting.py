"""What the dice reader says about one frame."""

from dataclasses import dataclass
from typing import Literal

Trouble = Literal["cocked", "hidden", "one", "two", "four", "no dice", "unsure"]


@dataclass(frozen=True, slots=True)
class CupGeometry:
    """How many dice belong in the cup; the frame's part to look at: left, top, right, bottom."""

    dice: int = 3
    window: tuple[int, int, int, int] | None = None


DEFAULT = CupGeometry()


@dataclass(frozen=True, slots=True)
class DieFace:
    """One die: the middle of its top face and the length of its side in pixels of the frame."""

    x: float
    y: float
    side: float
    value: int | None
    confidence: float


@dataclass(frozen=True, slots=True)
class DiceSighting:
    """The dice of one frame in rising order, or None with the reason."""

    dice: tuple[int, ...] | None
    sum: int | None
    confidence: float
    reason: Trouble | Literal[""]
    faces: tuple[DieFace, ...] = ()
