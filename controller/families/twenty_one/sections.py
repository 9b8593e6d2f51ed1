"""Games of the twenty-one family: how hands count, who draws when, what may be done, who wins."""

from collections.abc import Collection, Iterable
from decimal import Decimal
from functools import cached_property
from typing import Annotated, Literal, NamedTuple, Self

from pydantic import Field, StringConstraints, model_validator

from config.document import Section
from config.game import Game
from config.sourced import Sourced
from controller.facts.cards import RANKS

# Ranks in one string, as in `ATJQK`; `Jo` alone is the joker.
Ranks = Annotated[str, StringConstraints(pattern=r"^([A2-9TJQK]*|Jo)$")]
RowName = Annotated[str, StringConstraints(pattern=r"^[a-z0-9][a-z0-9-]*$")]
Points = Annotated[int, Field(ge=2, le=40)]


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
    insurance_on: Ranks = ""
    peek_on: Ranks = ""


class DrawRow(Section):
    """One cell of a hit and stand chart: these totals must hit, or must stand."""

    name: RowName
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
    """Doubling on two cards; `times` above one is double-double down, `rescue` ends it early."""

    times: Annotated[int, Field(ge=1, le=3)] = 1
    for_less: bool = False
    after_split: bool = False
    rescue: bool = False
    jokers: bool = True

    @model_validator(mode="after")
    def _never_both(self) -> Self:
        if self.times > 1 and self.for_less:
            raise ValueError("doubling for less goes only with one doubling; set for_less = false")
        return self


class Splitting(Sourced):
    """Splitting two cards; `most_hands` none is without limit."""

    pairs: Literal["rank", "rank-or-tens", "value"]
    most_hands: Annotated[int, Field(ge=2, le=8)] | None = None
    ace_cards: Literal["one", "any"] = "one"
    aces_again: bool = False
    jokers: bool = True


class Surrender(Sourced):
    """Giving up half the wager: on the first two cards, or as long as the total allows it."""

    most: Points | None = None
    after_split: bool = False
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
    double: Doubling | None = None
    split: Splitting | None = None
    surrender: Surrender | None = None
    results: Results


MATCH_LINES = frozenset({"suited-2", "suited-1-unsuited-1", "suited-1", "unsuited-2", "unsuited-1"})
LUCKY_LINES = frozenset({"suited-777", "suited-678", "777", "678", "suited-21", "21", "20", "19"})
# The first line of a table that goes up by one card each.
COUNTED_LINES = {"buster": ("cards", 3), "red-flex": ("red", 2)}
FIXED_LINES = {"match": MATCH_LINES, "lucky-lucky": LUCKY_LINES}
PLAIN_WAGERS = ("base", "insurance")


def wager_problem(name: str, lines: Collection[str], has_odds: bool) -> str | None:
    """Say what is wrong with a wager of this family, if anything."""
    if name in PLAIN_WAGERS:
        return None if has_odds else f"wager {name!r} needs odds"
    if name in COUNTED_LINES:
        word, first = COUNTED_LINES[name]
        wanted = {f"{word}-{number}" for number in range(first, first + len(lines))}
    elif name in FIXED_LINES:
        wanted = set(FIXED_LINES[name])
    else:
        known = ", ".join((*PLAIN_WAGERS, *COUNTED_LINES, *FIXED_LINES))
        return f"no wager {name!r} in this family; use {known}"
    odd = sorted(wanted ^ set(lines)) or (["any line"] if not lines else [])
    return f"the table of {name!r} and its lines disagree on {odd[0]!r}" if odd else None


class TwentyOneGame(Game):
    """A game of twenty-one."""

    family: Literal["twenty-one"]
    twenty_one: TwentyOne

    @model_validator(mode="after")
    def _knows_its_wagers(self) -> Self:
        for wager in self.wagers:
            problem = wager_problem(wager.name, wager.table, wager.odds is not None)
            if problem:
                raise ValueError(problem)
        if all(wager.name != "base" for wager in self.wagers):
            raise ValueError("a game of twenty-one needs a wager 'base'")
        return self
