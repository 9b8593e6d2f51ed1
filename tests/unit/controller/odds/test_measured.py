"""Quick rounds are legal, and `settle` pays them what the measure counts."""

from fractions import Fraction
from random import Random

import pytest

from controller.families import family_of
from controller.families.catalogue import game_ids
from controller.families.settle import settle
from controller.odds.measured import gains_of, measured_returns
from controller.odds.quick import DEALERS, quick_rounds
from controller.settlement.ledger import LedgerLine
from tests.conftest import whole_game

MEASURED = [game_id for game_id in game_ids() if whole_game(game_id).family in DEALERS]
ROUNDS = 3


@pytest.mark.parametrize("game_id", MEASURED)
def test_settle_finds_a_quick_round_legal_and_pays_the_same(game_id: str) -> None:
    game = whole_game(game_id)
    deal, judge = quick_rounds(game, Random(3)), family_of(game).judge
    assert deal is not None
    assert judge is not None
    for _ in range(ROUNDS):
        finished = deal()
        gains = gains_of(finished, judge(game, finished))
        lines = settle(game, game.seats.allowed[0], finished)
        assert {name: float(_net(lines, name)) for name in gains} == pytest.approx(gains)


def _net(lines: tuple[LedgerLine, ...], wager: str) -> Fraction:
    return sum((line.paid - line.taken for line in lines if line.wager == wager), Fraction(0))


def test_the_same_seed_measures_the_same() -> None:
    game = whole_game("lucky-derby/caribbean-stud")
    assert measured_returns(game, 50, seed=7) == measured_returns(game, 50, seed=7)


@pytest.mark.parametrize("game_id", MEASURED)
def test_every_wager_is_measured(game_id: str) -> None:
    game = whole_game(game_id)
    found = measured_returns(game, 12, seed=2)
    staked = {wager.name for wager in game.wagers if wager.earned_from is None}
    assert {name for name, tally in found.items() if tally.rounds} >= staked - {"insurance"}
