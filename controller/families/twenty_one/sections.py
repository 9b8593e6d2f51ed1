"""Games of the twenty-one family: how hands count, who draws when, what may be done, who wins."""

from collections.abc import Iterable
from decimal import Decimal
from functools import cached_property
from typing import Annotated, Final, Literal, NamedTuple, Self

from pydantic import Field, StringConstraints, model_validator

from config.conditions import CardsCondition
from config.corrections import KeyedError
from config.document import Section
from config.game import Game, Wager
from config.sourced import Name, Sourced
from controller.facts.cards import RANKS

# Ranks in one string, as in `ATJQK`; `Jo` alone is the joker.
Ranks = Annotated[str, StringConstraints(pattern=r"^([A2-9TJQK]*|Jo)$")]
Points = Annotated[int, Field(ge=2, le=40)]
# Decided by the hands and not by lines of their own.
PLAIN_WAGERS: Final = ("base", "insurance")


class Scale(NamedTuple):
    """The totals of a game, ready for counting: ranks as numbers, the joker 0."""

    limit: int
    naturals: frozenset[tuple[int, int]]
    joker_makes: int
    elevens: int


def _ranks(codes: str) -> Iterable[int]:
    return (0,) if codes == "Jo" else tuple(RANKS.index(code) + 1 for code in codes)


class Totals(Sourced):
    """How a hand counts: more than `limit` is over, a natural is made by the first two cards."""

    limit: Annotated[Decimal, Field(strict=False, ge=20, le=23)]
    naturals: tuple[tuple[Ranks, Ranks], ...] = ()
    joker_makes: Points | None = None
    elevens: Annotated[int, Field(ge=1, le=2)] = 1

    @cached_property
    def scale(self) -> Scale:
        """These totals in the form hands are counted by."""
        pairs = {
            pair
            for first, second in self.naturals
            for one in _ranks(first)
            for other in _ranks(second)
            for pair in ((one, other), (other, one))
        }
        return Scale(int(self.limit), frozenset(pairs), self.joker_makes or 0, self.elevens)


class HandDeal(Sourced):
    """The first two cards of everybody: where the lap starts, which of the bank's cards lie down.

    The bank comes last in each lap. `bank` names its two cards: `up-down`, `down-up`, `up-up`, or
    `up-later` when the second is dealt after the players have drawn.
    """

    start: Literal["bank-left", "house-left"]
    players: Literal["up", "down"] = "up"
    bank: Literal["up-down", "down-up", "up-up", "up-later"]
    peek_on: Ranks = ""


class Insurance(Sourced):
    """Insuring against a natural of a bank whose face-up card is one of these."""

    on: Ranks
    # Of the wager: up to a half, or a half.
    stake: Literal["up-to-half", "half"] = "up-to-half"
    # A natural may be paid 1 to 1 before the bank's other card is known.
    even_money: bool = False


class DrawRow(Section):
    """One cell of a hit and stand chart: these totals must hit, or must stand."""

    name: Name
    hands: Literal["hard", "soft", "any", "natural"]
    totals: tuple[Points, Points] = (2, 40)
    must: Literal["hit", "stand"]
    text: str


class DrawCharts(Sourced):
    """The first row that fits decides; a hand that fits none is the holder's option."""

    player: tuple[DrawRow, ...] = ()
    bank: tuple[DrawRow, ...] = ()

    @model_validator(mode="after")
    def _leaves_the_bank_no_hole(self) -> Self:
        for kind, totals in (("hard", range(2, 23)), ("soft", range(12, 23))):
            rows = [row.totals for row in self.bank if row.hands in (kind, "any")]
            for points in totals:
                if self.bank and not any(least <= points <= most for least, most in rows):
                    raise ValueError(f"the bank's chart has no row for {kind} {points}; add one")
        return self


