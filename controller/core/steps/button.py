"""Placing the action button within a round."""

from functools import lru_cache

from controller.core.button import TEN, Placement, card_count, place_button
from controller.core.decisions import ButtonPlaced
from controller.core.state import RoundState, Rules, TableState


def place_by_card(table: TableState, current: RoundState, rank_code: str) -> None:
    """Place the button by the rank of the deciding card."""
    rule = table.rules.game.button
    extra = (TEN,) if rank_code == "T" else ()
    _place(table, current, card_count(rule, rank_code), extra)


def place_by_dice(table: TableState, current: RoundState, points: int) -> None:
    """Place the button by the sum of the dice."""
    _place(table, current, points, ())


def _place(table: TableState, current: RoundState, count: int, extra: tuple[str, ...]) -> None:
    placement, decision = _placed(table.rules, table.bank.seat, count, current.wagers, extra)
    current.button = placement
    table.decided.append(decision)


@lru_cache(maxsize=4096)
def _placed(
    rules: Rules, bank: int, count: int, wagers: frozenset[int], extra: tuple[str, ...]
) -> tuple[Placement, ButtonPlaced]:
    placement = place_button(rules.game.button, rules.seats, bank, count, wagers)
    readings = (*extra, *placement.readings)
    return placement, ButtonPlaced(
        count=count,
        counted_seat=placement.counted_seat,
        first_hand=placement.first_hand,
        button=placement.button,
        readings=tuple(name for name in readings if name in rules.reading_names),
    )
