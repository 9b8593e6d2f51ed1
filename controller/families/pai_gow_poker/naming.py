"""What the two parts of a hand of pai gow poker are called."""

from config.game import Game
from controller.facts.board import HandName
from controller.families.pai_gow_poker.house_way import rules_of
from controller.families.pai_gow_poker.values import SetHand, rank_set
from controller.hands.named import named
from controller.table.family import OpenHand


def called(game: Game, hand: OpenHand) -> tuple[HandName, ...]:
    """The two in front, then the five behind."""
    return tuple(map(named, rank_set(SetHand(*hand.rows), rules_of(game))))
