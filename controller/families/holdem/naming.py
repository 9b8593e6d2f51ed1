"""What a hand of hold'em is called, with the cards in the middle."""

from config.game import Game
from controller.facts.board import HandName
from controller.families.holdem.verdict import COMMUNITY
from controller.hands.five_card import best_five
from controller.hands.named import named
from controller.table.family import OpenHand


def called(_game: Game, hand: OpenHand) -> tuple[HandName, ...]:
    """The best five of all seven, once all seven are known."""
    if len(hand.community) < COMMUNITY:
        return ()
    return tuple(named(best_five((*row, *hand.community))) for row in hand.rows)
