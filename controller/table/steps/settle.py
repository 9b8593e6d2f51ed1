"""Settlement: who is paid or collected first, until the bank is exhausted."""

from functools import lru_cache

from controller.facts.decisions import SettlementLap, SettlementOrdered
from controller.facts.events import RoundSettled
from controller.settlement.lap import settlement_lap
from controller.table.family import DONE, Step, StepResult
from controller.table.state import RoundState, Rules, TableState, expect

SETTLE = (expect("round_settled", "settle-wagers"),)


def _begin(table: TableState, current: RoundState) -> None:
    family = table.rules.family
    family.before_settlement(table, current)
    if family.settlement is not None:
        table.decide(family.settlement(table, current))
        return
    wagers = current.betting.wagers
    table.decide(settlement_order(table.rules, table.bank.seat, current.button.seat, wagers))


@lru_cache(maxsize=4096)
def settlement_order(
    rules: Rules, bank: int, button: int | None, wagers: frozenset[int]
) -> SettlementOrdered:
    """One lap per group of wagers, over the seats that bet as far as anyone entered it."""
    seats = tuple(
        seat
        for seat in settlement_lap(rules.game, rules.seats, bank, button)
        if seat != bank and (not wagers or seat in wagers)
    )
    laps = (SettlementLap(wagers=group, seats=seats) for group in rules.game.settlement.order)
    return SettlementOrdered(laps=tuple(laps))


def _settle(
    _table: TableState, _round: RoundState, _event: RoundSettled, _forced: bool
) -> StepResult:
    return DONE


SETTLEMENT = Step("settle", frozenset({RoundSettled}), lambda _t, _r: SETTLE, _settle, _begin)
