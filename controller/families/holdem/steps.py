"""Hold'em dealt by hand, one card at a time; the pad says when all cards lie."""

from controller.facts.decisions import Expectation
from controller.facts.events import CardsDealt
from controller.facts.seats import around
from controller.table.family import DONE, Step, StepResult
from controller.table.state import RoundState, TableState, expect
from controller.table.steps.holders import deal_to, holders_of


def _begin(table: TableState, current: RoundState) -> None:
    """Seats with an ante from the house dealer's left, the bank last."""
    bank = table.bank.seat
    bettors = (seat for seat in around(1, table.rules.seats) if seat in current.betting.wagers)
    deal_to(current, (*bettors, bank))


def _wanted(_table: TableState, current: RoundState) -> tuple[Expectation, ...]:
    seats = holders_of(current)
    return (expect("cards_dealt", "deal-two-each-then-five", seats[0], seats=seats[:-1]),)


def _dealt(_table: TableState, _round: RoundState, _event: CardsDealt, _forced: bool) -> StepResult:
    return DONE


HANDS_DEALT = Step("hands-dealt", frozenset({CardsDealt}), _wanted, _dealt, _begin)
