"""A game as its room's rule book has it: one strict document, every value with its source."""

import re
from decimal import Decimal
from typing import Annotated, Literal, Self

from pydantic import Field, StringConstraints, model_validator

from config.document import Section

Name = Annotated[str, StringConstraints(pattern=r"^[a-z0-9][a-z0-9-]*$")]
GameId = Annotated[str, StringConstraints(pattern=r"^[a-z0-9-]+/[a-z0-9.-]+$")]
SourceLines = Annotated[
    str,
    StringConstraints(pattern=r"^(reading:[a-z0-9-]+|\d{3}:\d+(-\d+)?(, (\d{3}:)?\d+(-\d+)?)*)$"),
]
Direction = Literal["clockwise", "counter-clockwise"]
DeviceKind = Literal["shoe", "shuffler", "dice-cup", "entry-pad", "lamps"]
Family = Literal["baccarat", "three-card-poker", "pai-gow-poker"]
StepName = Literal[
    "bets-closed",
    "collection",
    "coup",
    "stacks",
    "bank-card",
    "unload",
    "play",
    "piles",
    "action-pile",
    "shake",
    "open-cup",
    "deliver",
    "settle",
]
Money = Annotated[Decimal, Field(strict=False, ge=0, max_digits=10, decimal_places=2)]
Odds = Annotated[str, StringConstraints(pattern=r"^\d+:\d+$")]
RANK_CODES = "A23456789TJQK"


class Sourced(Section):
    """A part that cites the lines of its rule book, or the reading that stands for them."""

    source: SourceLines


class Deal(Sourced):
    """The order of a round: groups of steps; the steps of one group may come in any order."""

    steps: Annotated[tuple[tuple[StepName, ...], ...], Field(min_length=1)]

    @model_validator(mode="after")
    def _is_walkable(self) -> Self:
        names = [name for group in self.steps for name in group]
        if len(names) != len(set(names)) or self.steps[-1] != ("settle",):
            raise ValueError("each step once, and the last one alone must be settle")
        if "bets-closed" not in names:
            raise ValueError("no step closes the bets; add bets-closed")
        return self


class Seats(Sourced):
    """How many positions the table may have, the bank's included."""

    allowed: Annotated[tuple[Annotated[int, Field(ge=2, le=14)], ...], Field(min_length=1)]


class Cards(Sourced):
    """What lies in the shoe, or in one deck."""

    decks: tuple[int, int]
    jokers: Annotated[int, Field(ge=0, le=8)] = 0


class Bank(Sourced):
    """How the bank goes round."""

    turns: Annotated[int, Field(ge=1, le=4)]
    direction: Direction = "clockwise"


class Button(Sourced):
    """The action button: one rule for every game."""

    decided_by: Literal["card", "dice"]
    used: Literal["always", "uncovered"]
    first: Literal["house-left", "bank-left", "bank"]
    direction: Direction
    bank_counted: bool
    values: dict[str, Annotated[int, Field(ge=0, le=13)]] = Field(default_factory=dict)

    @model_validator(mode="after")
    def _knows_every_rank(self) -> Self:
        unknown = sorted(set(self.values) - set(RANK_CODES))
        if unknown:
            raise ValueError(f"{unknown[0]!r} is no rank; use {RANK_CODES}")
        if (self.decided_by == "card") != bool(self.values):
            raise ValueError("a card needs values for its ranks, dice take none")
        return self


class Coup(Sourced):
    """Baccarat draws; a chart row has one letter, H or S, per value of Player's third card."""

    player_draws_to: Annotated[int, Field(ge=0, le=9)]
    banker_draws_to: Annotated[int, Field(ge=0, le=9)]
    naturals_stop: bool
    button_card: Literal["banker-2"]
    chart: dict[str, Annotated[str, StringConstraints(pattern=r"^[HS]{10}$")]]

    @model_validator(mode="after")
    def _has_a_full_chart(self) -> Self:
        if sorted(self.chart) != [str(total) for total in range(8)]:
            raise ValueError("the chart needs one row for each Banker total from 0 to 7")
        return self


class Stacks(Sourced):
    """What the shuffler puts out, and the decks it alternates."""

    size: Annotated[int, Field(ge=1, le=7)]
    deck_size: Annotated[int, Field(ge=32, le=54)]
    colours: Annotated[tuple[Literal["red", "blue", "green", "black"], ...], Field(min_length=1)]


