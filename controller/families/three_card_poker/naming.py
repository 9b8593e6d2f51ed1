"""What a hand of three-card poker is called."""

from config.game import Game
from controller.facts.board import HandName
from controller.families.three_card_poker.verdict import rank_of
from controller.hands.named import named
from controller.table.family import OpenHand


def called(game: Game, hand: OpenHand) -> tuple[HandName, ...]:
    """Three cards have one name."""
    return tuple(named(rank_of(game)(row)) for row in hand.rows)
