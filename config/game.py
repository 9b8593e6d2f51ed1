"""A game as its room's rule book has it: one strict document, every value with its source."""

import re
from collections.abc import Collection
from typing import Annotated, Literal, Self

from pydantic import Field, StringConstraints, model_validator

from config.conditions import CoupCondition
from config.corrections import KeyedError
from config.deal import Deal as Deal
from config.document import KeyPath, Section
from config.fees import Action, FeeOption as FeeOption, Money, OptionId as OptionId
from config.piles import OtherDeal, Piles as Piles, PrintedFault, RemovedWager, Setting
from config.poker import (
    BONUS_HANDS,
    POKER_HANDS,
    Decisions,
    Judged,
    Qualifier,
    Stacks as Stacks,
    StakeRule,
    Turning,
    Window,
)
from config.settlement import Settlement as Settlement
from config.sourced import Name as Name, Sourced, SourceLines
from config.wire_document import DeviceKind
from controller.facts.cards import RANKS
from controller.facts.seats import Direction

GameId = Annotated[
    str,
    StringConstraints(pattern=r"^[a-z0-9-]+/[a-z0-9.-]+$"),
    Field(examples=["my-room/quick-baccarat"]),
]
# Kinds whose steps have a section each.
DESCRIBED: frozenset[str] = frozenset({"stacks", "play", "reveal", "settle"})
Odds = Annotated[str, StringConstraints(pattern=r"^\d+:\d+$"), Field(examples=["30:1"])]
# An amount the book prints, or the limit of the table.
Limit = Money | Literal["table"]


class Seats(Sourced):
    """How many positions the table may have, the bank's included."""

    allowed: Annotated[tuple[Annotated[int, Field(ge=2, le=14)], ...], Field(min_length=1)]


class Cards(Sourced):
    """What lies in the shoe, or in one deck."""

    decks: tuple[int, int]
    # In each deck, from so many decks in the shoe on.
    jokers: Annotated[int, Field(ge=0, le=8)] = 0
    jokers_from: Annotated[int, Field(ge=1, le=8)] = 1
    # Ranks taken out of every deck, and ranks of which every deck holds a second set of four.
    removed: Annotated[str, StringConstraints(pattern=r"^[A2-9TJQK]*$")] = ""
    doubled: Annotated[str, StringConstraints(pattern=r"^[A2-9TJQK]*$")] = ""


class Intervening(Sourced):
    """Another seat must bank before the seat that held the bank may have it again."""


class Bank(Sourced):
    """How the bank goes round; `nobody` is for games without one."""

    held_by: Literal["player", "nobody"] = "player"
    # Only a seat that bet in the round before is offered the bank.
    only_bettors: bool = False
    turns: Annotated[int, Field(ge=1, le=4)]
    # Without it a bank that nobody else takes may go on.
    intervening: Intervening | None = None
    direction: Direction = "clockwise"


class Button(Sourced):
    """The action button: one rule for every game."""

    decided_by: Literal["card", "dice", "rotation"]
    used: Literal["always", "uncovered"]
    first: Literal["house-left", "bank-left", "bank"]
    direction: Direction
    bank_counted: bool
    # Which of the bank's cards decides, as dealt, where the family does not know.
    card: Annotated[int, Field(ge=1, le=5)] | None = None
    # Dice that count to the bank: it gets the first hand, or that one too starts at the button.
    first_hand: Literal["counted", "button"] = "counted"
    values: dict[str, Annotated[int, Field(ge=0, le=13)]] = Field(default_factory=dict)

    @model_validator(mode="after")
    def _knows_every_rank(self) -> Self:
        unknown = sorted(set(self.values) - set(RANKS))
        if unknown:
            raise KeyedError(("values", unknown[0]), f"{unknown[0]!r} is no rank; use {RANKS}")
        if self.decided_by != "card" and self.values:
            raise ValueError("values are for cards; dice take none, nor does a rotation")
        return self


