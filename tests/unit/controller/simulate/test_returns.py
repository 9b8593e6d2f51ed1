"""Every wager of every game against a bank is staked in simulated rounds and settled."""

from math import sqrt

import pytest

from controller.families.catalogue import game_ids
from controller.simulate import Returns, Tally, simulate
from tests.unit.controller.simulate.test_every_game import rules_for

AGAINST_A_BANK = [game for game in game_ids() if rules_for(game).family.judge is not None]


@pytest.mark.parametrize("game_id", AGAINST_A_BANK)
def test_every_wager_is_staked_and_settled_by_legal_play(game_id: str) -> None:
    rules = rules_for(game_id)
    returns = Returns(rules, seed=2)
    totals = simulate(rules, 12, seed=2, returns=returns)
    assert dict(totals.irregularities) == {}
    for wager in rules.game.wagers:
        tally = returns.wagers[wager.name]
        # An insurance waits for its card, and a wager that stays for its decision.
        if wager.name != "insurance" and not wager.loses:
            assert 0 < tally.rounds <= 12
        assert tally.result >= -2


def test_a_return_is_what_was_won_of_what_was_staked() -> None:
    tally = Tally()
    for net, staked in ((20.0, 20.0), (-20.0, 20.0), (-20.0, 20.0), (0.0, 0.0)):
        tally.add(net, staked)
    assert tally.rounds == 3
    assert tally.result == pytest.approx(-1 / 3)
    spread = (4 / 3) ** 2 + 2 * (2 / 3) ** 2
    assert tally.error == pytest.approx(sqrt(spread) / 3)


def test_the_same_seed_returns_the_same() -> None:
    rules = rules_for("lucky-derby/ultimate-texas-holdem")
    first, second = Returns(rules, seed=7), Returns(rules, seed=7)
    simulate(rules, 20, seed=7, returns=first)
    simulate(rules, 20, seed=7, returns=second)
    assert first.wagers == second.wagers


def test_settling_changes_nothing_of_a_coup() -> None:
    rules = rules_for("lucky-derby/ez-baccarat-panda-8")
    plain = simulate(rules, 300, seed=3)
    returns = Returns(rules, seed=3)
    staked = simulate(rules, 300, seed=3, returns=returns)
    outcomes = staked.outcomes
    assert plain.rounds == staked.rounds
    net = returns.wagers["player-line"].net / 20
    assert net == outcomes["player"] - outcomes["banker"]


@pytest.mark.parametrize(
    ("game_id", "least", "most"),
    [
        ("lucky-derby/three-card-poker-6-card-bonus", 0.6, 0.75),
        ("lucky-derby/caribbean-stud", 0.45, 0.6),
        ("lucky-derby/ultimate-texas-holdem", 1.7, 2.5),
    ],
)
def test_poor_hands_fold(game_id: str, least: float, most: float) -> None:
    rules = rules_for(game_id)
    returns = Returns(rules, seed=4)
    simulate(rules, 100, seed=4, returns=returns)
    assert least < returns.wagers["play"].staked / returns.wagers["ante"].staked < most
