"""Settlement: who is paid or collected first, until the bank is exhausted."""

from functools import lru_cache

from controller.facts.decisions import SettlementOrdered
from controller.facts.events import RoundSettled
from controller.settlement.lap import settlement_laps
from controller.table.family import DONE, Step, StepResult
from controller.table.state import RoundState, Rules, TableState, expect
from controller.table.steps.finished import finished_round

SETTLE = (expect("round_settled", "settle-wagers"),)


def _begin(table: TableState, current: RoundState) -> None:
    rules, family, bank = table.rules, table.rules.family, table.bank.seat
    family.before_settlement(table, current)
    if family.laps is None:
        table.decide(_ordered(rules, bank, current.button.seat, current.betting.wagers))
        return
    finished = finished_round(rules, bank, current)
    table.decide(SettlementOrdered(laps=family.laps(rules.game, rules.seats, finished)))


@lru_cache(maxsize=4096)
def _ordered(
    rules: Rules, bank: int, button: int | None, wagers: frozenset[int]
) -> SettlementOrdered:
    return SettlementOrdered(laps=settlement_laps(rules.game, rules.seats, bank, button, wagers))


def _settle(
    _table: TableState, _round: RoundState, _event: RoundSettled, _forced: bool
) -> StepResult:
    return DONE


SETTLEMENT = Step("settle", frozenset({RoundSettled}), lambda _t, _r: SETTLE, _settle, _begin)
