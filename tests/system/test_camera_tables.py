"""Whole tables with cameras decide what the same tables with serial devices decide."""

from collections.abc import Callable

import pytest

from tests.system.auditing import assert_whole
from tests.system.camera_tables import (
    MOST_KB,
    assert_unread_were_named,
    decided,
    peak_memory_kb,
    start,
)
from tests.system.processes import TableOnTrial, until

NewTable = Callable[[str], TableOnTrial]
ROUNDS = 5
PATIENCE_S = 200.0
# They render and read every frame: minutes of both cores.
pytestmark = pytest.mark.long


@pytest.mark.timeout(600)
@pytest.mark.parametrize(
    ("camera", "serial", "device"),
    [("cameras", "baccarat", "shoe-1"), ("cameras-dice", "fortune", "dice-cup-1")],
)
def test_a_camera_table_decides_what_a_serial_table_decides(
    new_table: NewTable, camera: str, serial: str, device: str
) -> None:
    watched, wired = new_table(camera), new_table(serial)
    process = start(watched, ROUNDS)
    until(lambda: watched.rounds() >= 2, "two rounds", PATIENCE_S)
    memory = peak_memory_kb(watched, device)
    assert process.wait(PATIENCE_S) == 0, process.output + process.errors
    assert start(wired, ROUNDS).wait(PATIENCE_S) == 0
    assert decided(watched, ROUNDS) == decided(wired, ROUNDS)
    assert_unread_were_named(watched)
    assert_whole(watched)
    assert 0 < memory < MOST_KB
    verdict = watched.ask("evidence", "verify", "--table", str(watched.file), *state(watched))
    assert verdict.returncode == 0, verdict.stderr
    assert "all as they were written" in verdict.stdout


def state(table: TableOnTrial) -> tuple[str, str]:
    return "--state-dir", str(table.state)
