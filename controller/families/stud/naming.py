"""What a hand of stud is called."""

from config.game import Game
from controller.facts.board import HandName
from controller.hands.five_card import best_five
from controller.hands.named import named
from controller.table.family import OpenHand


def called(_game: Game, hand: OpenHand) -> tuple[HandName, ...]:
    """Five cards have one name."""
    return tuple(named(best_five(row)) for row in hand.rows)
