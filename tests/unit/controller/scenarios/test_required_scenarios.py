"""The rounds every game must tell: found by what happens in a scenario, whatever its name."""

from functools import cache

import pytest

from config.game import Game
from controller.families.catalogue import game_ids
from controller.families.twenty_one.sections import TwentyOneGame
from controller.scenarios import read_scenarios, scenario_file
from controller.scenarios.document import Scenarios
from controller.scenarios.money import whole_round
from controller.scenarios.play import Played, ledger, played, rules_for
from controller.settlement.finished import FinishedRound
from controller.settlement.verdict import Result

FOLDS = "settle:forfeits"


@cache
def _scenarios(game_id: str) -> Scenarios:
    return read_scenarios(scenario_file(game_id))


def required(game: Game) -> set[str]:
    """What a game must show: each bank, and what it has of folds, naturals and fouls."""
    steps = {name for group in game.deal.steps for name in group}
    shown = {"covered", "short"} if steps else set()
    if game.bank.held_by == "player":
        shown.add("disbanded")
    if FOLDS in steps:
        shown.add("fold")
    if game.family == "baccarat" or (isinstance(game, TwentyOneGame) and _has_naturals(game)):
        shown.add("natural")
    return shown | ({"forfeit"} if game.family == "chinese-poker" else set())


def _has_naturals(game: TwentyOneGame) -> bool:
    return bool(game.twenty_one.totals.scale.naturals)


def shown_by(scenarios: Scenarios, number: int) -> set[str]:
    """What one scenario shows; one without money in which nobody declines shows nothing here."""
    scenario = scenarios.content.scenario[number]
    declines = any(line.startswith("bank_declined") for line in scenario.events)
    if not (scenario.money or declines):
        return set()
    found = played(scenarios, number)
    shown = {"disbanded"} if _is_disbanded(found) else set()
    return shown | (_shown_by_money(scenarios, number, found) if scenario.money else set())


def _is_disbanded(found: Played) -> bool:
    halts = [each.content for each in found.seen if each.content["kind"] == "game_halted"]
    return any(halt["reason"]["code"] == "game-disbanded" for halt in halts)


def _shown_by_money(scenarios: Scenarios, number: int, found: Played) -> set[str]:
    """A scenario that says what everybody won: by how far the bank went, and what hands did."""
    lines = ledger(scenarios, number, found.closed)
    unread = scenarios.content.scenario[number].unread
    told = whole_round(rules_for(scenarios, number), found.closed[-1], unread)
    shown = set()
    if any(line.uncovered for line in lines):
        shown.add("short")
    elif _has_put_up(told) and any(line.paid for line in lines) and any(x.taken for x in lines):
        shown.add("covered")
    lost = {str(line.seat) for line in lines if line.result is Result.LOSE}
    if any(told.seats[seat].folded for seat in lost):
        shown.add("fold")
    if any("fouled" in str(line.why) for line in lines):
        shown.add("forfeit")
    return shown | ({"natural"} if _has_natural(found) else set())


def _has_put_up(told: FinishedRound) -> bool:
    """A bank has said its stake; players who settle with each other all have theirs."""
    return told.bank is None or told.bank.stake is not None


def _has_natural(found: Played) -> bool:
    """A coup that ended on its first cards, or a hand that was paid as a natural."""
    for each in found.seen:
        content = each.content
        if content["kind"] == "outcome_decided" and "n" in content["mark"]:
            return True
        hands = content["hands"] if content["kind"] == "hands_decided" else ()
        if any(hand["result"] == "natural" for hand in hands):
            return True
    return False


@pytest.mark.parametrize("game_id", game_ids())
def test_every_game_shows_its_banks_and_what_hands_may_do(game_id: str) -> None:
    scenarios = _scenarios(game_id)
    numbers = range(len(scenarios.content.scenario))
    shown = set().union(*(shown_by(scenarios, number) for number in numbers))
    assert required(scenarios.game) - shown == set()
