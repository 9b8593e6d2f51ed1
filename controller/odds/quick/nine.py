"""Quick rounds of nine: three cards each, a fourth by the strategy and by the bank's chart."""

from collections.abc import Callable, Mapping
from random import Random

from config.game import Game
from controller.facts.cards import Card
from controller.families.nine.sections import NineGame
from controller.families.nine.values import row_of, total_of
from controller.odds.quick.place import BANK, Dealt, EndlessShoe, staked
from controller.settlement.finished import BankRound, FinishedRound, SeatRound
from controller.simulate.strategies.drawing import draws_fourth

Cards = tuple[Card, ...]


def rounds_of(game: Game, chance: Random) -> Callable[[], Dealt]:
    """Deal round after round from a shoe."""
    assert isinstance(game, NineGame)
    shoe = EndlessShoe(game, chance)
    must = {total: row_of(game.nine.charts.bank, total).must for total in range(10)}
    return lambda: _dealt(game, must, shoe)


def _dealt(game: NineGame, must: Mapping[int, str], shoe: EndlessShoe) -> Dealt:
    """Totals decide, and whether the bank's first three cards total zero."""
    shoe.begin()
    draw = shoe.draw
    ours: Cards = (draw(), draw(), draw())
    theirs: Cards = (draw(), draw(), draw())
    if draws_fourth(ours):
        ours = (*ours, draw())
    begun = total_of(theirs)
    if must[begun] == "hit" or (must[begun] == "choose" and draws_fourth(theirs)):
        theirs = (*theirs, draw())
    kind = total_of(ours), total_of(theirs), begun == 0
    return Dealt(kind, lambda: _finished(game, ours, theirs))


def _finished(game: NineGame, ours: Cards, theirs: Cards) -> FinishedRound:
    bank = BankRound.model_construct(seat=BANK, cards=theirs)
    return staked(game, bank, SeatRound.model_construct(wagers={}, cards=ours))
