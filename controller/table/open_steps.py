"""The steps of a round that are open together: who takes an event, and what may happen next."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from controller.facts.decisions import Expectation
from controller.facts.fact import Fact

if TYPE_CHECKING:
    from controller.table.family import Step
    from controller.table.state import RoundState, TableState


def _nothing_wanted(_table: "TableState", _round: "RoundState") -> tuple[Expectation, ...]:
    return ()


@dataclass(frozen=True, slots=True)
class OpenSteps:
    """Steps that are open together: which of them takes an event, and what all of them expect."""

    names: tuple[str, ...] = ()
    takers: "Mapping[type[Fact], Step]" = field(default_factory=dict, compare=False, repr=False)
    wanted: "Callable[[TableState, RoundState], tuple[Expectation, ...]]" = field(
        default=_nothing_wanted, compare=False, repr=False
    )


NOTHING_OPEN: Final = OpenSteps()
