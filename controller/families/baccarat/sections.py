"""Baccarat in a game's file: the draws of a coup."""

from functools import cached_property
from typing import Annotated, Final, Literal, Self

from pydantic import Field, StringConstraints, model_validator

from config.conditions import Total
from config.corrections import KeyedError
from config.game import Game
from config.sourced import Sourced

BANKER: Final = "banker-line"
DRAGON_7: Final = {"winner": "banker", "total": 7, "cards": 3}
ChartRow = Annotated[str, StringConstraints(pattern=r"^[HS]{10}$"), Field(examples=["SSSSSSHHSS"])]


class CoupHouseWay(Sourced):
    """What the house dealer does with a Player hand he is asked to play: hit to this total."""

    hits_to: Total


class Coup(Sourced):
    """Baccarat draws; a chart row has one letter, H or S, per value of Player's third card."""

    player_draws_to: Total
    banker_draws_to: Total
    naturals_stop: bool
    # A Banker line is returned when Banker wins with a seven of three cards.
    dragon_7_pushes: bool = False
    face: Literal["up", "down"] = "up"
    button_card: Literal["player-1", "banker-1", "banker-2"] | None = None
    house_way: CoupHouseWay | None = None
    chart: dict[str, ChartRow]

    @model_validator(mode="after")
    def _has_a_full_chart(self) -> Self:
        if sorted(self.chart) != [str(total) for total in range(8)]:
            raise KeyedError(("chart",), "needs one row for each Banker total from 0 to 7")
        return self

    @cached_property
    def rows(self) -> tuple[str, ...]:
        """The chart by Banker total; an eight or a nine never draws a third card."""
        return tuple(self.chart.get(str(points), "S" * 10) for points in range(10))


def _with_push(wager: object) -> object:
    if not isinstance(wager, dict) or wager.get("name") != BANKER:
        return wager
    return {**wager, "pushes": (*wager.get("pushes", ()), DRAGON_7)}


class Baccarat(Game):
    """A game of baccarat."""

    family: Literal["baccarat"]
    coup: Coup

    @model_validator(mode="before")
    @classmethod
    def _returns_on_dragon_7(cls, content: object) -> object:
        """Write out for the Banker line what a room may say in one word."""
        coup = content.get("coup") if isinstance(content, dict) else None
        if not isinstance(content, dict) or not (
            isinstance(coup, dict) and coup.get("dragon_7_pushes") is True
        ):
            return content
        wagers = (_with_push(wager) for wager in content.get("wagers", ()))
        return {**content, "wagers": tuple(wagers)}

    @model_validator(mode="after")
    def _decides_the_button(self) -> Self:
        if (self.button is None) != (self.coup.button_card is None):
            text = "a button of a coup needs coup.button_card, and only a button does"
            raise KeyedError(("coup", "button_card"), text)
        return self

    def entered(self) -> Self:
        """The same game where no device sees a coup and its result is entered instead."""
        steps = tuple(
            tuple("result" if step == "coup" else step for step in group)
            for group in self.deal.steps
        )
        content = dict(self) | {
            "deal": self.deal.model_copy(update={"steps": steps}),
            "equipment": tuple(kind for kind in self.equipment if kind != "shoe"),
        }
        return type(self).model_validate(content)
