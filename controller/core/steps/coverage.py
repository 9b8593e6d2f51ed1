"""Coverage: whether the bank covers all action; the button of some games is used only if not."""

from typing import Final

from controller.core.events import CoverageDeclared
from controller.core.state import RoundState, TableState, Wanted
from controller.core.steps.button import place_if_uncovered
from controller.core.steps.step import DONE, Outcome, Step

DECLARE: Final = (Wanted("coverage_declared", "Enter whether the bank covers all wagers"),)


def _declare(
    table: TableState, current: RoundState, event: CoverageDeclared, _forced: bool
) -> Outcome:
    current.covers = event.covers
    place_if_uncovered(table, current)
    return DONE


COVERAGE = Step("coverage", frozenset({CoverageDeclared}), lambda _t, _r: DECLARE, _declare)
