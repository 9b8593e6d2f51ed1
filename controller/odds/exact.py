"""Exact returns: what can be counted of a game, each deal of a full shoe, deck or set once."""

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from functools import cache, partial
from typing import Literal

from config.game import Game, Wager
from controller.families.baccarat.sections import Baccarat
from controller.families.nine.sections import NineGame
from controller.families.pai_gow_poker.fortune_bonus import BonusHand, best_bonus
from controller.families.pai_gow_poker.sections import PaiGowPoker
from controller.families.pai_gow_tiles.sections import PaiGowTiles
from controller.families.twenty_one.sections import TwentyOneGame
from controller.hands.five_card import best_five
from controller.hands.named import kind_of
from controller.odds import coups, nine, stud, three_card, tiles, twenty_one
from controller.odds.card_hands import Cards, hand_counts
from controller.odds.meetings import main_returns

SEVEN = 7
LOOKS = frozenset({"player", "banker", "either"})


def exact_returns(game: Game) -> dict[str, Fraction]:
    """What a player gains of one unit, on average, for every wager that can be counted."""
    if isinstance(game, Baccarat):
        return dict(_of_coups(game))
    if isinstance(game, TwentyOneGame):
        return twenty_one.side_returns(game)
    if isinstance(game, PaiGowTiles):
        return {game.wagers[0].name: tiles.game_return(game)}
    if isinstance(game, NineGame):
        return {game.wagers[0].name: nine.game_return(game)}
    if game.family == "three-card-poker":
        decks = game.cards.decks[1]
        return main_returns(game, three_card.meetings(decks)) | dict(_by_table(game))
    if game.family == "stud":
        return main_returns(game, stud.meetings()) | dict(_by_table(game))
    return dict(_by_table(game))


def _of_coups(game: Baccarat) -> Iterator[tuple[str, Fraction]]:
    """By what coups come to, or by how first cards look; not where one wager asks for both."""
    decks = game.cards.decks[1]
    found = coups.coups_of(game.coup, decks)
    for wager in game.wagers:
        if not wager.looks:
            yield wager.name, coups.coup_return(wager, found)
        elif all(set(each.model_fields_set) <= LOOKS for each in wager.conditions):
            yield wager.name, coups.coup_return(wager, coups.looks_of(decks))


def _by_table(game: Game) -> Iterator[tuple[str, Fraction]]:
    """Wagers on a hand that nobody changes, and what others' hands earn."""
    for wager in game.wagers:
        counts = _counts(game, wager)
        if counts is not None and wager.fixed:
            # For each other seat that bets on its own hand, by the least wager that earns it.
            amounts = (counts[name] * Fraction(each) for name, each in wager.fixed.items())
            earned = sum(amounts, Fraction(0))
            yield wager.name, earned / counts.total() / Fraction(wager.earned_from or 1)
        elif counts is not None:
            yield wager.name, table_return(wager, counts)


def _counts(game: Game, wager: Wager) -> Counter[str | None] | None:
    """How often each hand comes that a wager's table may name."""
    if game.family == "three-card-poker" and wager.judged == "own-hand":
        return three_card.three_card_hands(game.cards.decks[1])
    if wager.judged == "six-cards":
        return poker_hands(6)
    if game.family == "holdem" and wager.judged == "own-hand":
        return poker_hands(SEVEN)
    if isinstance(game, PaiGowPoker) and wager.judged in ("seven-cards", "other-hands"):
        (bonus,) = (each for each in game.wagers if each.judged == "seven-cards")
        return bonus_hands(tuple(bonus.table), game.pai_gow.joker)
    return None


def table_return(wager: Wager, hands: Counter[str | None]) -> Fraction:
    """The gain of one unit on a wager that pays by its table and loses otherwise."""
    gained = Fraction(-hands.total())
    for name, odds in wager.table.items():
        to, _, one = odds.partition(":")
        gained += hands[name] * (1 + Fraction(int(to), int(one)))
    return gained / hands.total()


@cache
def poker_hands(size: int) -> Counter[str | None]:
    """How often each best five of six or seven cards come."""
    return hand_counts(size, lambda cards: kind_of(best_five(cards)))


@cache
def bonus_hands(order: tuple[str, ...], joker: Literal["full", "limited"]) -> Counter[str | None]:
    """How often each line of a Fortune pay table is the best of seven cards with a joker."""
    return hand_counts(SEVEN, partial(_bonus, tuple(map(BonusHand, order)), joker), joker=True)


def _bonus(
    order: tuple[BonusHand, ...], joker: Literal["full", "limited"], cards: Cards
) -> str | None:
    found = best_bonus(cards, order, joker)
    return None if found is None else str(found)
