"""Settlement: who is paid or collected first, until the bank is exhausted."""

from functools import lru_cache

from controller.facts.decisions import SettlementLap, SettlementOrdered
from controller.facts.events import RoundSettled
from controller.families.chinese_poker.steps import pairings
from controller.families.nine.steps import announce_nines
from controller.families.twenty_one.bank_hand import announce_hands
from controller.settlement.lap import settlement_lap
from controller.table.state import RoundState, Rules, TableState, Wanted
from controller.table.steps.step import DONE, Outcome, Step

SETTLE = (Wanted("round_settled", "Settle every wager and clear the table"),)


def _begin(table: TableState, current: RoundState) -> None:
    if table.rules.game.twenty_one:
        announce_hands(table, current)
    if table.rules.game.nine:
        announce_nines(table, current)
    if table.rules.game.chinese:
        table.decide(pairings(table.rules, current.stack_seats, current.declared))
        return
    button = current.button.button if current.button else None
    table.decided.append(settlement_order(table.rules, table.bank.seat, button, current.wagers))


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


def _settle(_table: TableState, _round: RoundState, _event: RoundSettled, _forced: bool) -> Outcome:
    return DONE


SETTLEMENT = Step("settle", frozenset({RoundSettled}), lambda _t, _r: SETTLE, _settle, _begin)
