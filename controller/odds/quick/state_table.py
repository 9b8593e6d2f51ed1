"""States that cards lead from one to the next, as a table of numbers for many rounds at once."""

from collections.abc import Callable, Hashable
from typing import Final, Generic, TypeVar

import numpy as np
import numpy.typing as npt

from controller.odds.quick.place import Numbers

State = TypeVar("State", bound=Hashable)
RANKS: Final = 14
UNKNOWN: Final = -1
ROOM: Final = 1 << 12


class Answers:
    """Answers by number, each asked for when it is first needed and kept."""

    def __init__(self, ask: Callable[[int], int], room: int = ROOM) -> None:
        self._ask = ask
        self._known: npt.NDArray[np.int64] = np.full(room, UNKNOWN, np.int64)

    def of(self, numbers: Numbers) -> Numbers:
        """The answer to each number."""
        self._make_room(int(numbers.max(initial=0)))
        found = self._known[numbers]
        for number in np.unique(numbers[found == UNKNOWN]).tolist():
            self._known[number] = self._ask(number)
        return self._known[numbers] if (found == UNKNOWN).any() else found

    def _make_room(self, most: int) -> None:
        if most >= len(self._known):
            more = np.full(2 * most - len(self._known), UNKNOWN, np.int64)
            self._known = np.concatenate((self._known, more))


class StateTable(Generic[State]):
    """Every state has a number; where a card leads from it is asked for once for each rank."""

    def __init__(
        self, follow: Callable[[State, int], State], is_open: Callable[[State], bool]
    ) -> None:
        self.states: list[State] = []
        self._numbers: dict[State, int] = {}
        self._follow = follow
        self._next = Answers(self._after)
        self._open = Answers(lambda number: is_open(self.states[number]))

    def number(self, state: State) -> int:
        """The number of a state, the next one for a new state."""
        found = self._numbers.setdefault(state, len(self.states))
        if found == len(self.states):
            self.states.append(state)
        return found

    def ends(self, begun: Numbers, draw: Callable[[Numbers], Numbers]) -> Numbers:
        """Give every state that is open a card of its row, until none is."""
        numbers = begun.copy()
        rows = np.arange(len(numbers))
        while len(rows := rows[self._open.of(numbers[rows]) == 1]):
            numbers[rows] = self._next.of(numbers[rows] * RANKS + draw(rows))
        return numbers

    def _after(self, key: int) -> int:
        number, rank = divmod(key, RANKS)
        return self.number(self._follow(self.states[number], rank))
