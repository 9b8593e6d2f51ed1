import os
import random
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.system.auditing import assert_whole, irregularities
from tests.system.processes import GAMES, TableOnTrial, short_folder
from tests.system.whole_table import WholeTable

ROUNDS = int(os.environ.get("UNDERFELT_SOAK_ROUNDS", "2000"))
# Three tables in about twenty minutes, however slow the machine is.
MOST_S = 380.0
LEAST_ROUNDS = 20
WARM_ROUNDS = 10
GROWTH_KB = 30_000
TOP_PACE = 1000


@pytest.fixture
def table(request: pytest.FixtureRequest) -> Iterator[TableOnTrial]:
    with short_folder() as folder:
        made = TableOnTrial(Path(folder), request.param)
        yield made
        made.close()


@pytest.mark.timeout(600)
@pytest.mark.parametrize("table", GAMES, indirect=True)
def test_a_table_plays_for_a_long_time_while_its_daemon_is_killed(table: TableOnTrial) -> None:
    chance = random.Random(7)
    deadline = time.monotonic() + MOST_S
    whole = WholeTable(table, TOP_PACE)
    table.wait_for_rounds(WARM_ROUNDS)
    before = whole.memory_kb("emulate")
    while played(table) < ROUNDS and time.monotonic() < deadline:
        time.sleep(chance.uniform(2, 12))
        whole.kill("daemon")
        table.wait_for_board()
    rounds, grown = table.rounds(), whole.memory_kb("emulate") - before
    table.wait_for_rounds(rounds + 2)
    whole.stop()
    print(f"{rounds} rounds, the emulators grew by {grown} kB")
    assert rounds >= min(ROUNDS, LEAST_ROUNDS)
    assert grown < GROWTH_KB
    assert irregularities(table) == []
    assert_whole(table)


def played(table: TableOnTrial) -> int:
    board = table.wait_for_board()
    return board.round
