"""Deciding: both readers must name the same card, and nothing may speak against it."""

from dataclasses import dataclass
from typing import Final

import numpy as np

from controller.core.cards import Card
from vision.cards.glyphs import Box
from vision.cards.opinion import Opinion
from vision.frame import Frame


@dataclass(frozen=True, slots=True)
class Thresholds:
    """How sure the readers must be; chosen on typefaces that were not trained on."""

    each: float = 0.9
    both: float = 1.9
    card_scene: float = 0.3
    two_cards: float = 0.4


THRESHOLDS: Final = Thresholds()


@dataclass(frozen=True, slots=True)
class Verdict:
    """A card, or None and the reason."""

    card: Card | None
    confidence: float
    reason: str


def agreed(corner: Opinion, glyph: Opinion | None, limits: Thresholds = THRESHOLDS) -> Verdict:
    """The card that both readers name with enough certainty."""
    if glyph is None:
        return Verdict(None, 0.0, "rank and suit cannot be told apart; more light or less blur")
    card = corner.card
    if card is None:
        return Verdict(None, corner.confidence, "no index found at the card's corner")
    if card is not glyph.card:
        other = glyph.card.value if glyph.card else "nothing"
        return Verdict(None, 0.0, f"the readers disagree ({card.value} and {other})")
    chances = (corner.chance_of(card), glyph.chance_of(card))
    confidence = chances[0] * chances[1]
    if min(chances) < limits.each or sum(chances) < limits.both:
        return Verdict(None, confidence, f"not sure enough ({card.value} {confidence:.2f})")
    return Verdict(card, confidence, "")


def ink_colour(patch: Frame, suit: Box) -> str:
    """`red`, `black` or `other`: the colour of the suit mark's darkest ink on evened paper."""
    mark = patch[suit.top : suit.low, suit.left : suit.right].reshape(-1, 3)
    lowest = mark.min(axis=1)
    core = mark[lowest <= np.partition(lowest, len(lowest) // 4)[len(lowest) // 4]]
    blue, green, red = (float(v) for v in core.mean(axis=0))
    if red - max(green, blue) > 60:
        return "red"
    return "black" if max(blue, green, red) - min(blue, green, red) < 30 else "other"


def colour_fits(card: Card, colour: str) -> bool:
    """No deck prints black hearts or red spades; four-colour decks print blue and green."""
    if colour == "red":
        return card.suit in "hd"
    return colour != "black" or card.suit in "cs"
