"""The shoe window, drawn: a card's corner on a dark bed, seen through glass."""

from dataclasses import dataclass
from functools import cache
from typing import Final, Literal, TypeAlias, get_args

import cv2
import numpy as np

from controller.facts.cards import DECK, Card
from vision.cards.geometry import DEFAULT
from vision.emulation.cards.deck import (
    ART_PX_PER_MM,
    ART_SIZE_MM,
    Art,
    DrawnDeck,
    flat,
    random_deck,
)
from vision.emulation.cards.oddities import back, blank, cut_card, foreign_index, joker, texture
from vision.emulation.cards.optics import LEVELS, Level, paper_grain, scaled, see, speck
from vision.emulation.cards.skeletons import Rng
from vision.picture.frame import Frame, Map, Matrix, halved, placement

Oddity: TypeAlias = Literal[
    "empty", "back", "boxed", "two-cards", "cut-card", "joker", "finger", "dirty", "sun", "texture",
    "foreign",
]  # fmt: skip
ODDITIES: Final[tuple[Oddity, ...]] = get_args(Oddity)


@dataclass(frozen=True, slots=True)
class Pose:
    """The card's corner in the window, mm from its top left, and the card's turn."""

    left_mm: float
    top_mm: float
    turn_deg: float

    def matrix(self, px_per_mm: float) -> Matrix:
        """From art pixels to window pixels."""
        x, y = self.left_mm * px_per_mm, self.top_mm * px_per_mm
        return placement(x, y, px_per_mm / ART_PX_PER_MM, self.turn_deg)


def random_pose(rng: Rng, level: Level) -> Pose:
    """The corner about 5 mm inside, shifted by up to 5 mm each way, turned as the level allows."""
    left, top = rng.uniform(0.3, 10, 2)
    return Pose(float(left), float(top), float(rng.uniform(-level.turn_deg, level.turn_deg)))


def render_window(
    what: Card | Oddity,
    rng: Rng,
    level: Level | str = "clean",
    art: Art | None = None,
    pose: Pose | None = None,
    shrink: int = 1,
) -> Frame:
    """Draw one frame of the window, a card or what else may be there; `shrink` 2 halves it."""
    if isinstance(level, str):
        level = LEVELS[level]
    level = level if shrink == 1 else scaled(level, 1 / shrink)
    pose = pose or random_pose(rng, level)
    if isinstance(what, Card) and what is not Card.JOKER:
        face = (art or random_deck(rng)).face(what)
        return see(on_bed(face, pose, rng, level), rng, level)
    kind: Oddity = "joker" if isinstance(what, Card) else what
    return _odd_window(kind, rng, level, art, pose)


def _size(level: Level) -> tuple[int, int]:
    return round(DEFAULT.width_px * level.scale), round(DEFAULT.height_px * level.scale)


def on_bed(face: Frame, pose: Pose, rng: Rng, level: Level, scene: Frame | None = None) -> Frame:
    """Lay a card on the bed, or on what lies there already."""
    size = _size(level)
    below = (bed(rng, level) if scene is None else scene).astype(np.float32)
    cover = _warped(_outline(int(rng.integers(2))), pose, level, cv2.BORDER_CONSTANT)
    card = _warped(face, pose, level, cv2.BORDER_REPLICATE).astype(np.float32)
    grain = paper_grain((size[1], size[0]), rng, level.linen_share)
    weight = cv2.merge([cover.astype(np.float32) / np.float32(255)] * 3)
    mottled = cv2.add(card, cv2.merge([grain] * 3))
    laid = below + (mottled - below) * weight
    return np.asarray(cv2.convertScaleAbs(np.maximum(laid, 0)), np.uint8)


def _warped(art: Frame, pose: Pose, level: Level, border: int) -> Frame:
    matrix = pose.matrix(DEFAULT.px_per_mm * level.scale)
    if level.scale < 1:
        art = halved(art)
        matrix[:, :2] *= 2
    out = cv2.warpAffine(art, matrix, _size(level), flags=cv2.INTER_LINEAR, borderMode=border)
    return np.asarray(out, np.uint8)


def laid_outline(pose: Pose, level: Level) -> Map:
    """Where a card that lies like this covers the window."""
    return _warped(_outline(0), pose, level, cv2.BORDER_CONSTANT)


def bed(rng: Rng, level: Level) -> Frame:
    """The dark bed under the glass."""
    b, g, r = (int(v) for v in np.clip(rng.uniform(8, 48) + rng.normal(0, 3, 3), 0, 70))
    wide, high = _size(level)
    return flat((high, wide), (b, g, r))


