import os
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from tests.system.damaged_links import NewTable, assert_damage_changes_nothing
from tests.system.processes import GAMES, TableOnTrial, short_folder

ROUNDS = int(os.environ.get("UNDERFELT_SOAK_ROUNDS", "500"))
PATIENCE_S = 1500.0


@pytest.fixture
def new_table() -> Iterator[NewTable]:
    with ExitStack() as stack:

        def make(game: str) -> TableOnTrial:
            table = TableOnTrial(Path(stack.enter_context(short_folder())), game)
            stack.callback(table.close)
            return table

        yield make


@pytest.mark.timeout(PATIENCE_S + 60)
@pytest.mark.parametrize("game", GAMES)
def test_500_rounds_over_damaged_links_change_no_decision(new_table: NewTable, game: str) -> None:
    assert_damage_changes_nothing(new_table, game, ROUNDS, PATIENCE_S)
