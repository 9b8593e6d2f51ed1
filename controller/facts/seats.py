"""Seats and geometry: seat 1 at the house dealer's left hand, numbers rising clockwise."""

from functools import lru_cache
from typing import Literal

Direction = Literal["clockwise", "counter-clockwise"]


def next_seat(seat: int, seats: int, direction: Direction = "clockwise") -> int:
    """Name the neighbour of a seat in a direction."""
    step = 1 if direction == "clockwise" else -1
    return (seat - 1 + step) % seats + 1


@lru_cache(maxsize=1024)
def around(first: int, seats: int, direction: Direction = "clockwise") -> tuple[int, ...]:
    """List all seats once, beginning with one of them."""
    step = 1 if direction == "clockwise" else -1
    return tuple((first - 1 + step * offset) % seats + 1 for offset in range(seats))


def first_with_wager(order: tuple[int, ...], wagers: frozenset[int]) -> int | None:
    """Find the first seat of an order that has a wager."""
    return next((seat for seat in order if seat in wagers), None)
