"""Every six-card hand through the evaluator; about half a minute, so not part of `make test`."""

import pytest

from controller.odds.exact import six_card_hands


@pytest.mark.timeout(1800)
def test_every_six_card_hand_is_counted() -> None:
    counted = six_card_hands()
    assert counted.total() == 20_358_520
    assert counted["royal-flush"] == 188
    assert counted["straight-flush"] == 1_656
    assert counted["four-of-a-kind"] == 14_664
    assert counted["full-house"] == 165_984
    assert counted["flush"] == 205_792
    assert counted["straight"] == 361_620
    assert counted["three-of-a-kind"] == 732_160
