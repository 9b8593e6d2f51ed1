"""A hundred thousand hands of each house way; some minutes, so not part of `make test`."""

import pytest

from tests.property.test_house_way_hands import GAMES, set_many


@pytest.mark.timeout(1800)
@pytest.mark.parametrize("game_id", GAMES)
def test_a_hundred_thousand_hands_are_set_without_a_foul(game_id: str) -> None:
    set_many(game_id, 100_000)
