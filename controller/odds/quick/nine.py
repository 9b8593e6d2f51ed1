"""Quick rounds of nine: three cards each, a fourth by the strategy and by the bank's chart."""

from collections.abc import Callable
from random import Random

from config.game import Game
from controller.families.nine.sections import NineGame
from controller.families.nine.values import FIRST, row_of, total_of
from controller.odds.quick.place import BANK, EndlessShoe, staked
from controller.settlement.finished import BankRound, FinishedRound, SeatRound
from controller.simulate.strategies.drawing import draws_fourth


def rounds_of(game: Game, chance: Random) -> Callable[[], FinishedRound]:
    """Deal round after round from a shoe."""
    assert isinstance(game, NineGame)
    shoe = EndlessShoe(game, chance)
    return lambda: _round(game, shoe)


def _round(game: NineGame, shoe: EndlessShoe) -> FinishedRound:
    shoe.begin()
    ours = tuple(shoe.draw() for _ in range(FIRST))
    theirs = tuple(shoe.draw() for _ in range(FIRST))
    if draws_fourth(ours):
        ours = (*ours, shoe.draw())
    must = row_of(game.nine.charts.bank, total_of(theirs)).must
    if must == "hit" or (must == "choose" and draws_fourth(theirs)):
        theirs = (*theirs, shoe.draw())
    bank = BankRound.model_construct(seat=BANK, cards=theirs)
    return staked(game, bank, SeatRound.model_construct(wagers={}, cards=ours))
