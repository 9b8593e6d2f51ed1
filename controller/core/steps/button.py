"""Placing the action button within a round."""

from functools import lru_cache

from controller.core.button import TEN, Placement, card_count, place_button
from controller.core.decisions import ButtonPlaced
from controller.core.state import RoundState, Rules, TableState


def place_by_card(table: TableState, current: RoundState, rank_code: str) -> None:
    """Place the button by the rank of the deciding card, once that card lies face up."""
    rule = table.rules.game.button
    if rule is not None:
        extra = (TEN,) if rank_code == "T" else ()
        _count(table, current, card_count(rule, rank_code), extra)


def place_by_dice(table: TableState, current: RoundState, points: int) -> None:
    """Place the button by the sum of the dice; they name the first hand in any case."""
    _count(table, current, points, ())


def place_if_uncovered(table: TableState, current: RoundState) -> None:
    """Place the button that waited for the bank to be found short."""
    if current.count is not None and current.covers is False:
        _place(table, current)


def _count(table: TableState, current: RoundState, count: int, extra: tuple[str, ...]) -> None:
    rule = table.rules.game.button
    current.count, current.count_readings = count, extra
    if rule is not None and (
        rule.used == "always" or current.covers is False or rule.decided_by == "dice"
    ):
        _place(table, current)


def _place(table: TableState, current: RoundState) -> None:
    rules, readings = table.rules, current.count_readings
    assert current.count is not None
    used = rules.game.button is not None and (
        rules.game.button.used == "always" or current.covers is False
    )
    placement, decision = _placed(
        rules, table.bank.seat, current.count, current.wagers, readings, used
    )
    current.button = placement
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
