"""The emulated shoe window: cards slide by over a dark bed, marks come and go."""

from collections.abc import Iterator, Sequence
from typing import Final, Literal

import cv2
import numpy as np

from controller.facts.cards import Card
from vision.cards.geometry import DEFAULT
from vision.emulation.cards.deck import random_deck
from vision.emulation.cards.troubles import troubled_window
from vision.emulation.cards.window import Pose, render_window
from vision.emulation.noise import SensorNoise
from vision.marks.stripes import Mark, draw_mark
from vision.picture.frame import Frame

PERIOD_S: Final = 1 / 60
CARD_FRAMES: Final = 6
GAP_FRAMES: Final = 3
# Mostly a well-kept window; now and then a fast hand or a reflection.
LEVELS: Final = ("clean", "mid", "mid", "mid", "mid", "mid", "mid", "hard")

Odd = Literal["boxed", "two-cards", "cut-card", "unread", "damaged"]


class WindowStage:
    """Draws what the camera at the lip sees, from a seed of its own."""

    period_s: Final = PERIOD_S

    def __init__(self, seed: list[int], levels: Sequence[str] = LEVELS) -> None:
        self._levels = levels
        self._rng = np.random.default_rng(seed)
        self._deck = random_deck(self._rng, "normal")
        self._bed = render_window("empty", self._rng, "clean")
        self._noise = SensorNoise(seed, DEFAULT.height_px, DEFAULT.width_px)
        self._resting: Frame = self._bed

    def rest(self) -> Frame:
        """The window while nothing moves."""
        return self._noise.on(self._resting)

    def card(self, card: Card, hand_frames: int = 0) -> Iterator[Frame]:
        """A card slides by; a hand lies over a part of its index in the first frames."""
        level = str(self._rng.choice(self._levels))
        hand = int(self._rng.integers(1 << 31)) if hand_frames else 0
        for number, pose in enumerate(self._slide()):
            if number < hand_frames:
                held = np.random.default_rng(hand)
                yield troubled_window(card, self._deck, pose, "finger", held, level)
            else:
                yield render_window(card, self._rng, level, self._deck, pose)
        yield from self._gap()

    def odd(self, odd: Odd) -> Iterator[Frame]:
        """Something other than a readable card slides by."""
        card = Card("8h")
        # One back or one pair of cards, the same in every frame.
        seed = int(self._rng.integers(1 << 31))
        for pose in self._slide():
            if odd in ("unread", "damaged"):
                frame = render_window(card, self._rng, "mid", self._deck, pose)
                yield self._noise.on(_smeared(frame))
            else:
                what: Literal["back", "two-cards", "cut-card"] = (
                    "back" if odd == "boxed" else "two-cards" if odd == "two-cards" else "cut-card"
                )
                rng = np.random.default_rng(seed)
                yield render_window(what, rng, "clean", self._deck, pose)
        yield from self._gap()

    def show_mark(self, mark: Mark) -> Iterator[Frame]:
        """A mark comes into the window and stays."""
        self._resting = draw_mark(mark, DEFAULT.width_px, DEFAULT.height_px, DEFAULT.px_per_mm)
        for _ in range(GAP_FRAMES):
            yield self.rest()

    def pass_mark(self, mark: Mark) -> Iterator[Frame]:
        """A mark is held into the window and taken away."""
        yield from self.show_mark(mark)
        yield from self.clear()

    def clear(self) -> Iterator[Frame]:
        """The mark goes; the bed is seen again."""
        self._resting = self._bed
        yield from self._gap()

    def _slide(self) -> Iterator[Pose]:
        left, turn = self._rng.uniform(1, 8), self._rng.uniform(-3, 3)
        for top in np.linspace(9, 1, CARD_FRAMES):
            yield Pose(float(left), float(top), float(turn))

    def _gap(self) -> Iterator[Frame]:
        for _ in range(GAP_FRAMES):
            yield self.rest()


def _smeared(frame: Frame) -> Frame:
    """A card with its print worn off: nobody can read it."""
    return np.asarray(cv2.GaussianBlur(frame, (0, 0), 14), np.uint8)
