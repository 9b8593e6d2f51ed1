"""Nine's house way: three cards hit or stand by the printed chart."""

from config.game import Game
from controller.facts.cards import Card
from controller.families.nine.sections import NineGame
from controller.families.nine.values import FIRST, row_of, total_of
from controller.settlement.house_decision import HouseDecision, HouseWayError
from controller.table.shoe import copies_in_deck


def decide(game: Game, cards: tuple[Card, ...]) -> HouseDecision:
    """A player's hand by the house way where one is printed, else the bank's by its chart."""
    assert isinstance(game, NineGame)
    rule = game.nine
    if len(cards) != FIRST:
        raise HouseWayError("give the three cards of the hand, as Kd 2c 3h")
    copies = copies_in_deck(game.cards)
    for card in cards:
        if not copies[card.place]:
            raise HouseWayError(f"{card}: no such card in a deck of {game.name}; correct it")
    total = total_of(cards)
    row = row_of(rule.charts.player or rule.charts.bank, total)
    bank = row_of(rule.charts.bank, total)
    other = f"; as the bank's hand: {bank.text}" if bank.must != row.must else ""
    return HouseDecision(row.must, row.name, f"{total}: {row.text}{other}")
