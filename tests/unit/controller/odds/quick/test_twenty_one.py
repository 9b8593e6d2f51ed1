"""Rounds of twenty-one through the table of states go as they go card by card."""

from collections.abc import Iterator

import numpy as np
import pytest
from hypothesis import given
from hypothesis.strategies import lists, sampled_from

from controller.facts.cards import Card
from controller.families.catalogue import game_ids
from controller.families.twenty_one.sections import TwentyOneGame
from controller.families.twenty_one.values import count_hand
from controller.odds.quick.twenty_one import Dealer
from controller.odds.quick.twenty_one_round import play_round
from controller.odds.quick.twenty_one_states import alike
from tests.conftest import header_of, whole_game

GAMES = [game_id for game_id in game_ids() if header_of(game_id).family == "twenty-one"]
ROUNDS = 300


def _game(game_id: str) -> TwentyOneGame:
    game = whole_game(game_id)
    assert isinstance(game, TwentyOneGame)
    return game


class _Counted:
    """Cards, and how many of them were taken."""

    def __init__(self, cards: Iterator[Card]) -> None:
        self._cards, self.taken = cards, 0

    def __iter__(self) -> Iterator[Card]:
        for card in self._cards:
            self.taken += 1
            yield card


@pytest.mark.parametrize("game_id", GAMES)
def test_a_round_takes_as_many_cards_as_played_one_by_one(game_id: str) -> None:
    dealer = Dealer(_game(game_id), np.random.PCG64(4))
    dealer.deal(ROUNDS)
    assert dealer.shoes is not None
    start = dealer.shoes.drawn.copy()
    dealer.deal(ROUNDS)
    for row, place in enumerate(start.tolist()):
        cards = _Counted(dealer.shoes.behind(row, place))
        play_round(dealer.known, cards)
        assert place + cards.taken == dealer.shoes.drawn[row]


@given(lists(sampled_from(list(Card)), min_size=2, max_size=7))
def test_cards_that_stand_for_others_count_as_they_do(cards: list[Card]) -> None:
    for game_id in ("oaks/california-aces", "capitol/pure-21.5", "casino-99/pure-spanish-21.5"):
        scale = _game(game_id).twenty_one.totals.scale
        for more in ((), (Card.As,), (Card.C9d, Card.Kh)):
            held = (*cards, *more)
            assert count_hand(scale, held) == count_hand(scale, (*alike(tuple(cards)), *more))


def test_a_shoe_is_shuffled_behind_its_cut_card_and_not_before() -> None:
    dealer = Dealer(_game("capitol/pure-21.5"), np.random.PCG64(4))
    most = 0
    for _ in range(80):
        dealer.deal(1)
        assert dealer.shoes is not None
        is_new, most = dealer.shoes.drawn[0] < most, max(most, int(dealer.shoes.drawn[0]))
        if is_new:
            break
    left = dealer.shoes.cards.shape[1] - most if dealer.shoes else 0
    assert is_new
    assert 100 < left <= 140
