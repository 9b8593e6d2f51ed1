"""Where the marks of a road lie: down the column, then right as a dragon tail, in six rows."""

from collections.abc import Hashable, Iterator
from enum import StrEnum
from typing import Final, Generic, TypeVar

ROWS: Final = 6

Mark = TypeVar("Mark", bound=Hashable)


class Tail(StrEnum):
    """What a dragon tail does once it has turned: keep its row, or go down where it can."""

    STAY = "stay"
    DROP = "drop"


class Trail(Generic[Mark]):
    """Marks in order of play with their cells; a mark costs the same on a long road."""

    __slots__ = ("_ceilings", "_stays", "_steps")

    def __init__(self, tail: Tail = Tail.STAY) -> None:
        self._stays = tail is Tail.STAY
        # One entry per mark: column, row, mark, deepest row it may reach in this column, last
        # column its streak holds in the top row, and the ceiling it replaced (0: it set none).
        self._steps: list[tuple[int, int, Mark, int, int, int]] = []
        # Per column, the highest row taken so far. Streaks never cross, so all below it is out of
        # reach for later streaks and this one number stands for the whole column.
        self._ceilings: list[int] = []

    def __len__(self) -> int:
        return len(self._steps)

    def __iter__(self) -> Iterator[tuple[int, int, Mark]]:
        return ((column, row, mark) for column, row, mark, *_ in self._steps)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Trail):
            return NotImplemented
        return (self._stays, self._steps, self._ceilings) == (
            other._stays,
            other._steps,
            other._ceilings,
        )

    __hash__ = None  # type: ignore[assignment]

    @property
    def last(self) -> Mark | None:
        """The newest mark, or None on an empty road."""
        return self._steps[-1][2] if self._steps else None

    def add(self, mark: Mark) -> None:
        """Lay one mark: go on with the streak if it equals the last one, else start a column."""
        steps = self._steps
        if not steps:
            self._enter(0, 0, mark, 0, True)
            return
        column, row, last, depth, top, _ = steps[-1]
        if mark != last:
            self._enter(top + 1, 0, mark, top + 1, True)
        elif row < depth:
            steps.append((column, row + 1, mark, depth, top, 0))
        else:
            self._enter(column + 1, row, mark, top if row else column + 1, not self._stays)

    def undo(self) -> None:
        """Take the newest mark away, leaving exactly what was there before it."""
        column, _, _, _, _, replaced = self._steps.pop()
        if replaced == ROWS:
            self._ceilings.pop()
        elif replaced:
            self._ceilings[column] = replaced

    def _enter(self, column: int, row: int, mark: Mark, top: int, descends: bool) -> None:
        ceilings = self._ceilings
        if column == len(ceilings):
            replaced = ROWS
            ceilings.append(row)
        else:
            replaced = ceilings[column]
            ceilings[column] = row
        depth = replaced - 1 if descends else row
        self._steps.append((column, row, mark, depth, top, replaced))
