"""What a fault is: the expectation it strikes at, and what happens in place of it."""

import random
from collections.abc import Callable

from controller.facts.events import Event, FaultSeen
from controller.facts.kinds import SeenFault
from controller.table.state import TableState

# A fault gives nothing at a moment where it would be no fault.
Fault = Callable[[TableState, random.Random], Event | None]
# By name: the expectation that is met wrongly, and how.
Faults = dict[str, tuple[str, Fault]]


def says(event: Event) -> Fault:
    """Something is reported that is not due."""
    return lambda _state, _rng: event


def seen(fault: SeenFault) -> Fault:
    """The house dealer sees a fault and reports it."""
    return says(FaultSeen(fault=fault))


def expects(state: TableState, kind: str) -> bool:
    """Tell whether an event of this kind would be in order."""
    return any(wanted.event == kind for wanted in state.expected)
