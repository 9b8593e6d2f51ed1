"""A coup no device sees: its result is entered by hand, and the card that moves the button."""

from typing import Final

from controller.facts.decisions import Expectation, OutcomeDecided
from controller.facts.events import CardTurned, ResultEntered
from controller.families.baccarat.coup import coup_rule
from controller.families.baccarat.coup_result import LETTERS
from controller.table.family import DONE, Step, StepResult
from controller.table.state import Irregular, RoundState, Rules, TableState, expect
from controller.table.steps.button import place_by_card

ENTER_RESULT: Final = expect("result_entered", "enter-result")


def entered_outcome(number: int, event: ResultEntered) -> OutcomeDecided:
    """A hand of which only the result is known."""
    return OutcomeDecided(
        round=number,
        winner=LETTERS[event.mark[0]],
        player=(),
        banker=(),
        player_total=None,
        banker_total=None,
        mark=event.mark,
        bonuses=event.bonuses,
        is_free=event.is_free,
    )


def _awaits_card(table: TableState, current: RoundState) -> bool:
    return coup_rule(table.rules).button_card is not None and current.button.counted is None


def _wanted(table: TableState, current: RoundState) -> tuple[Expectation, ...]:
    if _awaits_card(table, current):
        return (_card_wanted(table.rules), ENTER_RESULT)
    return (ENTER_RESULT,)


def _card_wanted(rules: Rules) -> Expectation:
    hand, _, number = (coup_rule(rules).button_card or "").partition("-")
    return expect("card_turned", "enter-button-card", None, hand, nth=int(number))


def _take(
    table: TableState, current: RoundState, event: ResultEntered | CardTurned, _forced: bool
) -> StepResult:
    if isinstance(event, CardTurned):
        if not _awaits_card(table, current):
            return Irregular("entry-refused")
        place_by_card(table, current, event.rank)
        return None
    current.outcome = entered_outcome(current.number, event)
    table.decided.append(current.outcome)
    return DONE


RESULT = Step("result", frozenset({ResultEntered, CardTurned}), _wanted, _take, needs="coup")
