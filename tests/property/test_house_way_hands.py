"""Every chart, with its game's joker, sets any seven cards without a foul."""

import random

import pytest

from controller.facts.cards import DECK, Card
from controller.families.catalogue import load_game
from controller.families.pai_gow_poker.house_way import rules_of, set_by_chart
from controller.families.pai_gow_poker.values import rank_set

GAMES = (
    "lucky-derby/fortune-pai-gow-poker",
    "lucky-derby/pai-gow-poker",
    "lucky-derby/jokers-wild-pai-gow-poker",
    "casino-99/fortune-pai-gow-poker",
)
HANDS = 750


@pytest.mark.parametrize("game_id", GAMES)
def test_the_house_way_never_fouls(game_id: str) -> None:
    set_many(game_id, HANDS)


def set_many(game_id: str, hands: int) -> None:
    """Set so many random hands, every fourth with the joker."""
    game, rng = load_game(game_id), random.Random(game_id)
    rules = rules_of(game)
    for number in range(hands):
        cards = rng.sample(DECK, 7)
        if number % 4 == 0:
            cards[0] = Card.JOKER
        setting = set_by_chart(game, tuple(cards))
        assert not rank_set(setting.hand, rules).foul, cards
        assert sorted((*setting.hand.front, *setting.hand.back)) == sorted(cards)
