"""The five baccarat roads of a shoe, kept hand by hand, and the marks the next hand would add."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum
from itertools import product
from typing import Final, NamedTuple

from controller.facts.failure import OperatorError
from controller.roads.layout import ROWS, Tail, Trail


class RoadsError(OperatorError):
    """Input or an order the roads cannot follow; the message says why and what to do."""


class Winner(StrEnum):
    """Who won a hand."""

    PLAYER = "P"
    BANKER = "B"
    TIE = "T"


class Colour(StrEnum):
    """Colour of a derived mark: red is regular, blue is not; neither means banker or player."""

    RED = "red"
    BLUE = "blue"


@dataclass(frozen=True, slots=True)
class Outcome:
    """How one hand ended; `marks` are free names such as `dragon-7`, carried to its cells."""

    winner: Winner
    natural: bool = False
    player_pair: bool = False
    banker_pair: bool = False
    marks: tuple[str, ...] = ()


class DerivedMarks(NamedTuple):
    """One mark per derived road, None where the road has not begun."""

    big_eye_boy: Colour | None = None
    small_road: Colour | None = None
    cockroach_pig: Colour | None = None


class Stone(NamedTuple):
    """A hand in its cell; `ties` counts the ties shown on a big road cell."""

    column: int
    row: int
    outcome: Outcome
    ties: int = 0


# Looking a member up on its class is slow in Python 3.11, and add() runs for every hand.
_TIE: Final = Winner.TIE

# Per derived road that has begun: is the last streak as long as the one it is compared with?
Level = tuple[bool, ...]


def _level(lengths: list[int]) -> Level:
    if len(lengths) > 3:
        last = lengths[-1]
        return last == lengths[-2], last == lengths[-3], last == lengths[-4]
    return tuple([lengths[-1] == reference for reference in lengths[-2::-1]])


def _marks(goes_on: bool, level: Level) -> DerivedMarks:
    # Going on from a length level with the reference breaks the pattern; ending there keeps it.
    return DerivedMarks(*[Colour.BLUE if same is goes_on else Colour.RED for same in level])


_NO_MARKS: Final = DerivedMarks()
_LEVELS: Final = [level for begun in range(4) for level in product((False, True), repeat=begun)]
_GOING_ON: Final = {level: _marks(True, level) for level in _LEVELS}
_ENDING: Final = {level: _marks(False, level) for level in _LEVELS}


class Roads:
    """All five roads of one shoe; a pair on a tied hand shows on the bead plate only."""

    # Mutable, so that a hand costs the same at the end of a shoe as at its start. Its content is
    # a function of the tail rule and the hands alone, whatever was added and undone on the way.
    __slots__ = (
        "_derived",
        "_hands",
        "_last",
        "_leading_ties",
        "_lengths",
        "_level",
        "_main",
        "_ties",
        "_won",
    )

    def __init__(self, tail: Tail = Tail.STAY, outcomes: Iterable[Outcome] = ()) -> None:
        self._hands: list[Outcome] = []
        self._won: list[Outcome] = []
        self._ties: list[int] = []
        self._leading_ties = 0
        self._lengths: list[int] = []
        self._last: Winner | None = None
        self._level: Level = ()
        self._main = Trail[Winner](tail)
        self._derived = (Trail[Colour](tail), Trail[Colour](tail), Trail[Colour](tail))
        for outcome in outcomes:
            self.add(outcome)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Roads):
            return NotImplemented
        return all(getattr(self, name) == getattr(other, name) for name in self.__slots__)

    __hash__ = None  # type: ignore[assignment]

    @property
    def lengths(self) -> tuple[int, ...]:
        """Streak lengths as played, however they are drawn."""
        return tuple(self._lengths)

    @property
    def leading_ties(self) -> int:
        """Ties before the first won hand; the first big road cell counts them once it exists."""
        return self._leading_ties

    @property
    def bead_plate(self) -> Iterator[Stone]:
        """Every hand, six to a column; nothing is ever dropped, a view may scroll."""
        return (Stone(n // ROWS, n % ROWS, hand) for n, hand in enumerate(self._hands))

    @property
    def big_road(self) -> Iterator[Stone]:
        """Every won hand in its cell with its tie count."""
        cells = zip(self._main, self._won, self._ties, strict=True)
        return (Stone(column, row, hand, ties) for (column, row, _), hand, ties in cells)

    @property
    def derived(self) -> tuple[Trail[Colour], Trail[Colour], Trail[Colour]]:
        """Big eye boy, small road and cockroach pig, for reading."""
        return self._derived

    def ask(self, winner: Winner) -> DerivedMarks:
        """Marks the derived roads would take if `winner` won the next hand; a tie adds none."""
        if winner is self._last:
            return _GOING_ON[self._level]
        return _NO_MARKS if winner is _TIE else _ENDING[self._level]

    def add(self, outcome: Outcome) -> None:
        """Add one hand; the cost does not grow with the shoe."""
        self._hands.append(outcome)
        winner = outcome.winner
        if winner is _TIE:
            self._count_tie(1)
            return
        for trail, colour in zip(self._derived, self.ask(winner), strict=True):
            if colour is not None:
                trail.add(colour)
        self._ties.append(0 if self._won else self._leading_ties)
        self._won.append(outcome)
        self._main.add(winner)
        if winner is self._last:
            self._lengths[-1] += 1
        else:
            self._lengths.append(1)
            self._last = winner
        self._level = _level(self._lengths)

    def undo(self) -> Outcome:
        """Take back the last hand and return it; the roads are then what they were before it."""
        if not self._hands:
            raise RoadsError("there is no hand to undo; add one first")
        outcome = self._hands.pop()
        if outcome.winner is _TIE:
            self._count_tie(-1)
            return outcome
        self._won.pop()
        self._ties.pop()
        self._main.undo()
        self._shorten_streak()
        for trail, _ in zip(self._derived, self._level, strict=False):
            trail.undo()
        return outcome

    def correct(self, number: int, outcome: Outcome) -> None:
        """Replace hand `number` (from 1); costs as much as the hands after it."""
        if not 1 <= number <= len(self._hands):
            raise RoadsError(
                f"hand {number} is not in this shoe; name one from 1 to {len(self._hands)}"
            )
        later = self._hands[number:]
        for _ in range(len(later) + 1):
            self.undo()
        for again in (outcome, *later):
            self.add(again)

    def _count_tie(self, change: int) -> None:
        if self._ties:
            self._ties[-1] += change
        else:
            self._leading_ties += change

    def _shorten_streak(self) -> None:
        self._lengths[-1] -= 1
        if not self._lengths[-1]:
            self._lengths.pop()
        self._last = self._main.last
        self._level = _level(self._lengths)
