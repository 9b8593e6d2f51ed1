"""Is a typeface on both sides of the split? Correlation of normalised rank glyphs says."""

from dataclasses import dataclass
from typing import Final, TypeAlias

import numpy as np
import numpy.typing as npt

from controller.facts.cards import DECK, RANKS
from vision.cards.glyphs import Box, cut_glyph, find_index
from vision.emulation.cards.deck import Art
from vision.emulation.cards.skeletons import Rng
from vision.emulation.cards.typeface import random_typeface, rank_mask
from vision.picture.frame import Map
from vision.training.picture_deck import clean_patch

SAME_TYPEFACE: Final = 0.97
# Rows are ranks; each row has mean 0 and length 1, or is all zero when the glyph was not found.
Typeprint: TypeAlias = npt.NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class Pair:
    """Two decks and how alike their rank glyphs are, 1 at most."""

    one: str
    other: str
    likeness: float


def deck_print(art: Art) -> Typeprint:
    """The typeprint of a deck, taken from its spades on clean paper."""
    rows = []
    for card in DECK:
        if card.suit == "s":
            found = find_index(clean_patch(art.face(card)))
            rows.append(cut_glyph(found.ink, found.rank) if found else np.zeros((32, 24), np.uint8))
    return _normalised(rows)


def own_print(rng: Rng) -> Typeprint:
    """The typeprint of one typeface of our own."""
    face = random_typeface(rng)
    return mask_print([rank_mask(face, rank) for rank in RANKS])


def mask_print(masks: list[Map]) -> Typeprint:
    """The typeprint of drawn letters."""
    return _normalised([cut_glyph(mask, Box(0, 0, mask.shape[1], mask.shape[0])) for mask in masks])


def _normalised(glyphs: list[Map]) -> Typeprint:
    rows = np.stack([glyph.reshape(-1).astype(np.float32) for glyph in glyphs])
    rows -= rows.mean(axis=1, keepdims=True)
    return np.asarray(rows / np.maximum(np.linalg.norm(rows, axis=1, keepdims=True), 1e-6))


def likeness(one: Typeprint, other: Typeprint) -> float:
    """Mean correlation over the ranks both have."""
    both = one.any(axis=1) & other.any(axis=1)
    return float((one[both] * other[both]).sum(axis=1).mean()) if both.sum() >= 8 else 0.0


def closest(prints: dict[str, Typeprint], others: dict[str, Typeprint]) -> list[Pair]:
    """For each deck the likest of the others, most alike first."""
    pairs = []
    for name, own in prints.items():
        found = max(((likeness(own, other), key) for key, other in others.items() if key != name))
        pairs.append(Pair(name, found[1], found[0]))
    return sorted(pairs, key=lambda pair: -pair.likeness)
