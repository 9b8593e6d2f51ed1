"""Pai gow poker's house way: seven cards set by the chart the game names."""

from config.charts import CardChart, card_chart
from config.game import Game
from controller.facts.cards import Card
from controller.families.pai_gow_poker.sections import PaiGowPoker
from controller.families.pai_gow_poker.setting import HouseSetting, set_house_way
from controller.families.pai_gow_poker.values import PaiGowRules
from controller.settlement.house_decision import HouseDecision, HouseWayError


def decide(game: Game, cards: tuple[Card, ...]) -> HouseDecision:
    """Set seven cards by the first row of the chart that fits."""
    setting = set_by_chart(game, cards)
    front, back = " ".join(setting.hand.front), " ".join(setting.hand.back)
    source = next(row.source for row in _chart(game).row if row.id == setting.row)
    words = f"{_words(setting.rank.front)} in front of {_words(setting.rank.back)}"
    return HouseDecision(f"front {front}, back {back}", setting.row, f"{words} ({source})")


def set_by_chart(game: Game, cards: tuple[Card, ...]) -> HouseSetting:
    """Set seven cards the house way of a game, or say that it has none."""
    return set_house_way(cards, _chart(game), rules_of(game))


def rules_of(game: Game) -> PaiGowRules:
    """What this room's joker and wheel are."""
    assert isinstance(game, PaiGowPoker)
    return PaiGowRules(game.pai_gow.joker, game.pai_gow.wheel)


def _chart(game: Game) -> CardChart:
    assert isinstance(game, PaiGowPoker)
    name = game.pai_gow.house_way
    if name is None:
        raise HouseWayError(
            f"the rule book prints no house way for {game.name} of {game.room};"
            " every hand is set as its player likes"
        )
    return card_chart(name)


def _words(rank: tuple[object, ...]) -> str:
    return str(getattr(rank[0], "name", rank[0])).lower().replace("_", " ")
