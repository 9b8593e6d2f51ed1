"""Every six-card hand through the evaluator; about half a minute, so not part of `make test`."""

from collections import Counter
from itertools import combinations

import pytest

from controller.facts.cards import DECK
from controller.hands.five_card import Category, best_five


@pytest.mark.timeout(1800)
def test_every_six_card_hand_is_counted() -> None:
    counted = Counter(best_five(hand)[0] for hand in combinations(DECK, 6))
    assert counted.total() == 20_358_520
    assert counted[Category.ROYAL_FLUSH] == 188
    assert counted[Category.STRAIGHT_FLUSH] == 1_656
    assert counted[Category.FOUR_OF_A_KIND] == 14_664
    assert counted[Category.FULL_HOUSE] == 165_984
    assert counted[Category.FLUSH] == 205_792
    assert counted[Category.STRAIGHT] == 361_620
    assert counted[Category.THREE_OF_A_KIND] == 732_160