class Dice(Sourced):
    """The dice in the cup."""

    count: Annotated[int, Field(ge=1, le=5)]


class Piles(Sourced):
    """The piles dealt in front of the house dealer."""

    count: Annotated[int, Field(ge=2, le=8)]
    size: Annotated[int, Field(ge=1, le=13)]
    left_over: Annotated[int, Field(ge=0, le=10)]


class CoupCondition(Section):
    """A result of a coup: who won, and with which total and number of cards if that matters."""

    winner: Literal["player", "banker", "tie"]
    total: Annotated[int, Field(ge=0, le=9)] | None = None
    cards: Literal[2, 3] | None = None


class Wager(Sourced):
    """A wager: when it may be placed, what it pays."""

    name: Name
    title: str
    required: bool = False
    needs: tuple[Name, ...] = ()
    odds: Odds | None = None
    table: dict[Name, Odds] = Field(default_factory=dict)
    fixed: dict[Name, Money] = Field(default_factory=dict)
    wins: CoupCondition | None = None
    pushes: tuple[CoupCondition, ...] = ()
    marks: bool = False

    @model_validator(mode="after")
    def _pays_something(self) -> Self:
        if not (self.odds or self.table or self.fixed):
            raise ValueError("a wager needs odds, a table of odds, or fixed amounts")
        return self


class Settlement(Sourced):
    """Who is settled when: `wager` is one lap per kind, `seat` settles all kinds at each seat."""

    by: Literal["wager", "seat"]
    order: Annotated[tuple[tuple[Name, ...], ...], Field(min_length=1)]


class FeeTier(Section):
    """One line of a schedule: action from, up to, and the fee."""

    first: Money
    last: Money | None = None
    fee: Money


class FeeOption(Sourced):
    """One posted collection schedule."""

    option: int
    minimum: tuple[Money, Money]
    maximum: tuple[Money, Money]
    basis: Literal["total-action", "player-wager"]
    tiers: Annotated[tuple[FeeTier, ...], Field(min_length=1, max_length=5)]
    other_fee: Money
    dropped: Literal["before-cards", "before-cup-opens"]
    dated: Annotated[str, StringConstraints(pattern=r"^\d{4}-\d{2}$")]


class Reading(Section):
    """A value that is ours and not printed; it holds until the room confirms it by name."""

    name: Name
    key: str
    text: str


class Missing(Section):
    """A value the book does not give and nobody can guess; the table file must supply it."""

    key: str
    text: str


class GameHeader(Section):
    """What the catalogue shows of a game, complete or not."""

    id: GameId
    name: str
    room: str
    regulator_id: str
    family: Family
    equipment: tuple[DeviceKind, ...]
    readings: tuple[Reading, ...] = ()
    missing: tuple[Missing, ...] = ()


class Game(GameHeader):
    """The whole game."""

    source: SourceLines
    deal: Deal
    seats: Seats
    cards: Cards
    bank: Bank
    button: Button
    coup: Coup | None = None
    stacks: Stacks | None = None
    dice: Dice | None = None
    piles: Piles | None = None
    wagers: Annotated[tuple[Wager, ...], Field(min_length=1)]
    settlement: Settlement
    fees: tuple[FeeOption, ...] = ()

    @model_validator(mode="after")
    def _settles_known_wagers(self) -> Self:
        names = {wager.name for wager in self.wagers}
        settled = [name for group in self.settlement.order for name in group]
        odd = [name for name in settled if name not in names] or sorted(names - set(settled))
        if odd:
            raise ValueError(f"settlement and wagers disagree on {odd[0]!r}")
        return self

    @model_validator(mode="after")
    def _has_what_its_steps_need(self) -> Self:
        present = {name for name in ("coup", "stacks", "dice", "piles") if getattr(self, name)}
        for group in self.deal.steps:
            for step in group:
                needed = STEP_NEEDS.get(step)
                if needed and needed not in present:
                    raise ValueError(f"step {step!r} needs a section [{needed}]")
        return self


STEP_NEEDS: dict[str, str] = {
    "coup": "coup",
    "stacks": "stacks",
    "unload": "stacks",
    "piles": "piles",
    "action-pile": "piles",
    "deliver": "piles",
    "open-cup": "dice",
}

SOURCE_KEY = re.compile(r"^reading:(.+)$")
