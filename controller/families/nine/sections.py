"""Games of the nine family: three cards each from the button on, a fourth by choice or chart."""

from typing import Annotated, Literal, Self

from pydantic import Field, StringConstraints, model_validator

from config.document import Section
from config.game import Game
from config.sourced import Sourced

Total = Annotated[int, Field(ge=0, le=9)]
RowName = Annotated[str, StringConstraints(pattern=r"^[a-z0-9][a-z0-9-]*$")]


class NineDeal(Sourced):
    """How three cards reach every position in play, the bank's included."""

    dealt: Literal["one-at-a-time", "three-at-a-time"]


class NineDraw(Sourced):
    """Where the draw of the fourth cards starts; the bank comes last."""

    start: Literal["button", "bank-left"]


class NineRow(Section):
    """One cell of a chart: hands of three cards with these totals must hit, or must stand."""

    name: RowName
    totals: tuple[Total, Total]
    must: Literal["hit", "stand", "choose"]
    text: str


class NineCharts(Sourced):
    """The bank's draw, and the house way of a player's hand where the book prints one."""

    bank: tuple[NineRow, ...]
    player: tuple[NineRow, ...] = ()

    @model_validator(mode="after")
    def _covers_every_total(self) -> Self:
        for rows in (self.bank, self.player):
            covered = sorted(n for row in rows for n in range(row.totals[0], row.totals[1] + 1))
            if rows and covered != list(range(10)):
                raise ValueError("a chart needs every total from 0 to 9 once")
        return self


class BankZero(Sourced):
    """The bank's three cards total zero: these players win, these win half, the others push."""

    wins: tuple[Total, ...]
    wins_half: tuple[Total, ...] = ()


class Nine(Section):
    """Everything the family needs, beside the sections all games have."""

    deal: NineDeal
    draw: NineDraw
    charts: NineCharts
    bank_zero: BankZero | None = None


class NineGame(Game):
    """A game of nine."""

    family: Literal["nine"]
    nine: Nine
