"""Why a frame of the shoe window was not read, as a code that every language has words for."""

from typing import Final

from vision.cards.hindrance import OBSTACLES
from vision.cards.layout import MISPLACED, TWO_CARDS
from vision.cards.scene import REASONS
from vision.cards.sighting import CardSighting

UNSURE: Final = "unsure"
WHY: Final = {
    **OBSTACLES,
    REASONS["sun"][1]: "too-bright",
    REASONS["texture"][1]: "no-card",
    REASONS["foreign"][1]: "foreign-index",
    MISPLACED: "misplaced",
    **dict.fromkeys(TWO_CARDS, "misplaced"),
}


def why_unread(seen: CardSighting) -> str:
    """The code; empty where the frame was read, or where what it shows says it all."""
    return WHY.get(seen.reason, UNSURE) if seen.kind == "unreadable" else ""
