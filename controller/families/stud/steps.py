"""Stud: five cards each, dealt by hand; the pad says when they lie."""

from controller.facts.decisions import Expectation
from controller.facts.events import CardsDealt
from controller.facts.seats import around, next_seat
from controller.table.family import DONE, Step, StepResult
from controller.table.state import RoundState, TableState, expect
from controller.table.steps.holders import deal_to, holders_of


def _begin(table: TableState, current: RoundState) -> None:
    """Seats with an ante from the bank's left, the bank last."""
    seats, bank = table.rules.seats, table.bank.seat
    order = around(next_seat(bank, seats), seats)
    deal_to(current, tuple(s for s in order if s in current.betting.wagers or s == bank))


def _wanted(_table: TableState, current: RoundState) -> tuple[Expectation, ...]:
    seats = holders_of(current)
    return (expect("cards_dealt", "deal-five-each", seats[0], seats=seats[:-1]),)


def _dealt(_table: TableState, _round: RoundState, _event: CardsDealt, _forced: bool) -> StepResult:
    return DONE


HANDS_DEALT = Step("hands-dealt", frozenset({CardsDealt}), _wanted, _dealt, _begin)
