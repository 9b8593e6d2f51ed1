"""Quick rounds are legal, and `settle` pays them what the measure counts."""

from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis.strategies import DataObject, data, lists, permutations, sampled_from

from config.game import Game
from controller.facts.cards import SUITS, Card
from controller.families import family_of
from controller.families.catalogue import game_ids
from controller.families.pai_gow_poker.house_way import rules_of
from controller.families.pai_gow_poker.sections import PaiGowPoker
from controller.families.settle import settle
from controller.odds.kept import KeptTallies
from controller.odds.measured import gains_of, measured_part, measured_returns
from controller.odds.quick import quick_rounds
from controller.odds.quick.pai_gow_poker import SetHands
from controller.odds.quick.place import Numbers
from controller.settlement.ledger import LedgerLine
from tests.conftest import whole_game

KEPT = KeptTallies(Path(__file__).parents[4] / "docs" / "odds.json")
MEASURED = [game_id for game_id in game_ids() if KEPT.of(game_id)]
ROUNDS = 3
MANY = 100


def measured(game_id: str) -> Game:
    """What of a game the page measures."""
    whole = whole_game(game_id)
    return measured_part(whole, {wager.name for wager in whole.wagers} - KEPT.of(game_id).keys())


@pytest.mark.parametrize("game_id", MEASURED)
def test_settle_finds_a_quick_round_legal_and_pays_the_same(game_id: str) -> None:
    game = measured(game_id)
    deal, judge = quick_rounds(game, seed=3), family_of(game).judge
    assert deal is not None
    assert judge is not None
    batch = deal(ROUNDS)
    for row in range(ROUNDS):
        finished = batch.finished(row)
        gains = gains_of(finished, judge(game, finished))
        lines = settle(game, game.seats.allowed[0], finished)
        assert {name: float(_net(lines, name)) for name in gains} == pytest.approx(gains)


@pytest.mark.parametrize("game_id", MEASURED)
def test_rounds_of_one_kind_pay_the_same(game_id: str) -> None:
    game = measured(game_id)
    deal, judge = quick_rounds(game, seed=11), family_of(game).judge
    assert deal is not None
    assert judge is not None
    batch, seen = deal(MANY), dict[int, dict[str, float]]()
    for row, kind in enumerate(batch.kinds.tolist()):
        finished = batch.finished(row)
        gains = gains_of(finished, judge(game, finished))
        assert seen.setdefault(kind, gains) == gains


@given(cards=lists(sampled_from(list(Card)), min_size=7, max_size=7, unique=True), data=data())
def test_a_set_hand_is_known_by_its_ranks_and_its_flush(
    cards: list[Card], data: DataObject
) -> None:
    game = whole_game("capitol/fortune-pai-gow-poker")
    assert isinstance(game, PaiGowPoker)
    chart, rules = game.pai_gow.house_way, rules_of(game)
    assert chart is not None
    known = SetHands(chart, rules)
    _strengths(known, cards)
    swaps = dict(zip(SUITS, data.draw(permutations(SUITS)), strict=True))
    moved = [card if card is Card.JOKER else Card(card[0] + swaps[card.suit]) for card in cards]
    assert (_strengths(known, moved) == _strengths(SetHands(chart, rules), moved)).all()
    loose = data.draw(permutations(cards).map(_with_other_suits))
    if len(set(loose)) == len(loose):
        assert (_strengths(known, loose) == _strengths(SetHands(chart, rules), loose)).all()


def _strengths(hands: SetHands, cards: list[Card]) -> Numbers:
    return hands.of(np.array([[card.place for card in cards]], np.uint8))


def _with_other_suits(cards: list[Card]) -> list[Card]:
    """The same ranks in suits that follow one another."""
    suits = (SUITS * 2)[:7]
    return [
        card if card is Card.JOKER else Card(card[0] + suit)
        for card, suit in zip(cards, suits, strict=True)
    ]


def _net(lines: tuple[LedgerLine, ...], wager: str) -> Fraction:
    return sum((line.paid - line.taken for line in lines if line.wager == wager), Fraction(0))


def test_the_same_seed_measures_the_same() -> None:
    game = measured("casino-99/pure-21.5")
    assert measured_returns(game, 50, seed=7) == measured_returns(game, 50, seed=7)


def test_a_wager_that_asks_for_more_than_is_told_apart_is_not_measured() -> None:
    assert measured_returns(whole_game("lucky-derby/fortune-pai-gow-poker"), 50, seed=7) == {}


@pytest.mark.parametrize("game_id", MEASURED)
def test_every_wager_is_measured(game_id: str) -> None:
    game = measured(game_id)
    found = measured_returns(game, 12, seed=2)
    staked = {wager.name for wager in game.wagers if wager.earned_from is None}
    assert {name for name, tally in found.items() if tally.rounds} >= staked - {"insurance"}
