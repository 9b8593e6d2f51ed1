"""Twenty-one's house way: the bank's hand hits or stands by its chart."""

from config.game import Game
from controller.facts.cards import Card
from controller.families.twenty_one.sections import TwentyOneGame
from controller.families.twenty_one.values import chart_row, count_hand, count_words
from controller.settlement.house_decision import HouseDecision, HouseWayError
from controller.table.shoe import copies_in_deck


def decide(game: Game, cards: tuple[Card, ...]) -> HouseDecision:
    """Find the row of the bank's chart for these cards, in the order they were dealt."""
    assert isinstance(game, TwentyOneGame)
    rule = game.twenty_one
    if not rule.charts.bank:
        raise HouseWayError(f"{game.name} of {game.room} prints no chart; the bank may choose")
    if len(cards) < 2:
        raise HouseWayError("give the bank's cards, two at least, as Ad 6c")
    copies = copies_in_deck(game.cards)
    for card in cards:
        if not copies[card.place]:
            raise HouseWayError(f"{card}: no such card in a deck of {game.name}; correct it")
    count = count_hand(rule.totals.scale, cards)
    shown = " ".join(count_words(rule.totals, count))
    if count.is_natural or count.is_over:
        return HouseDecision("stand", "complete", f"{shown}: the hand is complete")
    row = chart_row(rule.charts.bank, count)
    assert row is not None
    return HouseDecision(row.must, row.name, f"{shown}: {row.text}")
