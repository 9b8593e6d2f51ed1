"""Settling as a walk: seat after seat in the right order, and what becomes of each wager there."""

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Final

from controller.facts.board import Walk, WalkResult, WalkStep, WalkWager
from controller.facts.decisions import SettlementLap
from controller.families.settle import results, settle_played, stages_of
from controller.hands.dealt import HandError
from controller.settlement.finished import FinishedRound
from controller.settlement.ledger import LedgerLine
from controller.settlement.stages import NOTHING, Settled, StageOrder
from controller.settlement.verdict import RoundError
from controller.table.state import Rules, TableState
from controller.table.steps.finished import finished_round
from controller.table.steps.settle import stage_order

STEP: Final = "settle"
# What a stage before the last laps does with every wager in it.
_STAGES: Final[Mapping[str, WalkResult]] = {"folded": "lose", "naturals": "win", "all": ""}
Lines = Mapping[tuple[int, str], tuple[LedgerLine, ...]]


def walk_of(table: TableState) -> Walk | None:
    """The walk that is due now; None while nothing is settled, or the table waits."""
    current = table.round
    if current is None or table.hold is not None or table.rules.game.settlement is None:
        return None
    kind, _, label = current.open_steps[0].partition(":")
    if kind != STEP:
        return None
    if label:
        return _early(table.rules, label, stage_order(table, current, label))
    finished = finished_round(table.rules, table.bank.seat, current)
    button = current.button.seat
    return _last(table.rules, finished.model_copy(update={"button": button or finished.button}))


def _early(rules: Rules, label: str, order: StageOrder) -> Walk:
    stage = next(each for each in rules.game.settlement.stages if each.name == label)
    result = _STAGES[stage.hands]
    steps = [
        WalkStep(seat=seat, wagers=tuple(WalkWager(wager=w, result=result) for w in lap.wagers))
        for lap in order.laps
        for seat in lap.seats
    ]
    return Walk(stage=label, steps=tuple(steps))


def _last(rules: Rules, finished: FinishedRound) -> Walk:
    *early, order = stages_of(rules.game, rules.seats, finished)
    gone: Settled = NOTHING.union(*(each.gone for each in early))
    has_amounts, lines = _lines(rules, finished)
    left = {pair: line for pair, line in lines.items() if pair not in gone}
    if has_amounts:
        return Walk(losers_first=order.losers_first, steps=tuple(_paid(left)))
    steps = (step for lap in order.laps for step in _compared(lap, left, gone))
    return Walk(losers_first=order.losers_first, steps=tuple(steps))


def _lines(rules: Rules, finished: FinishedRound) -> tuple[bool, Lines]:
    """Whether amounts are known, and what each wager comes to as far as the cards were read."""
    is_read = bool(finished.banker or (finished.bank and finished.bank.cards))
    held = finished.seats.values()
    has_amounts = is_read and bool(held) and all(seat.wagers for seat in held)
    try:
        settle = settle_played if has_amounts else results
        lines = settle(rules.game, rules.seats, finished) if is_read else ()
    except (RoundError, HandError):
        return False, {}
    found: dict[tuple[int, str], tuple[LedgerLine, ...]] = {}
    for line in lines:
        pair = line.seat, line.wager
        found[pair] = (*found.get(pair, ()), line)
    return has_amounts, found


def _paid(lines: Lines) -> Iterator[WalkStep]:
    """What the ledger pays and takes, in its own order; neighbours at one seat are one step."""
    steps: list[tuple[int, list[WalkWager]]] = []
    for (seat, _wager), parts in lines.items():
        if not steps or steps[-1][0] != seat:
            steps.append((seat, []))
        steps[-1][1].extend(map(_with_amounts, parts))
    return (WalkStep(seat=seat, wagers=tuple(wagers)) for seat, wagers in steps)


def _with_amounts(line: LedgerLine) -> WalkWager:
    return WalkWager(
        wager=line.wager,
        result=line.result.value,
        is_behind=bool(line.owner),
        pays=_dollars(line.paid),
        takes=_dollars(line.taken),
        uncovered=_dollars(line.uncovered),
    )


def _compared(lap: SettlementLap, lines: Lines, gone: Settled) -> Iterator[WalkStep]:
    """A lap of unknown amounts: the result where the cards tell it, else the dealer compares."""
    for seat in lap.seats:
        wagers = [
            WalkWager(wager=wager, result=_result(lines.get((seat, wager), ())))
            for wager in lap.wagers
            if (seat, wager) not in gone
        ]
        if wagers:
            yield WalkStep(seat=seat, wagers=tuple(wagers))


def _result(parts: tuple[LedgerLine, ...]) -> WalkResult:
    """Hands of one split wager may differ: then the house dealer looks at each."""
    found: set[WalkResult] = {part.result.value for part in parts}
    return found.pop() if len(found) == 1 else ""


def _dollars(amount: Fraction) -> str | None:
    """An amount as people count it out; none where nothing moves."""
    if not amount:
        return None
    whole = amount.numerator // amount.denominator
    return str(whole) if amount == whole else f"{float(amount):.2f}"
