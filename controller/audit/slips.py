"""What was keyed in wrongly and taken back was never dealt: an audit does not count it."""

from collections.abc import Iterable, Iterator
from typing import Final

from controller.audit.told import Told
from controller.facts.decisions import (
    HoldReleased,
    IrregularityFound,
    OutcomeDecided,
    SettlementOrdered,
    TableHeld,
)
from controller.facts.events import CardDrawn, CardTurned, DiceRead
from controller.facts.fact import Fact

TAKEN_BACK: Final = "key-taken-back"
# By the name of the entry that was taken back; dice come with the cup that was opened.
SLIPS: Final[dict[str, type[Fact]]] = {
    "card-drawn": CardDrawn,
    "card-turned": CardTurned,
    "cup-opened": DiceRead,
    "dice-read": DiceRead,
}
# What is not so when its event was not: a hold and its cause were, whatever came of them.
CONCLUDED: Final = (CardDrawn, CardTurned, DiceRead, OutcomeDecided, SettlementOrdered)
# What may stand between an entry and its taking back.
BETWEEN: Final = (*CONCLUDED, IrregularityFound, TableHeld, HoldReleased)


def without_slips(facts: Iterable[Told]) -> Iterator[Told]:
    """The facts in their order; those that were taken back are left out."""
    held: list[Told] = []
    for told in facts:
        if not isinstance(told.fact, BETWEEN):
            yield from held
            held.clear()
        held.append(told)
        if isinstance(told.fact, IrregularityFound) and told.fact.name == TAKEN_BACK:
            _drop(held, SLIPS.get(str(told.fact.seen.arguments.get("entry"))))
    yield from held


def _drop(held: list[Told], slip: type[Fact] | None) -> None:
    """Drop the last fact of that kind, and what was concluded from it."""
    of_kind = [told.event for told in held if slip and isinstance(told.fact, slip)]
    if of_kind:
        gone = of_kind[-1]
        held[:] = [t for t in held if t.event != gone or not isinstance(t.fact, CONCLUDED)]
