"""Placing the action button within a round."""

from functools import lru_cache
from typing import NamedTuple

from controller.facts.decisions import ButtonPlaced
from controller.facts.seats import around, first_with_wager, next_seat
from controller.settlement.button import (
    MOVES_ON,
    TEN,
    Placement,
    card_count,
    is_used,
    place_button,
    seats_in_action,
)
from controller.table.state import ButtonState, RoundState, Rules, TableState
from controller.table.steps.play import Decided


class Coverage(NamedTuple):
    """Whether the bank covers all wagers, once it was declared."""

    covers: bool


def covers(current: RoundState) -> bool | None:
    """Whether the bank covers all wagers; None before anyone said so."""
    part = current.find(Coverage)
    return part.covers if part else None


def place_by_card(table: TableState, current: RoundState, rank_code: str) -> None:
    """Place the button by the rank of the deciding card, once that card lies face up."""
    count = _counted(table.rules, rank_code)
    if count is not None:
        _count(table, current, count, rank_code)


@lru_cache(maxsize=1024)
def _counted(rules: Rules, rank_code: str) -> int | None:
    rule = rules.game.button
    return None if rule is None else card_count(rule, rank_code)


def place_by_dice(table: TableState, current: RoundState, points: int) -> None:
    """Place the button by the sum of the dice; they name the first hand in any case."""
    _count(table, current, points, "")


def place_by_rotation(table: TableState, current: RoundState) -> None:
    """Move the button one seat on from where it was, and on to the first seat that plays."""
    rules = table.rules
    due = next_seat(table.holder, rules.seats) if table.holder else rules.first_seat
    lap = around(due, rules.seats)
    button = first_with_wager(lap, current.betting.wagers)
    readings = (MOVES_ON,) if button != due and MOVES_ON in rules.reading_names else ()
    placed = Placement(0, due, button, button, lap, readings)
    current.button = current.button._replace(placed=placed)
    table.decide(
        ButtonPlaced(count=0, counted_seat=due, first_hand=button, button=button, readings=readings)
    )


def place_if_uncovered(table: TableState, current: RoundState) -> None:
    """Place the button that waited for the bank to be found short."""
    if current.button.counted is not None and covers(current) is False:
        _place(table, current)


def _count(table: TableState, current: RoundState, count: int, rank: str) -> None:
    current.button = ButtonState(count, rank, current.button.placed)
    if _is_placed_at_once(table.rules, covers(current)):
        _place(table, current)


@lru_cache(maxsize=64)
def _is_placed_at_once(rules: Rules, covered: bool | None) -> bool:
    rule = rules.game.button
    return rule is not None and (is_used(rule, covered) or rule.decided_by == "dice")


def _place(table: TableState, current: RoundState) -> None:
    count, rank, _before = current.button
    assert count is not None
    decided, wagers, covered = current.find(Decided), current.betting.wagers, covers(current)
    if decided is not None:
        wagers = seats_in_action(table.rules.game, wagers, decided.folded)
    placed, decision = _placed(table.rules, table.bank.seat, count, rank, wagers, covered)
    current.button = ButtonState(count, rank, placed)
    table.decided.append(decision)


@lru_cache(maxsize=4096)
def _placed(
    rules: Rules, bank: int, count: int, rank: str, wagers: frozenset[int], covered: bool | None
) -> tuple[Placement, ButtonPlaced]:
    rule = rules.game.button
    assert rule is not None
    placement = place_button(rule, rules.seats, bank, count, wagers, covered)
    readings = (*((TEN,) if rank == "T" else ()), *placement.readings)
    return placement, ButtonPlaced(
        count=count,
        counted_seat=placement.counted_seat,
        first_hand=placement.first_hand,
        button=placement.button,
        readings=tuple(name for name in readings if name in rules.reading_names),
    )
