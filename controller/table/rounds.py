"""Rounds: a walk through the game's steps, from bets open to settled."""

from typing import Final

from controller.facts.decisions import FreeHandEnded, RoundClosed, RoundOpened
from controller.facts.events import Event, WagerPlaced, WagerRemoved
from controller.facts.phrase import phrase
from controller.table import (
    bank,
    expectation,
    placed_wagers,
    settings_in_force,
    shoe,
    staying_wagers as staying,
)
from controller.table.family import DONE, Step, group_of
from controller.table.irregularity import note, report
from controller.table.state import ClosedRound, Irregular, RoundState, TableState
from controller.table.steps.dice import is_cup_open
from controller.table.unexpected import irregularity_of

# A wager noted as irregular that plays all the same.
WAGER_STANDS: Final = frozenset({"wager-after-call", "wager-after-collection"})


def take(table: TableState, event: Event, forced: bool = False) -> None:
    """Give an event to the open step that takes it; without one it is an irregularity."""
    current = table.round
    if current is None:
        return _report_unexpected(table, event)
    step = current.open.takers.get(type(event))
    if step is None:
        return _report_unexpected(table, event)
    result = step.take(table, current, event, forced)
    if result is None:
        return None
    if result == DONE:
        return _complete(table, current, step)
    return report(table, result, event)


def _report_unexpected(table: TableState, event: Event) -> None:
    name = irregularity_of(table, event)
    if name:
        report(table, Irregular(name), event)


def takes(table: TableState, event: Event) -> bool:
    """Tell whether an open step would take an event of this kind."""
    current = table.round
    return current is not None and type(event) in current.open.takers


def open_if_ready(table: TableState) -> None:
    """Open the next round once there is a bank and something to deal from."""
    if table.round is not None:
        return
    if table.coming is not None:
        settings_in_force.apply(table, table.coming)
    rules, banker = table.rules, table.bank
    has_bank = banker.seat or rules.game.bank.held_by == "nobody"
    if not (has_bank and rules.groups) or (table.shoe.ended and expectation.needs_shoe(rules)):
        return
    table.rounds += 1
    table.round = RoundState(table.rounds)
    if table.staying:
        staying.begin(table, table.round)
    _enter(table, table.round, 0)
    table.decide(
        RoundOpened(
            round=table.rounds,
            bank=banker.seat or None,
            turn=banker.turn,
            timer_s=rules.timer_s,
        )
    )


def place_wager(table: TableState, event: WagerPlaced | WagerRemoved) -> None:
    """Note which seats bet, while bets are open."""
    wrong = _wager_fault(table, event)
    if wrong and wrong.name not in WAGER_STANDS:
        return report(table, wrong, event)
    if wrong:
        note(table, wrong, event)
    assert table.round is not None
    if event.wager is not None or placed_wagers.placed_of(table.round).wagers:
        placed_wagers.enter(table.round, event)
        if isinstance(event, WagerRemoved) and placed_wagers.has_any(table.round, event.seat):
            return None
    return staying.enter(table, table.round, event)


def _wager_fault(table: TableState, event: WagerPlaced | WagerRemoved) -> Irregular | None:
    if event.seat > table.rules.seats:
        return Irregular("no-such-seat", phrase("seats-there-are", seats=table.rules.seats))
    if table.round is None:
        return Irregular("entry-refused")
    if event.wager is not None and event.wager not in table.rules.wager_names:
        return Irregular("entry-refused")
    refused = isinstance(event, WagerPlaced) and placed_wagers.objection(table.rules, event)
    if refused:
        return Irregular("entry-refused", refused)
    is_open = table.round.betting.is_open
    is_final = table.rules.game.deal.closed_by == "call" or is_cup_open(table.round)
    if not is_open and is_final:
        return Irregular("wager-after-close")
    if event.seat == table.bank.seat:
        return Irregular("wager-at-bank")
    if not is_open:
        return Irregular("wager-after-call")
    is_collected = table.round.group > table.rules.game.deal.group_of("collection")
    is_late = is_collected and isinstance(event, WagerPlaced)
    return Irregular("wager-after-collection") if is_late else None


def finish(table: TableState, rotates: bool = True) -> None:
    """Leave a round: end a shoe whose cut card is out, turn the bank, open the next."""
    table.round = None
    if table.shoe.cut_card_out and not table.shoe.ended:
        shoe.end(table)
    if rotates:
        bank.rotate(table)
    open_if_ready(table)


def is_under_way(table: TableState) -> bool:
    """Tell whether a card of the round has left the shoe."""
    return table.round is not None and table.rules.family.is_under_way(table.round)


def _complete(table: TableState, current: RoundState, step: Step) -> None:
    names = current.open.names
    if len(names) > 1:
        left = tuple([name for name in names if name != step.name])
        current.open = table.rules.open_steps[left]
    elif current.is_free:
        _close_free(table, current)
    elif current.group + 1 < len(table.rules.groups):
        _enter(table, current, current.group + 1)
    else:
        _close(table, current)


def _enter(table: TableState, current: RoundState, group: int) -> None:
    """Open the steps of a group that are due; a group without any is passed over."""
    reached = table.rules.groups[group]
    if not reached.is_always_due:
        due = [step for step in reached.steps if step.is_due(table, current)]
        if not due:
            return _enter(table, current, group + 1)
        if len(due) < len(reached.steps):
            reached = group_of(tuple(due))
    current.group, current.open = group, reached.open
    for step in reached.prepared:
        step.begin(table, current)
    return None


def _close(table: TableState, current: RoundState) -> None:
    table.decide(RoundClosed(round=current.number))
    table.closed = (*table.closed, ClosedRound(table.bank.seat, current))
    if table.rules.game.bank.only_bettors:
        table.bettors = current.betting.wagers | {table.bank.seat}
    table.holder = current.button.seat or table.holder
    if current.outcome:
        table.last = current.outcome
        shoe.record(table, current.outcome)
        if table.staying:
            staying.decide(table, current.outcome)
    finish(table)


def _close_free(table: TableState, current: RoundState) -> None:
    """A free hand goes on the road; nothing is settled and the bank stays where it is."""
    assert current.outcome is not None
    table.decide(FreeHandEnded(round=current.number, is_played=True))
    table.last = current.outcome
    shoe.record(table, current.outcome)
    finish(table, rotates=False)
