"""Coverage: whether the bank covers all action; the button of some games is used only if not."""

from typing import Final

from controller.facts.events import CoverageDeclared
from controller.table.family import DONE, Step, StepResult
from controller.table.state import RoundState, TableState, expect
from controller.table.steps.button import Coverage, place_if_uncovered

DECLARE: Final = (expect("coverage_declared", "declare-coverage"),)


def _declare(
    table: TableState, current: RoundState, event: CoverageDeclared, _forced: bool
) -> StepResult:
    current.put(Coverage(event.covers))
    place_if_uncovered(table, current)
    return DONE


COVERAGE = Step(
    "coverage", frozenset({CoverageDeclared}), lambda _t, _r: DECLARE, _declare, part=Coverage
)
