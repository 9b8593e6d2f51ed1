"""The order in which wagers are settled: laps of seats, one for each group of wagers."""

from collections.abc import Collection

from config.game import Game
from controller.facts.decisions import SettlementLap
from controller.facts.seats import Direction, around, next_seat

Laps = tuple[SettlementLap, ...]


def settlement_laps(
    game: Game, seats: int, bank: int, button: int | None, bettors: Collection[int]
) -> Laps:
    """One lap per group over the seats that bet, or over all where nobody entered who did."""
    around_table = settlement_lap(game, seats, bank, button)
    lap = tuple(s for s in around_table if s != bank and (not bettors or s in bettors))
    return tuple(SettlementLap(wagers=group, seats=lap) for group in game.settlement.order)


def settlement_lap(game: Game, seats: int, bank: int, button: int | None) -> tuple[int, ...]:
    """List all seats in the order they are settled: from the button, or where the book says."""
    if button is not None and game.button is not None:
        return around(button, seats, game.button.direction)
    direction = game.settlement.direction or game.bank.direction
    return lap_from(game.settlement.start, direction, seats, bank)


def lap_from(start: str, direction: Direction, seats: int, bank: int) -> tuple[int, ...]:
    """List all seats from a printed place: beside the bank, or beside the house dealer."""
    if start == "bank-left":
        return around(next_seat(bank, seats, direction), seats, direction)
    return around(1 if start == "house-left" else seats, seats, direction)
