"""Many poker hands at once stand as one by one, and play as the strategy has it."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis.strategies import integers, lists, sampled_from

from controller.facts.cards import DECK, Card
from controller.hands.five_card import best_five
from controller.odds.quick.holdem_strategy import plays
from controller.odds.quick.place import Faces, cards_of, shuffled
from controller.odds.quick.strength import hands_of, strengths
from controller.simulate.strategies.poker import plays_holdem

ROUNDS = 400


def _faces(cards: list[Card]) -> Faces:
    return np.array([[card.place for card in cards]], np.uint8)


@given(lists(sampled_from(DECK), min_size=5, max_size=7, unique=True))
def test_a_hand_has_the_rank_of_its_best_five(cards: list[Card]) -> None:
    (place,) = strengths().of(hands_of(_faces(cards)))
    assert strengths().ranks[place] == best_five(cards)


@given(integers(0, 12), integers(0, 8))
def test_a_flush_is_found_in_every_suit(suit_and_start: int, start: int) -> None:
    suit = "cdhs"[suit_and_start % 4]
    cards = [card for card in DECK if card.suit == suit][start : start + 5]
    (place,) = strengths().of(hands_of(_faces(cards)))
    assert strengths().ranks[place] == best_five(cards)


@pytest.mark.parametrize("times", [4, 2, 1])
def test_many_seats_play_as_one_does(times: int) -> None:
    deck = np.arange(len(DECK), dtype=np.uint8)
    cards = shuffled(np.random.PCG64(5), deck, ROUNDS)
    pocket, community = cards[:, :2], cards[:, 2:7]
    alone = [
        plays_holdem(cards_of(own), cards_of(board), times)
        for own, board in zip(pocket, community, strict=True)
    ]
    assert plays(pocket, community, times).tolist() == alone
    assert 0 < sum(alone) < ROUNDS


def test_a_shuffled_deck_holds_its_cards_and_a_seed_its_order() -> None:
    deck = np.repeat(np.arange(53, dtype=np.uint8), 2)
    once, again = (shuffled(np.random.PCG64(9), deck, 3) for _ in range(2))
    assert (once == again).all()
    assert (np.sort(once, axis=1) == deck).all()
    assert (once[0] != once[1]).any()
