from collections.abc import Callable

import pytest

from tests.system.auditing import assert_whole, irregularities
from tests.system.processes import ONE_GAME, TableOnTrial


@pytest.mark.parametrize("game", ONE_GAME)
def test_a_recorded_run_decides_the_same_again(
    new_table: Callable[[str], TableOnTrial], game: str
) -> None:
    table = new_table(game)
    process = table.start_run("--until", "10", "--pace", "1000")
    assert process.wait() == 0
    assert table.rounds() >= 10
    assert irregularities(table) == []
    assert_whole(table)
