"""The order in which seats are settled."""

from config.game import Game
from controller.facts.seats import around, next_seat


def settlement_lap(game: Game, seats: int, bank: int, button: int | None) -> tuple[int, ...]:
    """List all seats in the order they are settled: from the button, or where the book says."""
    if button is not None and game.button is not None:
        return around(button, seats, game.button.direction)
    direction = game.settlement.direction or game.bank.direction
    if game.settlement.start == "bank-left":
        return around(next_seat(bank, seats, direction), seats, direction)
    return around(1 if game.settlement.start == "house-left" else seats, seats, direction)
