"""Placing the action button within a round."""

from functools import lru_cache
from typing import NamedTuple

from config.game import Button
from controller.facts.decisions import ButtonPlaced
from controller.facts.seats import around, first_with_wager, next_seat
from controller.settlement.button import MOVES_ON, TEN, Placement, card_count, place_button
from controller.table.state import ButtonState, RoundState, Rules, TableState


class Coverage(NamedTuple):
    """Whether the bank covers all wagers, once it was declared."""

    covers: bool


def covers(current: RoundState) -> bool | None:
    """Whether the bank covers all wagers; None before anyone said so."""
    part = current.find(Coverage)
    return part.covers if part else None


def place_by_card(table: TableState, current: RoundState, rank_code: str) -> None:
    """Place the button by the rank of the deciding card, once that card lies face up."""
    rule = table.rules.game.button
    if rule is not None:
        extra = (TEN,) if rank_code == "T" else ()
        _count(table, current, card_count(rule, rank_code), extra)


def place_by_dice(table: TableState, current: RoundState, points: int) -> None:
    """Place the button by the sum of the dice; they name the first hand in any case."""
    _count(table, current, points, ())


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


def _count(table: TableState, current: RoundState, count: int, extra: tuple[str, ...]) -> None:
    rule = table.rules.game.button
    current.button = ButtonState(count, extra, current.button.placed)
    if rule is not None and (_is_used(rule, current) or rule.decided_by == "dice"):
        _place(table, current)


def _is_used(rule: Button, current: RoundState) -> bool:
    return rule.used == "always" or covers(current) is False


def _place(table: TableState, current: RoundState) -> None:
    rules, (count, readings, _before) = table.rules, current.button
    assert rules.game.button is not None
    assert count is not None
    used = _is_used(rules.game.button, current)
    placed, decision = _placed(
        rules, table.bank.seat, count, current.betting.wagers, readings, used
    )
    current.button = ButtonState(count, readings, placed)
    table.decided.append(decision)


@lru_cache(maxsize=4096)
def _placed(
    rules: Rules,
    bank: int,
    count: int,
    wagers: frozenset[int],
    extra: tuple[str, ...],
    is_used: bool,
) -> tuple[Placement, ButtonPlaced]:
    rule = rules.game.button
    assert rule is not None
    placement = place_button(rule, rules.seats, bank, count, wagers)
    if not is_used:
        placement = placement._replace(button=None)
    readings = (*extra, *placement.readings)
    return placement, ButtonPlaced(
        count=count,
        counted_seat=placement.counted_seat,
        first_hand=placement.first_hand,
        button=placement.button,
        readings=tuple(name for name in readings if name in rules.reading_names),
    )
