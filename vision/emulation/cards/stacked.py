"""Two cards drawn at once: the upper one lies askew on the lower one, its edge in the window."""

from collections.abc import Sequence
from typing import Final

import cv2
import numpy as np

from controller.facts.cards import DECK, Card
from vision.emulation.cards.deck import Art
from vision.emulation.cards.optics import LEVELS, Level, scaled, see
from vision.emulation.cards.skeletons import Rng
from vision.emulation.cards.window import Pose, laid_outline, on_bed
from vision.picture.frame import Frame

# The upper card may lie to the right and below, to the right alone, or below alone; in mm.
_SHIFTS: Final = (
    ((1.0, 16.0), (1.0, 20.0)),
    ((1.5, 18.0), (-4.0, 1.0)),
    ((-4.0, 1.0), (1.5, 22.0)),
)
_MOST_TURN_DEG: Final = 6.0


def stacked_window(
    art: Art,
    cards: tuple[Card, Card],
    pose: Pose,
    rng: Rng,
    level: Level | str = "clean",
    shrink: int = 1,
) -> Frame:
    """One frame of a lower and an upper card; the same chance gives the same pair."""
    level = LEVELS[level] if isinstance(level, str) else level
    level = level if shrink == 1 else scaled(level, 1 / shrink)
    upper = _askew(pose, rng)
    shade = _shade(upper, rng, level)
    lower, above = (art.face(card) for card in cards)
    below = on_bed(lower, pose, rng, level)
    return see(on_bed(above, upper, rng, level, np.asarray(below * shade, np.uint8)), rng, level)


def any_pair(rng: Rng, cards: Sequence[Card] = DECK) -> tuple[Card, Card]:
    """Two different cards, the lower one first."""
    lower, upper = rng.choice(len(cards), 2, replace=False)
    return cards[int(lower)], cards[int(upper)]


def _askew(pose: Pose, rng: Rng) -> Pose:
    across, down = _SHIFTS[int(rng.integers(len(_SHIFTS)))]
    turn = pose.turn_deg + float(rng.uniform(-_MOST_TURN_DEG, _MOST_TURN_DEG))
    left, top = pose.left_mm + rng.uniform(*across), pose.top_mm + rng.uniform(*down)
    return Pose(float(left), float(top), turn)


def _shade(upper: Pose, rng: Rng, level: Level) -> Frame:
    """The shadow under the upper card's edge: narrow and faint under diffuse light."""
    away = rng.uniform(-0.3, 0.3, 2)
    cast = Pose(upper.left_mm + float(away[0]), upper.top_mm + float(away[1]), upper.turn_deg)
    outline = laid_outline(cast, level)
    soft = cv2.GaussianBlur(outline, (0, 0), float(rng.uniform(1.2, 4)) * level.scale)
    return np.asarray(1 - soft[:, :, None] / 255 * rng.uniform(0.15, 0.6), np.float32)
