"""Results that a wager can name as its condition."""

from typing import Annotated, Literal, Self

from pydantic import Field, model_validator

from config.document import Section

Total = Annotated[int, Field(ge=0, le=9)]


class CoupCondition(Section):
    """A result of a coup; every key given must hold. On a tie either hand is the winner's."""

    winner: Literal["player", "banker", "tie"] | None = None
    total: Total | None = None
    cards: Literal[2, 3] | None = None
    # The winner's hand, or on a tie both hands, an eight or nine of two cards.
    natural: bool | None = None
    loser_total: Total | None = None
    margin: Annotated[int, Field(ge=1, le=9)] | None = None
    banker_total: Total | None = None
    # Both totals together.
    sum: Annotated[int, Field(ge=0, le=18)] | None = None

    @model_validator(mode="after")
    def _names_a_result(self) -> Self:
        if not self.model_fields_set:
            raise ValueError("a condition must name a result, such as winner or sum")
        if self.winner is None and (self.total, self.cards, self.natural) != (None, None, None):
            raise ValueError("total, cards and natural are the winner's; name the winner")
        return self
