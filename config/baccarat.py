"""Baccarat in a game's file: the draws of a coup, and the results a wager can name."""

from typing import Annotated, Literal, Self

from pydantic import Field, StringConstraints, model_validator

from config.document import Section
from config.sourced import Sourced

Total = Annotated[int, Field(ge=0, le=9)]


class CoupHouseWay(Sourced):
    """What the house dealer does with a Player hand he is asked to play: hit to this total."""

    hits_to: Total


class Coup(Sourced):
    """Baccarat draws; a chart row has one letter, H or S, per value of Player's third card."""

    player_draws_to: Total
    banker_draws_to: Total
    naturals_stop: bool
    face: Literal["up", "down"] = "up"
    button_card: Literal["player-1", "banker-1", "banker-2"] | None = None
    house_way: CoupHouseWay | None = None
    chart: dict[str, Annotated[str, StringConstraints(pattern=r"^[HS]{10}$")]]

    @model_validator(mode="after")
    def _has_a_full_chart(self) -> Self:
        if sorted(self.chart) != [str(total) for total in range(8)]:
            raise ValueError("the chart needs one row for each Banker total from 0 to 7")
        return self


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
