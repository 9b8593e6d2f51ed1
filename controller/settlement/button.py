"""The action button: one function over a rule and the table's geometry. No game has its own."""

from collections.abc import Collection
from typing import NamedTuple

from config.game import Button, Game
from controller.facts.seats import around, first_with_wager, next_seat

WRAPS = "count-wraps"
TEN = "ten-counts-ten"
MOVES_ON = "empty-seat-moves-on"


class Placement(NamedTuple):
    """Where the count led; `button` is None when the value names no seat."""

    counted: int
    counted_seat: int | None
    first_hand: int | None
    button: int | None
    lap: tuple[int, ...]
    readings: tuple[str, ...]


def lap(rule: Button, seats: int, bank: int) -> tuple[int, ...]:
    """List the counted seats in counting order."""
    if rule.first == "house-left":
        first = 1 if rule.direction == "clockwise" else seats
    elif rule.first == "bank-left":
        first = next_seat(bank, seats, rule.direction)
    else:
        first = bank
    order = around(first, seats, rule.direction)
    return order if rule.bank_counted else tuple(seat for seat in order if seat != bank)


def card_count(rule: Button, rank_code: str) -> int:
    """Translate the deciding card to a count; 0 names no seat."""
    return rule.values.get(rank_code, 0)


def is_used(rule: Button, covers: bool | None) -> bool:
    """Tell whether the button decides who is settled first; None: nobody said what is covered."""
    return rule.used == "always" or covers is False


def seats_in_action(game: Game, bettors: frozenset[int], folded: Collection[int]) -> frozenset[int]:
    """The bettors that count for the button: not those whose forfeits are gone before it."""
    if not folded:
        return bettors
    steps = [name for group in game.deal.steps for name in group]
    later = "bank-card" in steps and "settle:forfeits" in steps[: steps.index("bank-card")]
    stays = any(wager.after_fold == "stays" for wager in game.wagers)
    return bettors if stays or not later else bettors.difference(folded)


def place_button(
    rule: Button,
    seats: int,
    bank: int,
    count: int,
    wagers: frozenset[int] = frozenset(),
    covers: bool | None = False,
) -> Placement:
    """Count to a seat, step off the bank, then on to the first seat with a wager."""
    order = lap(rule, seats, bank)
    if count < 1:
        return Placement(count, None, None, None, order, ())
    seat = order[(count - 1) % len(order)]
    readings = (WRAPS,) if count > len(order) else ()
    button = next_seat(bank, seats, rule.direction) if seat == bank else seat
    if wagers and button not in wagers:
        others = tuple(s for s in around(button, seats, rule.direction) if s != bank)
        moved = first_with_wager(others, wagers)
        if moved is not None:
            button, readings = moved, (*readings, MOVES_ON)
    first = button if rule.first_hand == "button" else seat
    first_hand = first if rule.decided_by == "dice" else None
    placed = button if is_used(rule, covers) else None
    return Placement(count, seat, first_hand, placed, order, readings)
