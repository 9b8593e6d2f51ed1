"""A hand at a seat, where a round deals cards to seats one by one."""

from decimal import Decimal
from typing import Literal, NamedTuple

from controller.facts.board import SeatHandView
from controller.facts.cards import Card

HandEnd = Literal["", "natural", "over", "stood", "surrendered", "rescued", "misplayed"]


class SeatHand(NamedTuple):
    """One hand at a seat: how often doubled, whether made by a split, and how it ended."""

    seat: int
    cards: tuple[Card, ...] = ()
    doubled: int = 0
    is_split: bool = False
    card_due: bool = False
    ended: HandEnd = ""
    # The two cards dealt to the seat, where it split them.
    dealt: tuple[Card, ...] = ()
    # What its doubling added, where that was not the wager once more.
    less: Decimal | None = None

    def view(self, hidden: int = 0, count: tuple[str, ...] = ()) -> SeatHandView:
        """The hand as a board shows it, without its first face-down cards and what they make."""
        down = min(hidden, len(self.cards))
        ended = "stood" if hidden and self.ended in ("over", "natural") else self.ended
        return SeatHandView(
            seat=self.seat,
            cards=self.cards[hidden:],
            down=(down,) if down else (),
            count=() if down else count,
            doubled=self.doubled,
            ended=ended,
        )
