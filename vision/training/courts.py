"""Court pictures of the free decks, to stand beside the indices of our own."""

from functools import cache
from typing import Final

import numpy as np

from controller.facts.cards import DECK
from vision.picture.frame import Frame
from vision.training.art import TRAINING_DECKS, deck_folders
from vision.training.picture_deck import load_deck

# The frame around these pictures is drawn in one blue.
_FRAME: Final = np.array((255, 68, 68), np.int16)
_NEAR: Final = 60


@cache
def court_pictures() -> tuple[Frame, ...]:
    """Every jack, queen and king of the decks that may be trained on, cut out at its frame."""
    folders = deck_folders()
    decks = [load_deck(folders[name]) for name in TRAINING_DECKS if name in folders]
    courts = [card for card in DECK if card.rank > 10]
    cut = (_cut_out(deck.face(card)) for deck in decks for card in courts)
    return tuple(picture for picture in cut if picture is not None)


def _cut_out(face: Frame) -> Frame | None:
    framed = (np.abs(face.astype(np.int16) - _FRAME) < _NEAR).all(axis=2)
    columns = np.flatnonzero(framed.mean(axis=0) > 0.4)
    rows = np.flatnonzero(framed.mean(axis=1) > 0.4)
    if not len(columns) or not len(rows):
        return None
    return np.ascontiguousarray(face[rows[0] :, columns[0] :])
