"""Decks of drawn pictures, used like one of our own, and the courts of the free ones."""

from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Final

import cv2
import numpy as np

from controller.facts.cards import DECK, Card
from vision.cards.glyphs import Box as PatchBox, find_index
from vision.cards.paper import LEAD_MM, PX_PER_MM, evened
from vision.emulation.cards.deck import ART_PX_PER_MM, ART_SIZE_MM, Box
from vision.picture.frame import Frame, load_image
from vision.training.art import TRAINING_DECKS, deck_folders

# The frame around the courts' pictures is drawn in one blue.
_FRAME: Final = np.array((255, 68, 68), np.int16)
_NEAR: Final = 60


@dataclass(frozen=True)
class PictureDeck:
    """Faces loaded from a folder, one picture per card; the index is found on the clean face."""

    name: str
    faces: dict[Card, Frame]
    found: dict[Card, tuple[Box, Box]] = field(default_factory=dict, compare=False)

    def face(self, card: Card) -> Frame:
        """The face's upper left part."""
        return self.faces[card]

    def boxes(self, card: Card) -> tuple[Box, Box]:
        """Rank and suit as the finder sees them on the clean face; a zero box when it sees none."""
        if card not in self.found:
            self.found[card] = _boxes(self.faces[card])
        return self.found[card]


def load_deck(folder: Path) -> PictureDeck:
    """Load the fifty-two faces of a folder, padded to the size of a drawn face."""
    wide, high = (round(side * ART_PX_PER_MM) for side in ART_SIZE_MM)
    faces = {}
    for card in DECK:
        picture = load_image(folder / f"{card.value}.png")[:high, :wide]
        face = np.full((high, wide, 3), 255, np.uint8)
        face[: picture.shape[0], : picture.shape[1]] = picture
        faces[card] = face
    return PictureDeck(folder.name, faces)


@cache
def training_decks() -> tuple[PictureDeck, ...]:
    """The free decks drawn so far that may be trained on."""
    folders = deck_folders()
    return tuple(load_deck(folders[name]) for name in TRAINING_DECKS if name in folders)


def clean_patch(face: Frame) -> Frame:
    """The face's corner as the reader would see it straight on, without a bed."""
    scale = PX_PER_MM / ART_PX_PER_MM
    small = cv2.resize(face, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    lead = round(LEAD_MM * PX_PER_MM)
    bordered = cv2.copyMakeBorder(small, lead, 0, lead, 0, cv2.BORDER_REPLICATE)
    return evened(np.ascontiguousarray(bordered[:152, :76], dtype=np.uint8))


def _boxes(face: Frame) -> tuple[Box, Box]:
    found = find_index(clean_patch(face))
    if found is None:
        return (0.0, 0.0, 0.0, 0.0), (0.0, 0.0, 0.0, 0.0)
    return _millimetres(found.rank), _millimetres(found.suit)


def _millimetres(box: PatchBox) -> Box:
    left, top, width, height = (side / PX_PER_MM for side in box)
    return (left - LEAD_MM, top - LEAD_MM, width, height)


@cache
def court_pictures() -> tuple[Frame, ...]:
    """Every jack, queen and king of the decks that may be trained on, cut out at its frame."""
    courts = [card for card in DECK if card.rank > 10]
    cut = (_cut_out(deck.face(card)) for deck in training_decks() for card in courts)
    return tuple(picture for picture in cut if picture is not None)


def _cut_out(face: Frame) -> Frame | None:
    framed = (np.abs(face.astype(np.int16) - _FRAME) < _NEAR).all(axis=2)
    columns = np.flatnonzero(framed.mean(axis=0) > 0.4)
    rows = np.flatnonzero(framed.mean(axis=1) > 0.4)
    if not len(columns) or not len(rows):
        return None
    return np.ascontiguousarray(face[rows[0] :, columns[0] :])
