"""What one frame of the shoe window shows."""

from dataclasses import dataclass
from typing import Final, Literal, TypeAlias, get_args

from controller.facts.cards import Card

Kind: TypeAlias = Literal[
    "empty", "card", "back", "boxed", "two-cards", "cut-card", "joker", "finger", "dirty",
    "unreadable",
]  # fmt: skip
KINDS: Final[tuple[Kind, ...]] = get_args(Kind)


@dataclass(frozen=True, slots=True)
class CardSighting:
    """One frame's reading; `card` is set for kinds `card` and `joker`, `reason` otherwise."""

    kind: Kind
    card: Card | None
    confidence: float
    reason: str
    # No answer and no vote: it only speaks against frames that name another card.
    leaning: Card | None = None
