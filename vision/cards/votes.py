"""What the frames of one card say together: only frames that name a card make an answer."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from math import prod
from typing import Final

from controller.facts.cards import Card
from vision.cards.sighting import CardSighting

AGREEING: Final = 2


@dataclass(frozen=True, slots=True)
class Joined:
    """What the frames of one card say together; `frames` of them name the card."""

    card: Card | None
    confidence: float
    reason: str
    frames: int


def joined(sightings: Sequence[CardSighting]) -> Joined:
    """The card that at least two frames name and none contradicts; a single frame may do alone."""
    named = [one for one in sightings if one.card is not None]
    votes = Counter(one.card for one in named if one.card is not None)
    leanings = Counter(one.leaning for one in sightings if one.leaning and not one.card)
    if not votes:
        return Joined(None, 0.0, _common_reason(sightings), 0)
    if len(votes) > 1:
        cards = " and as ".join(sorted(str(card) for card in votes))
        return Joined(None, 0.0, f"read as {cards} in different pictures", len(named))
    ((card, frames),) = votes.items()
    confidence = 1 - prod(1 - min(one.confidence, 1.0) for one in named)
    if frames < min(AGREEING, len(sightings)):
        return Joined(None, confidence, f"only {frames} clear picture of {len(sightings)}", frames)
    if 0 < _contrary(sightings) >= frames or speaks_against(card, frames, leanings):
        return Joined(None, confidence, _common_reason(sightings), frames)
    return Joined(card, confidence, "", frames)


def speaks_against(card: Card, frames: int, leanings: Counter[Card]) -> bool:
    """Whether as many frames lean to another card as name this one."""
    return sum(count for other, count in leanings.items() if other is not card) >= frames


def _contrary(sightings: Sequence[CardSighting]) -> int:
    """How many frames show plainly something other than one card's face."""
    kinds = ("back", "boxed", "two-cards", "cut-card")
    return sum(one.kind in kinds for one in sightings)


def _common_reason(sightings: Sequence[CardSighting]) -> str:
    reasons = Counter(one.reason for one in sightings if one.card is None and one.reason)
    return reasons.most_common(1)[0][0] if reasons else "no pictures"
