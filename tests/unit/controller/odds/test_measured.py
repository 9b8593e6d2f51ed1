"""Quick rounds are legal, and `settle` pays them what the measure counts."""

from collections.abc import Hashable
from fractions import Fraction
from random import Random

import pytest
from hypothesis import given
from hypothesis.strategies import DataObject, data, lists, permutations, sampled_from

from config.game import Game
from controller.facts.cards import SUITS, Card
from controller.families import family_of
from controller.families.catalogue import game_ids
from controller.families.pai_gow_poker.sections import PaiGowPoker
from controller.families.settle import settle
from controller.odds.measured import gains_of, measured_part, measured_returns
from controller.odds.quick import DEALERS, quick_rounds
from controller.odds.quick.poker_kinds import SetRanks, ranked
from controller.settlement.ledger import LedgerLine
from tests.conftest import header_of, whole_game

MEASURED = [game_id for game_id in game_ids() if header_of(game_id).family in DEALERS]
ROUNDS = 3
MANY = 100


@pytest.mark.parametrize("game_id", MEASURED)
def test_settle_finds_a_quick_round_legal_and_pays_the_same(game_id: str) -> None:
    game = whole_game(game_id)
    deal, judge = quick_rounds(game, Random(3)), family_of(game).judge
    assert deal is not None
    assert judge is not None
    for _ in range(ROUNDS):
        finished = deal().finished()
        gains = gains_of(finished, judge(game, finished))
        lines = settle(game, game.seats.allowed[0], finished)
        assert {name: float(_net(lines, name)) for name in gains} == pytest.approx(gains)


@pytest.mark.parametrize("game_id", MEASURED)
def test_rounds_of_one_kind_pay_the_same(game_id: str) -> None:
    whole = whole_game(game_id)
    for game in (whole, measured_part(whole, {wager.name for wager in whole.wagers})):
        _require_equal_pay(game)


def _require_equal_pay(game: Game) -> None:
    deal, judge = quick_rounds(game, Random(11)), family_of(game).judge
    assert deal is not None
    assert judge is not None
    seen: dict[Hashable, dict[str, float]] = {}
    for _ in range(MANY):
        kind, finished = deal()
        gains = gains_of(finished(), judge(game, finished()))
        assert seen.setdefault(kind, gains) == gains


@given(cards=lists(sampled_from(list(Card)), min_size=7, max_size=7, unique=True), data=data())
def test_a_set_hand_is_known_by_its_ranks_and_its_flush(
    cards: list[Card], data: DataObject
) -> None:
    game = whole_game("capitol/fortune-pai-gow-poker")
    assert isinstance(game, PaiGowPoker)
    known: SetRanks = {}
    ranked(game, known, tuple(cards))
    swaps = dict(zip(SUITS, data.draw(permutations(SUITS)), strict=True))
    moved = tuple(
        card if card is Card.JOKER else Card(card[0] + swaps[card.suit]) for card in cards
    )
    assert ranked(game, known, moved) == ranked(game, {}, moved)
    loose = data.draw(permutations(cards).map(_with_other_suits))
    if len(set(loose)) == len(loose):
        assert ranked(game, known, loose) == ranked(game, {}, loose)


def _with_other_suits(cards: list[Card]) -> tuple[Card, ...]:
    """The same ranks in suits that follow one another."""
    suits = (SUITS * 2)[:7]
    return tuple(
        card if card is Card.JOKER else Card(card[0] + suit)
        for card, suit in zip(cards, suits, strict=True)
    )


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
