"""Baccarat's house way: a Player hand the house dealer is asked to play hits or stands."""

from config.game import Game
from controller.facts.cards import Card
from controller.families.baccarat.coup import VALUE
from controller.families.baccarat.sections import Baccarat
from controller.settlement.house_decision import HouseDecision, HouseWayError


def decide(game: Game, cards: tuple[Card, ...]) -> HouseDecision:
    """Hit to the printed total, stand above it."""
    assert isinstance(game, Baccarat)
    rule = game.coup.house_way
    if rule is None:
        raise HouseWayError(
            f"the rule book prints no house way for {game.name} of {game.room};"
            " its draw rules leave no choice"
        )
    if len(cards) != 2 or Card.JOKER in cards:
        raise HouseWayError("give the two cards of the Player hand, as 3d 2c")
    total = sum(VALUE[card] for card in cards) % 10
    if total <= rule.hits_to:
        return HouseDecision("hit", "player-hits", f"Player hits on {rule.hits_to} or less")
    return HouseDecision("stand", "player-stands", f"Player stands on {rule.hits_to + 1} or more")