class Dice(Sourced):
    """The dice in the cup."""

    count: Annotated[int, Field(ge=1, le=5)]


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
    # Conditions of the table's rows, in the order they are tried.
    cases: dict[Name, CoupCondition] = Field(default_factory=dict)
    # A wager that names what it loses to stays on the table until it wins or loses.
    loses: tuple[CoupCondition, ...] = ()
    # Least and most; "table" stands for the limit of the table.
    limits: tuple[Limit, Limit] | None = None
    # Circles a seat may bet in; the limits are those of one.
    circles: Annotated[int, Field(ge=1, le=20)] = 1
    # Offered only with so many decks in the shoe.
    decks: tuple[int, int] | None = None
    # Kept on the road, under the wager's name or the names of its cases; counted as the wager.
    marks: bool | Literal["cases"] = False
    # Poker hands against a bank: which hand decides, and whether a fold loses the wager.
    judged: Judged | None = None
    after_fold: Literal["loses", "stays"] = "loses"
    # A wager nobody stakes: a wager of this size in what it needs earns it.
    earned_from: Money | None = None

    @property
    def mark_names(self) -> tuple[str, ...]:
        """The names under which a marking wager is kept on the road."""
        if not self.marks:
            return ()
        return tuple(self.cases) if self.marks == "cases" else (self.name,)

    @property
    def is_on_the_side(self) -> bool:
        """Tell whether cards that the table sees win it by lines of its own."""
        return False

    @property
    def conditions(self) -> tuple[CoupCondition, ...]:
        """Every condition it names."""
        wins = (self.wins,) if self.wins else ()
        return (*wins, *self.pushes, *self.cases.values(), *self.loses)

    @property
    def looks(self) -> bool:
        """Tell whether a condition asks for pairs, suits or colours of a coup's cards."""
        return any(condition.looks for condition in self.conditions)

    @model_validator(mode="after")
    def _pays_known_hands(self) -> Self:
        is_bonus = self.judged in ("seven-cards", "other-hands")
        known = BONUS_HANDS if is_bonus else POKER_HANDS
        odd = sorted({*self.table, *self.fixed} - known) if self.judged else []
        if odd:
            raise ValueError(f"{odd[0]!r} is no hand; use {', '.join(sorted(known))}")
        return self

    @model_validator(mode="after")
    def _pays_every_case(self) -> Self:
        odd = sorted(set(self.cases) ^ set(self.table)) if self.cases else []
        if odd:
            raise ValueError(f"table and cases disagree on {odd[0]!r}")
        return self


class BackLine(Sourced):
    """Wagers that only the player of a seat may place, and nobody behind it."""

    not_on: Annotated[tuple[Name, ...], Field(min_length=1)]


class Increments(Sourced):
    """The steps in which wagers are placed."""

    step: Annotated[Money, Field(gt=0)]


class Reading(Section):
    """A value that is ours and not printed; it holds until the room confirms it by name."""

    name: Name
    key: str
    text: str
    # What a room may say instead, under [values] of its table file.
    choices: tuple[str | bool, ...] = ()


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
    family: str
    equipment: tuple[DeviceKind, ...]
    deal: Deal
    readings: tuple[Reading, ...] = ()
    missing: tuple[Missing, ...] = ()
    fees: tuple[FeeOption, ...] = ()


