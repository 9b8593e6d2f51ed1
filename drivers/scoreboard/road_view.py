"""The roads of the shoe in play as cells to draw, kept hand by hand."""

from dataclasses import replace

from controller.core.board import HandMark
from controller.core.fact import Fact
from controller.core.road_report import parse_outcome
from controller.core.roads import Outcome, Roads, RoadsError, Stone


class RoadCell(Fact):
    """One hand in its cell."""

    column: int
    row: int
    winner: str
    natural: bool
    player_pair: bool
    banker_pair: bool
    bonuses: tuple[str, ...]
    ties: int


class RoadsView(Fact):
    """The roads a screen draws; columns and rows count from 0."""

    bead_plate: tuple[RoadCell, ...]
    big_road: tuple[RoadCell, ...]
    leading_ties: int


class ShoeRoads:
    """Follows one shoe: adds the new hands, and begins anew when earlier ones changed."""

    def __init__(self) -> None:
        self._shoe = 0
        self._known: tuple[HandMark, ...] = ()
        self._roads = Roads()

    def follow(self, shoe: int, hands: tuple[HandMark, ...]) -> RoadsView:
        """The roads after these hands."""
        known = len(self._known)
        if shoe != self._shoe or hands[:known] != self._known:
            self._roads, known = Roads(), 0
            self._shoe, self._known = shoe, ()
        for number, hand in enumerate(hands[known:], start=known + 1):
            self._roads.add(_outcome(shoe, number, hand))
            self._known = hands[:number]
        return _cells(self._roads)


def _outcome(shoe: int, number: int, hand: HandMark) -> Outcome:
    try:
        return replace(parse_outcome(hand.mark), marks=hand.bonuses)
    except RoadsError as error:
        raise RoadsError(f"shoe {shoe}, hand {number}: {error}") from None


def _cells(roads: Roads) -> RoadsView:
    return RoadsView(
        bead_plate=tuple(map(_cell, roads.bead_plate)),
        big_road=tuple(map(_cell, roads.big_road)),
        leading_ties=roads.leading_ties,
    )


def _cell(stone: Stone) -> RoadCell:
    outcome = stone.outcome
    return RoadCell(
        column=stone.column,
        row=stone.row,
        winner=outcome.winner.value,
        natural=outcome.natural,
        player_pair=outcome.player_pair,
        banker_pair=outcome.banker_pair,
        bonuses=outcome.marks,
        ties=stone.ties,
    )
