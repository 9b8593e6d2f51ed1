"""Settlement: who is paid or collected first, in stages, until the bank is exhausted."""

from functools import lru_cache
from typing import Final

from config.settlement import Stage
from controller.facts.decisions import Expectation, SettlementOrdered
from controller.facts.events import RoundSettled, StageSettled
from controller.settlement.finished import FinishedRound
from controller.settlement.lap import settlement_laps
from controller.settlement.stages import (
    NOTHING,
    Place,
    Settled,
    StageOrder,
    early_stage,
    last_stage,
)
from controller.table.family import DONE, Step, StepResult
from controller.table.state import Irregular, RoundState, Rules, TableState, expect
from controller.table.steps.finished import finished_round
from controller.table.steps.play import NOBODY_DECIDED, Decided

SETTLE: Final = (expect("round_settled", "settle-wagers"),)
CODES: Final = {"all": "settle-stage", "folded": "collect-forfeits", "naturals": "pay-naturals"}


def stage_step(label: str) -> Step:
    """A stage of the settlement; left out when nobody has a wager to settle in it."""

    def begin(table: TableState, current: RoundState) -> None:
        order = stage_order(table, current, label)
        table.decide(SettlementOrdered(stage=label, laps=order.laps))

    def is_due(table: TableState, current: RoundState) -> bool:
        stage = _stage(table.rules, label)
        return _may_concern(table, current, stage) and bool(stage_order(table, current, label).laps)

    def take(_t: TableState, _r: RoundState, event: StageSettled, forced: bool) -> StepResult:
        is_other = event.stage not in (None, label)
        return Irregular("entry-refused") if is_other and not forced else DONE

    return Step(
        "settle",
        frozenset({StageSettled}),
        lambda table, current: _stage_wanted(table, current, label),
        take,
        begin,
        is_due,
        labelled=stage_step,
    )


def stage_order(table: TableState, current: RoundState, label: str) -> StageOrder:
    """The seats of a stage in their order, as far as the round is known."""
    finished = finished_round(table.rules, table.bank.seat, current)
    return _stage_order(table, current, _stage(table.rules, label), finished)


def _may_concern(table: TableState, current: RoundState, stage: Stage) -> bool:
    """Tell whether the round need be summed up at all to say whom a stage concerns."""
    if stage.hands == "folded":
        return bool((current.find(Decided) or NOBODY_DECIDED).folded)
    return stage.hands != "naturals" or table.rules.family.has_natural(table, current)


def _stage_order(
    table: TableState, current: RoundState, stage: Stage, finished: FinishedRound
) -> StageOrder:
    rules = table.rules
    naturals = rules.family.naturals(rules.game, finished)
    place = Place(rules.seats, table.bank.seat, current.button.seat)
    return early_stage(rules.game, stage, place, finished, naturals)


def _stage_wanted(table: TableState, current: RoundState, label: str) -> tuple[Expectation, ...]:
    stage, (lap,) = _stage(table.rules, label), stage_order(table, current, label).laps
    return _lap_wanted(CODES[stage.hands], label, lap.wagers, lap.seats)


@lru_cache(maxsize=1024)
def _lap_wanted(
    code: str, label: str, wagers: tuple[str, ...], seats: tuple[int, ...]
) -> tuple[Expectation, ...]:
    return (expect("stage_settled", code, stage=label, wagers=wagers, seats=seats),)


def _stage(rules: Rules, label: str) -> Stage:
    return next(each for each in rules.game.settlement.stages if each.name == label)


def _begin(table: TableState, current: RoundState) -> None:
    rules, family, bank = table.rules, table.rules.family, table.bank.seat
    family.before_settlement(table, current)
    if family.laps is None:
        gone, wagers = _gone(table, current), current.betting.wagers
        table.decide(_ordered(rules, bank, current.button.seat, wagers, gone))
    else:
        finished = finished_round(rules, bank, current)
        table.decide(SettlementOrdered(laps=family.laps(rules.game, rules.seats, finished)))


def _gone(table: TableState, current: RoundState) -> Settled:
    """The wagers that stages before the last laps have settled, or that nobody has."""
    rules, family = table.rules, table.rules.family
    stages = [stage for stage in rules.stages if _may_concern(table, current, stage)]
    if not stages and family.absent is None:
        return NOTHING
    finished = finished_round(rules, table.bank.seat, current)
    absent = family.absent(rules.game, finished) if family.absent else NOTHING
    orders = [_stage_order(table, current, stage, finished) for stage in stages]
    return absent.union(*(order.gone for order in orders))


@lru_cache(maxsize=4096)
def _ordered(
    rules: Rules, bank: int, button: int | None, wagers: frozenset[int], settled: Settled
) -> SettlementOrdered:
    laps = settlement_laps(rules.game, rules.seats, bank, button, wagers)
    last = last_stage(rules.game, laps, settled)
    return SettlementOrdered(laps=last.laps, losers_first=last.losers_first)


def _settle(
    _table: TableState, _round: RoundState, _event: RoundSettled, _forced: bool
) -> StepResult:
    return DONE


SETTLEMENT = Step(
    "settle",
    frozenset({RoundSettled}),
    lambda _t, _r: SETTLE,
    _settle,
    _begin,
    labelled=stage_step,
)
