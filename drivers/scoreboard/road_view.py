"""The roads of one shoe as cells to draw, kept hand by hand."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import islice
from typing import Literal

from controller.facts.board import HandMark
from controller.facts.fact import Fact
from controller.roads.layout import Tail
from controller.roads.report import parse_outcome
from controller.roads.roads import (
    Colour,
    DerivedMarks,
    Outcome,
    Roads,
    RoadsError,
    Stone,
    Winner,
)

ColourName = Literal["red", "blue"]


class RoadCell(Fact):
    """One hand in its cell; `total` is the winner's or the tied one, None if nobody saw it."""

    column: int
    row: int
    winner: str
    natural: bool
    player_pair: bool
    banker_pair: bool
    bonuses: tuple[str, ...]
    ties: int
    total: int | None
    is_free: bool
    is_ruled: bool


class DerivedCell(Fact):
    """One mark of a derived road."""

    column: int
    row: int
    colour: ColourName


class NextMarks(Fact):
    """The mark each derived road would take, None where it has not begun."""

    big_eye_boy: ColourName | None
    small_road: ColourName | None
    cockroach_pig: ColourName | None


class AskMarks(Fact):
    """What the next hand would add: if Player wins it, and if Banker does."""

    player: NextMarks
    banker: NextMarks


class RoadsView(Fact):
    """All five roads a screen draws; columns and rows count from 0."""

    bead_plate: tuple[RoadCell, ...]
    big_road: tuple[RoadCell, ...]
    big_eye_boy: tuple[DerivedCell, ...]
    small_road: tuple[DerivedCell, ...]
    cockroach_pig: tuple[DerivedCell, ...]
    next: AskMarks
    tail: Literal["stay", "drop"]
    leading_ties: int


class ShoeRoads:
    """Follows one shoe: adds the new hands, and begins anew when earlier ones changed."""

    def __init__(self, tail: Tail = Tail.STAY) -> None:
        self._tail = tail
        self._begin(0)

    def _begin(self, shoe: int) -> None:
        self._shoe = shoe
        self._known: tuple[HandMark, ...] = ()
        self._roads = Roads(self._tail)
        # Cells that are drawn already: a hand costs the same at the end of a shoe.
        self._bead: list[RoadCell] = []
        self._big: list[RoadCell] = []
        self._derived: tuple[list[DerivedCell], ...] = ([], [], [])
        self._drawn: RoadsView | None = None

    def follow(self, shoe: int, hands: tuple[HandMark, ...]) -> RoadsView:
        """The roads after these hands; the same object as long as no hand changed."""
        if shoe != self._shoe or hands[: len(self._known)] != self._known:
            self._begin(shoe)
        known = len(self._known)
        for number, hand in enumerate(hands[known:], start=known + 1):
            self._drawn = None
            self._roads.add(_outcome(shoe, number, hand))
            self._known = hands[:number]
        if self._drawn is None:
            self._drawn = self._draw()
        return self._drawn

    def _draw(self) -> RoadsView:
        self._draw_new_cells()
        big_eye_boy, small_road, cockroach_pig = map(tuple, self._derived)
        player, banker = map(self._roads.ask, (Winner.PLAYER, Winner.BANKER))
        return RoadsView(
            bead_plate=tuple(self._bead),
            big_road=tuple(self._big),
            big_eye_boy=big_eye_boy,
            small_road=small_road,
            cockroach_pig=cockroach_pig,
            next=AskMarks(player=_next(player), banker=_next(banker)),
            tail=self._tail.value,
            leading_ties=self._roads.leading_ties,
        )

    def _draw_new_cells(self) -> None:
        roads, hands = self._roads, self._known
        self._bead += _cells(roads.bead_plate, hands, len(self._bead))
        # A tie changes the newest cell of the big road, never an older one.
        del self._big[-1:]
        won = [hand for hand in hands if hand.mark[:1] != Winner.TIE]
        self._big += _cells(roads.big_road, won, len(self._big))
        for cells, trail in zip(self._derived, roads.derived, strict=True):
            cells += [
                DerivedCell(column=column, row=row, colour=colour.value)
                for column, row, colour in islice(trail, len(cells), None)
            ]


def winning_total(hand: HandMark) -> int | None:
    """The total of the hand that won, or the tied one."""
    return hand.player_total if hand.mark[:1] == Winner.PLAYER else hand.banker_total


def _outcome(shoe: int, number: int, hand: HandMark) -> Outcome:
    try:
        return replace(parse_outcome(hand.mark), marks=hand.bonuses)
    except RoadsError as error:
        raise RoadsError(f"shoe {shoe}, hand {number}: {error}") from None


def _cells(stones: Iterator[Stone], hands: Sequence[HandMark], first: int) -> Iterator[RoadCell]:
    for stone, hand in zip(islice(stones, first, None), hands[first:], strict=True):
        outcome = stone.outcome
        yield RoadCell(
            column=stone.column,
            row=stone.row,
            winner=outcome.winner.value,
            natural=outcome.natural,
            player_pair=outcome.player_pair,
            banker_pair=outcome.banker_pair,
            bonuses=outcome.marks,
            ties=stone.ties,
            total=winning_total(hand),
            is_free=hand.is_free,
            is_ruled=hand.is_ruled,
        )


def _next(marks: DerivedMarks) -> NextMarks:
    def name(colour: Colour | None) -> ColourName | None:
        return None if colour is None else colour.value

    return NextMarks(
        big_eye_boy=name(marks.big_eye_boy),
        small_road=name(marks.small_road),
        cockroach_pig=name(marks.cockroach_pig),
    )
