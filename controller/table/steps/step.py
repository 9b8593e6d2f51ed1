"""What a step of a round is: which events it takes, what it expects, what it makes of an event."""

from collections.abc import Callable
from typing import Final, Literal, NamedTuple

from controller.facts.fact import Fact
from controller.table.state import Irregular, RoundState, TableState, Wanted

DONE: Final = "done"
# A step took an event and goes on (None), took it and is done, or found it irregular.
Outcome = None | Literal["done"] | Irregular


def nothing_to_begin(_table: TableState, _round: RoundState) -> None:
    """Begin a step that has nothing to prepare."""


def always_due(_table: TableState, _round: RoundState) -> bool:
    """Take a step in every round."""
    return True


class Step(NamedTuple):
    """One step; `take` gets `forced` when a ruling accepts an event despite its fault."""

    name: str
    events: frozenset[type[Fact]]
    wanted: Callable[[TableState, RoundState], tuple[Wanted, ...]]
    take: Callable[..., Outcome]
    begin: Callable[[TableState, RoundState], None] = nothing_to_begin
    # A step that is not due when the round reaches it is left out, as a draw nobody may make.
    is_due: Callable[[TableState, RoundState], bool] = always_due
