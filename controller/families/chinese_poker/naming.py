"""What the three parts of a hand of Chinese poker are called."""

from config.game import Game
from controller.facts.board import HandName
from controller.families.chinese_poker.values import rank_front
from controller.hands.five_card import best_five
from controller.hands.named import named
from controller.table.family import OpenHand


def called(_game: Game, hand: OpenHand) -> tuple[HandName, ...]:
    """Three cards in front, then five in the middle and five at the back."""
    front, *fives = hand.rows
    return (named(rank_front(front)), *(named(best_five(five)) for five in fives))
