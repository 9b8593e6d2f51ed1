"""Every part a round may have: those of the steps, and those that several steps share."""

from typing import Final

from controller.table.family import Family
from controller.table.placed_wagers import Placed
from controller.table.shown_hands import ShownHands
from controller.table.staying_wagers import Entries
from controller.table.steps import COMMON_STEPS
from controller.table.steps.holders import Holders

SHARED_PARTS: Final[tuple[type[tuple[object, ...]], ...]] = (
    Entries,
    Holders,
    Placed,
    ShownHands,
)


def parts_of(family: Family) -> tuple[type[tuple[object, ...]], ...]:
    """The kinds of parts in rounds of a family."""
    steps = (*COMMON_STEPS, *family.steps)
    return (*SHARED_PARTS, *dict.fromkeys(step.part for step in steps if step.part))