class Game(GameHeader):
    """The whole game."""

    source: SourceLines
    seats: Seats
    cards: Cards
    bank: Bank
    button: Button | None = None
    stacks: Stacks | None = None
    play: dict[Name, Window] = Field(default_factory=dict)
    reveal: dict[Name, Turning] = Field(default_factory=dict)
    decisions: Decisions | None = None
    qualifier: Qualifier | None = None
    stakes: tuple[StakeRule, ...] = ()
    dice: Dice | None = None
    piles: Piles | None = None
    setting: Setting | None = None
    faults: tuple[PrintedFault, ...] = ()
    # A wager taken away before the pay-off may lose the table's most or win its least.
    removed_wager: RemovedWager | None = None
    deals: dict[Name, OtherDeal] = Field(default_factory=dict)
    wagers: tuple[Wager, ...]
    settlement: Settlement
    # Without it every wager placed before the cards counts for the fee.
    action: Action | None = None
    # Amounts are multiples of this.
    increments: Increments | None = None
    # Without it every wager may be placed behind a seat too.
    back_line: BackLine | None = None

    @model_validator(mode="after")
    def _settles_known_wagers(self) -> Self:
        names = [wager.name for wager in self.wagers]
        order = [name for group in self.settlement.order for name in group]
        early = [name for stage in self.settlement.stages for name in stage.wagers]
        odd = next((name for name in (*order, *early) if name not in names), None)
        # Of two wagers of one name the second may be the one that is meant.
        if odd is not None and len({*names}) == len(names):
            key = "order" if odd in order else "stages"
            raise KeyedError(("settlement", key), f"no wager {odd!r}; there are {', '.join(names)}")
        left_out = next((name for name in names if name not in (*order, *early)), None)
        if left_out is not None:
            text = f"wager {left_out!r} is never settled; add [{left_out!r}]"
            raise KeyedError(("settlement", "order"), text)
        return self

    @model_validator(mode="after")
    def _marks_once(self) -> Self:
        seen: set[str] = set()
        for number, wager in enumerate(self.wagers):
            twice = seen.intersection(wager.mark_names)
            if twice and len({each.name for each in self.wagers}) == len(self.wagers):
                where = ("wagers", str(number), "marks")
                text = f"another wager leaves the mark {min(twice)!r} too; name their cases apart"
                raise KeyedError(where, text)
            seen.update(wager.mark_names)
        return self

    @model_validator(mode="after")
    def _asks_for_coverage(self) -> Self:
        conditional = self.button is not None and self.button.used == "uncovered"
        if conditional != self.deal.has("coverage"):
            text = "a step coverage goes with a button used when uncovered, and only so"
            raise KeyedError(("deal", "steps"), text)
        return self

    @model_validator(mode="after")
    def _describes_its_stages(self) -> Self:
        plan = self.stacks.plan if self.stacks else ()
        described = {f"stacks:{part.stage}" if part.stage else "stacks" for part in plan}
        described |= {f"play:{label}" for label in self.play}
        described |= {f"reveal:{label}" for label in self.reveal}
        described |= {f"settle:{stage.name}" for stage in self.settlement.stages}
        named = {name for group in self.deal.steps for name in group} - {"play", "reveal", "settle"}
        named = {name for name in named if name.partition(":")[0] in DESCRIBED}
        if described != named:
            odd = min(described ^ named)
            text = f"step {odd!r} and its section go together; add or remove one"
            raise KeyedError(("deal", "steps"), text)
        return self

    @model_validator(mode="after")
    def _refers_to_known_wagers(self) -> Self:
        names = {wager.name for wager in self.wagers}
        used: dict[KeyPath, Collection[str]] = {
            ("stakes", str(number)): (*rule.wagers, rule.of)
            for number, rule in enumerate(self.stakes)
        }
        used["qualifier", "unqualified"] = self.qualifier.unqualified if self.qualifier else ()
        used["action", "wagers"] = self.action.wagers if self.action else ()
        used["back_line", "not_on"] = self.back_line.not_on if self.back_line else ()
        for where, named in used.items():
            for odd in sorted(set(named) - names):
                raise KeyedError(where, f"no wager {odd!r}; there are {', '.join(sorted(names))}")
        return self

    @model_validator(mode="after")
    def _rotates_without_a_bank(self) -> Self:
        rotates = self.button is not None and self.button.decided_by == "rotation"
        if rotates and self.bank.held_by != "nobody":
            text = "a button by rotation is for games without a bank"
            raise KeyedError(("button", "decided_by"), text)
        return self

    @model_validator(mode="after")
    def _deals_otherwise(self) -> Self:
        for name in self.deals:
            self.dealt(name)
        return self

    @property
    def decks(self) -> tuple[int, int]:
        """How many decks the shoe may hold, with every wager that is offered."""
        spans = (self.cards.decks, *(wager.decks for wager in self.wagers if wager.decks))
        return max(least for least, _most in spans), min(most for _least, most in spans)

    def without(self, names: Collection[str]) -> Self:
        """The same game where these wagers are not offered."""
        settlement = self.settlement.without(names)
        named = {f"settle:{stage.name}" for stage in self.settlement.stages}
        gone = named - {f"settle:{stage.name}" for stage in settlement.stages}
        steps = (tuple(step for step in group if step not in gone) for group in self.deal.steps)
        content = dict(self) | {
            "wagers": tuple(wager for wager in self.wagers if wager.name not in names),
            "settlement": settlement,
            "action": self.action and self.action.without(names),
            "back_line": self.back_line and self._kept_back_line(names),
            "deal": self.deal.model_copy(update={"steps": tuple(filter(None, steps))}),
        }
        return type(self).model_validate(content)

    def _kept_back_line(self, names: Collection[str]) -> BackLine | None:
        rule = self.back_line
        kept = tuple(name for name in rule.not_on if name not in names) if rule else ()
        return rule.model_copy(update={"not_on": kept}) if rule and kept else None

    def dealt(self, name: str) -> Self:
        """The same game, dealt the other way of this name."""
        other = self.deals[name]
        kinds = {step.partition(":")[0] for group in other.steps for step in group}
        content = dict(self) | {
            "deal": Deal(steps=other.steps, closed_by=self.deal.closed_by, source=other.source),
            "equipment": other.equipment,
            "stacks": self.stacks if "stacks" in kinds else None,
            "deals": {},
        }
        return type(self).model_validate(content)


SOURCE_KEY = re.compile(r"^reading:(.+)$")