@cache
def _outline(rounding: int) -> Map:
    """A card without end to the right and below, with its one round corner."""
    wide, high = (round(side * ART_PX_PER_MM) for side in ART_SIZE_MM)
    mask = np.full((high, wide), 255, np.uint8)
    radius = (25, 35)[rounding]
    mask[:radius, :radius] = 0
    cv2.circle(mask, (radius, radius), radius, 255, -1, cv2.LINE_AA)
    return mask


def _odd_window(kind: Oddity, rng: Rng, level: Level, art: Art | None, pose: Pose) -> Frame:
    deck = art if isinstance(art, DrawnDeck) else random_deck(rng)
    if kind == "texture":
        return see(texture(rng, _size(level)[::-1]), rng, level)
    if kind in ("empty", "dirty"):
        frame = see(bed(rng, level), rng, level)
        return _dirt(frame, rng, level) if kind == "dirty" else frame
    if kind == "finger":
        return see(_finger(deck, pose, rng, level), rng, level)
    if kind == "two-cards":
        return see(_two_cards(deck, pose, rng, level), rng, level)
    if kind == "sun":
        return _sun(see(on_bed(deck.face(_any_card(rng)), pose, rng, level), rng, level), rng)
    face = _odd_face(kind, rng, deck)
    return see(on_bed(face, pose, rng, level), rng, level)


def _odd_face(kind: Oddity, rng: Rng, deck: DrawnDeck) -> Frame:
    if kind == "back":
        return back(rng)
    if kind == "boxed":
        return blank(rng, deck)
    if kind == "cut-card":
        return cut_card(rng)
    return joker(rng, deck) if kind == "joker" else foreign_index(rng, deck)


def _any_card(rng: Rng) -> Card:
    return DECK[int(rng.integers(len(DECK)))]


def _two_cards(deck: DrawnDeck, pose: Pose, rng: Rng, level: Level) -> Frame:
    """A second card lies over the first, its edge across the window."""
    first = on_bed(deck.face(_any_card(rng)), pose, rng, level)
    if rng.random() < 0.5:
        shift = (rng.uniform(8, 16), rng.uniform(-3, 3))
    else:
        shift = (rng.uniform(-3, 3), rng.uniform(9, 20))
    turn = pose.turn_deg + float(rng.uniform(-6, 6))
    second = Pose(pose.left_mm + float(shift[0]), pose.top_mm + float(shift[1]), turn)
    shadow = laid_outline(second, level)
    dark = 1 - cv2.GaussianBlur(shadow, (0, 0), 3 * level.scale)[:, :, None] / 255 * rng.uniform(
        0.25, 0.6
    )
    return on_bed(deck.face(_any_card(rng)), second, rng, level, (first * dark).astype(np.uint8))


def _finger(deck: DrawnDeck, pose: Pose, rng: Rng, level: Level) -> Frame:
    """A fingertip or two reach in from the side, over a card or the bed."""
    scene = (
        on_bed(deck.face(_any_card(rng)), pose, rng, level)
        if rng.random() < 0.7
        else bed(rng, level)
    )
    tone = np.array([rng.uniform(60, 150), rng.uniform(90, 175), rng.uniform(130, 225)])
    tone *= rng.uniform(0.5, 1)
    for _ in range(int(rng.integers(1, 3))):
        cover = _fingertip(scene.shape[:2], rng, level.scale)
        round_shade = cv2.GaussianBlur(cover, (0, 0), 14 * level.scale)[:, :, None] / 255
        weight = cover[:, :, None] / 255
        scene = (scene * (1 - weight) + tone * (0.45 + 0.55 * round_shade) * weight).astype(
            np.uint8
        )
    return scene


def _fingertip(size: tuple[int, int], rng: Rng, scale: float) -> Map:
    cover = np.zeros(size, np.uint8)
    tip = np.array([rng.uniform(40, 150), rng.uniform(40, 200)])
    out = tip + np.array([rng.choice([-1, 1]) * rng.uniform(120, 260), rng.uniform(-60, 260)])
    ends = [(int(p[0] * scale), int(p[1] * scale)) for p in (tip, out)]
    cv2.line(cover, ends[0], ends[1], 255, int(rng.uniform(60, 130) * scale), cv2.LINE_AA)
    return cover


def _dirt(frame: Frame, rng: Rng, level: Level) -> Frame:
    """Fluff and grains on the glass, lit from below against the dark bed."""
    lit = frame.astype(np.float32)
    for _ in range(int(rng.integers(10, 30))):
        speck(lit, rng, level.scale)
    return np.clip(lit, 0, 255).astype(np.uint8)


def _sun(frame: Frame, rng: Rng) -> Frame:
    gain, flood = rng.uniform(1.5, 3), rng.uniform(120, 220)
    return np.asarray(np.clip(frame * gain + flood, 0, 255), np.uint8)
