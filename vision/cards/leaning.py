"""Frames that are not sure enough alone, but all lean to one card."""

from collections import Counter
from typing import Final

from controller.facts.cards import Card

# A named frame and two that lean the same way, or four that lean.
WITH_A_NAME: Final = 3
WITHOUT: Final = 4


def leaned_to(named: Counter[Card], leanings: Counter[Card]) -> Card | None:
    """The one card that enough frames name or lean to; None when any leans elsewhere."""
    votes = named + leanings
    if len(votes) != 1:
        return None
    ((card, frames),) = votes.items()
    return card if frames >= (WITH_A_NAME if named else WITHOUT) else None


def speaks_against(card: Card, frames: int, leanings: Counter[Card]) -> bool:
    """Whether as many frames lean to another card as name this one."""
    return sum(count for other, count in leanings.items() if other is not card) >= frames