class Doubling(Sourced):
    """Doubling on two cards for one card more; a `rescue` takes the last doubling back."""

    # By as much as the wager, by less if the player likes, or up to three times one after another.
    way: Literal["equal", "for-less", "double-double"] = "equal"
    # A doubling for less is no less than this.
    least: Literal["table-minimum"] | None = None
    after_split: bool = False
    rescue: bool = False
    jokers: bool = True

    @property
    def times(self) -> int:
        """How often a hand may double."""
        return 3 if self.way == "double-double" else 1


class Splitting(Sourced):
    """Splitting two cards; `most_hands` none is without limit."""

    pairs: Literal["rank", "rank-or-tens", "value"]
    most_hands: Annotated[int, Field(ge=2, le=8)] | None = None
    ace_cards: Literal["one", "any"] = "one"
    aces_again: bool = False
    jokers: bool = True


class Surrender(Sourced):
    """Giving up half the wager: on the first two cards, or as long as the total allows it."""

    # At any time up to this total, doubled hands too; without it on two cards.
    most: Points | None = None
    after_split: bool = False
    # In a hand's turn only, or also before the look at the bank's face-down card.
    when: Literal["in-turn", "before-the-look-too"] = "in-turn"
    # It costs the whole wager then, or is not allowed when it is seen.
    unless: Literal["bank-natural", "bank-joker-up"] | None = None
    jokers: bool = True


class OverBoth(Section):
    """Who wins when both hands are over the limit."""

    player_nearer: Literal["bank", "push"] = "bank"
    three_card_pushes: tuple[Points, ...] = ()
    bank_eights_push: bool = False


class Results(Sourced):
    """Comparing hands; `nearest` compares distances to the limit on either side of it."""

    both_natural: Literal["push", "player"] = "push"
    player_wins_ties_at: tuple[Points, ...] = ()
    over_both: OverBoth = OverBoth()
    nearest: bool = False
    natural_bank_takes: Literal["all", "original"] = "all"
    misplayed_loses: bool = False


class TwentyOne(Section):
    """Everything the family needs, beside the sections all games have."""

    totals: Totals
    deal: HandDeal
    charts: DrawCharts
    insurance: Insurance | None = None
    double: Doubling | None = None
    split: Splitting | None = None
    surrender: Surrender | None = None
    results: Results


class TwentyOneWager(Wager):
    """A wager at a twenty-one table; one on the side names what each row of its table shows."""

    # Conditions of the table's rows, in the order they are tried; the first that holds pays.
    lines: dict[Name, CardsCondition] = Field(default_factory=dict)

    @model_validator(mode="after")
    def _pays_every_line(self) -> Self:
        if self.name in PLAIN_WAGERS:
            if self.odds is None:
                raise ValueError(f"wager {self.name!r} needs odds")
            return self
        odd = sorted(set(self.lines) ^ set(self.table)) or (["any row"] if not self.table else [])
        if odd:
            raise ValueError(f"table and lines of {self.name!r} disagree on {odd[0]!r}")
        return self

    @property
    def is_on_the_side(self) -> bool:
        """Tell whether it has lines of its own."""
        return bool(self.lines)

    @cached_property
    def is_on_the_bank(self) -> bool:
        """Tell whether the bank's own cards decide it."""
        return any(line.of == "bank" for line in self.lines.values())

    @cached_property
    def is_common(self) -> bool:
        """Tell whether the bank's cards alone decide it, for all seats alike."""
        return all(line.of == "bank" for line in self.lines.values())


class TwentyOneGame(Game):
    """A game of twenty-one."""

    family: Literal["twenty-one"]
    twenty_one: TwentyOne
    wagers: tuple[TwentyOneWager, ...]

    @model_validator(mode="after")
    def _has_a_base_wager(self) -> Self:
        names = {wager.name for wager in self.wagers}
        if "base" not in names:
            raise KeyedError(("wagers",), "a game of twenty-one needs a wager 'base'")
        if ("insurance" in names) != (self.twenty_one.insurance is not None):
            text = "a wager 'insurance' goes with a section [twenty_one.insurance]"
            raise KeyedError(("wagers",), text)
        return self
