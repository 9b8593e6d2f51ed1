"""What kind of thing is in the window: a net over the whole window at a pixel a millimetre."""

from typing import Final

import cv2
import numpy as np

from vision.cards.paper import quartered
from vision.cards.scores import Net, Scores, chances
from vision.cards.sighting import Kind
from vision.picture.frame import Frame

SEARCH_SIZE: Final = (120, 160)
# In the order of the nets' scores; the last three have no name of their own outside.
SCENES: Final = (
    "card", "empty", "back", "boxed", "two-cards", "cut-card", "joker", "finger", "dirty", "sun",
    "texture", "foreign",
)  # fmt: skip
_DARK: Final = 46
# Paper under a hand: this bright, its weakest colour this near the strongest, this much of the
# window. A card under a hand looks so always, a hand over the bed alone in one frame of five.
_LIT: Final = 70
_COLOURLESS: Final = 0.72
_LEAST_PAPER: Final = 0.12

REASONS: Final[dict[str, tuple[Kind, str]]] = {
    "empty": ("empty", "no card in the window"),
    "back": ("back", "a card's back; turn the card over"),
    "boxed": ("boxed", "paper without an index at its corner; turn the card round"),
    "two-cards": ("two-cards", "two cards lie over each other; draw one at a time"),
    "cut-card": ("cut-card", "the cut card"),
    "finger": ("finger", "a finger covers the window; take the hand away"),
    "dirty": ("dirty", "dirt on the glass; clean the window"),
    "sun": ("unreadable", "too bright to read; shade the window from direct light"),
    "texture": ("unreadable", "this is not a card"),
    "foreign": ("unreadable", "an index that no card of this deck has"),
}


def searchable(window: Frame) -> Frame:
    """The window at half scale, four pixels a millimetre."""
    return np.asarray(cv2.resize(window, SEARCH_SIZE, interpolation=cv2.INTER_AREA), np.uint8)


def scene_input(search: Frame) -> Frame:
    """The whole window at a pixel a millimetre, as lit as it is."""
    return quartered(search)


def is_dark(search: Frame) -> bool:
    """Whether nothing in the window is brighter than the bed: it is empty."""
    # The mean is quickly found, and never above the brightest place.
    return max(cv2.mean(search)) < _DARK and int(scene_input(search).max()) < _DARK


def shows_paper(search: Frame) -> bool:
    """Whether a card lies under a hand: its paper is light without a colour, which skin has."""
    seen = scene_input(search)
    brightest, dullest = seen.max(axis=2), seen.min(axis=2)
    paper = (brightest > _LIT) & (dullest > _COLOURLESS * brightest)
    return bool(np.count_nonzero(paper) > _LEAST_PAPER * paper.size)


class SceneReader:
    """Tells cards from everything else that may be seen in the window."""

    def __init__(self) -> None:
        self._net = Net("card-scene")

    def read(self, search: Frame) -> Scores:
        """The chance of each scene, in the order of SCENES."""
        return chances(self._net.scores(scene_input(search)))
