"""Deciding: both readers must name the same card, and nothing may speak against it."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np

from controller.facts.cards import Card
from vision.cards.glyphs import Index
from vision.cards.opinion import Opinion
from vision.cards.scores import Scores, shares
from vision.picture.frame import Frame


@dataclass(frozen=True, slots=True)
class Thresholds:
    """How sure the readers must be; chosen on typefaces that were not trained on."""

    # Of both readers together, and the least chance that each must see for the card by itself.
    together: float = 0.995
    support: float = 0.5
    leaning: float = 0.9
    leaning_support: float = 0.005
    card_scene: float = 0.3
    # Of the whole window's net and of the corner's, each by itself.
    joker: float = 0.98


@dataclass(frozen=True, slots=True)
class TwoCards:
    """When two cards are suspected: how much the scene's net counts, and from which chance on."""

    scene_share: float
    limit: float

    def suspected(self, scene: float, corner: float) -> bool:
        """By the weighted mean of both nets' log odds: one that is sure outweighs an unsure one."""
        odds = self.scene_share * _log_odds(scene) + (1 - self.scene_share) * _log_odds(corner)
        return odds > _log_odds(self.limit)


THRESHOLDS: Final = Thresholds()
# What a glance leaves open costs only time, so it must be surer.
GLANCE: Final = Thresholds(support=0.9)
# A glance that suspects two cards is looked at closely; only then they are called two.
TWO_AT_A_GLANCE: Final = TwoCards(scene_share=0.5, limit=0.02)
TWO_CLOSELY: Final = TwoCards(scene_share=0.3, limit=0.03)
# A glance rarely suspects two cards, and above this chance by its corner it names none: the
# larger nets find a third of those that show no edge.
MAY_BE_TWO: Final = 1.5e-3
_NO_CHANCE: Final = 1e-4
# Colours of a grey camera's picture differ by less than this.
_GREY: Final = 0.5
# A letter B looks like an eight; it is fuller on its left, and no reader is sure of it.
_EIGHT: Final = 8
_SURE_EIGHT: Final = 0.99
_FULLER: Final = 0.04
_CORNER: Final = (0.16, 0.22)
NO_COLOUR: Final = "a red suit, and the picture has no colour; use a colour camera"


def _log_odds(chance: float) -> float:
    return math.log((chance + _NO_CHANCE) / (1 - chance + _NO_CHANCE))


@dataclass(frozen=True, slots=True)
class Verdict:
    """A card, or None and the reason; `leaning` only speaks against other cards."""

    card: Card | None
    confidence: float
    reason: str
    leaning: Card | None = None


def agreed(
    corners: Sequence[Opinion], glyphs: Sequence[Opinion], limits: Thresholds = THRESHOLDS
) -> Verdict:
    """The card that both readers support, after one look or two, with enough certainty."""
    if not glyphs:
        return Verdict(None, 0.0, "rank and suit cannot be told apart; more light or less blur")
    both = _together(corners, glyphs)
    card = both.card
    if card is None:
        return Verdict(None, both.confidence, "no index found at the card's corner")
    support = min(max(one.chance_of(card) for one in each) for each in (corners, glyphs))
    confidence = min(both.confidence, support)
    if both.confidence >= limits.together and support >= limits.support:
        return Verdict(card, confidence, "", card)
    leans = both.confidence >= limits.leaning and support >= limits.leaning_support
    reason = _doubt(corners[0].card, glyphs[0].card, confidence)
    return Verdict(None, confidence, reason, card if leans else None)


def _together(corners: Sequence[Opinion], glyphs: Sequence[Opinion]) -> Opinion:
    """Both readers as one: chances multiplied, the looks of one reader averaged before."""
    ranks = _product([one.ranks for one in corners], [one.ranks for one in glyphs])
    suits = _product([one.suits for one in corners], [one.suits for one in glyphs])
    return Opinion(ranks, suits)


def _product(one: Sequence[Scores], other: Sequence[Scores]) -> Scores:
    return shares([a * b for a, b in zip(_mean(one), _mean(other), strict=True)])


def _mean(looks: Sequence[Scores]) -> Scores:
    """The geometric mean of one reader's looks; no chance is nought, or it could not recover."""
    raised = [[chance + _NO_CHANCE for chance in look] for look in looks]
    if len(raised) == 1:
        return raised[0]
    return [math.prod(chances) ** (1 / len(looks)) for chances in zip(*raised, strict=True)]


def _doubt(corner: Card | None, glyph: Card | None, confidence: float) -> str:
    if corner is glyph and corner is not None:
        return f"not sure enough ({corner.value} {confidence:.2f})"
    names = " and ".join(card.value if card else "nothing" for card in (corner, glyph))
    return f"the readers disagree ({names})"


def ink_colour(patch: Frame, index: Index) -> str:
    """`red`, `black` or `other`: the colour of the suit mark's darkest quarter on evened paper."""
    suit = index.suit
    rows, columns = slice(suit.top, suit.low), slice(suit.left, suit.right)
    ink = index.ink[rows, columns]
    quarter = ink.size - ink.size // 4 - 1
    least = float(np.partition(ink, quarter, axis=None)[quarter])
    _, core = cv2.threshold(ink, least - 0.5, 255, cv2.THRESH_BINARY)
    blue, green, red, _ = cv2.mean(patch[rows, columns], core)
    if red - max(green, blue) > 60:
        return "red"
    return "black" if max(blue, green, red) - min(blue, green, red) < 30 else "other"


def is_grey(patch: Frame) -> bool:
    """Whether the picture has no colour at all, as a grey camera's."""
    most, least = patch.max(axis=2).astype(np.int16), patch.min(axis=2)
    return float((most - least).mean()) < _GREY


def colour_fits(card: Card, colour: str) -> bool:
    """No deck prints black hearts or red spades; four-colour decks print blue and green."""
    if colour == "red":
        return card.suit in "hd"
    return colour != "black" or card.suit in "cs"


def is_other_letter(verdict: Verdict, index: Index) -> bool:
    """Whether what was read as an eight may be another game's B."""
    card = verdict.card
    if card is None or card.rank != _EIGHT or verdict.confidence >= _SURE_EIGHT:
        return False
    rank = index.rank
    ink = index.ink[rank.top : rank.low, rank.left : rank.right].astype(np.float32)
    high, wide = (
        max(round(share * side), 2) for share, side in zip(_CORNER, ink.shape, strict=True)
    )
    ends = np.concatenate([ink[:high], ink[-high:]])
    fuller = float(ends[:, :wide].mean() - ends[:, -wide:].mean())
    return fuller > _FULLER * float(ink.max())
