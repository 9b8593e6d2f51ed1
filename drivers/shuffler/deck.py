"""A deck inside the emulated shuffler: its cards and the stacks already put out."""

from dataclasses import dataclass, field
from typing import Final

from config.wire_document import CARD_CODES

DECK_SIZES: Final = (52, 53)


@dataclass(slots=True)
class EmulatedDeck:
    """Cards of one back colour; stacks come off the top."""

    colour: str
    cards: list[str]
    stacks: dict[int, tuple[str, ...]] = field(default_factory=dict)

    @classmethod
    def of_size(cls, colour: str, size: int) -> "EmulatedDeck":
        """So many cards in factory order; card 53 is the joker, further ones repeat."""
        return cls(colour, [CARD_CODES[number % len(CARD_CODES)] for number in range(size)])

    def fault(self) -> str | None:
        """Why a shuffler would not take this deck, or None."""
        if len(self.cards) < DECK_SIZES[0]:
            return "short"
        if len(self.cards) > DECK_SIZES[-1]:
            return "long"
        # A deck of 52 has no joker: one in it stands where another card is missing.
        if not set(self.cards) <= set(CARD_CODES[: len(self.cards)]):
            return "foreign-card"
        return "duplicate" if len(set(self.cards)) < len(self.cards) else None

    def put_out(self, stack: int, count: int) -> None:
        """Take a stack off the top."""
        self.stacks[stack] = tuple(self.cards[:count])
        del self.cards[:count]
