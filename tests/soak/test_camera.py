"""Hundreds of rounds through cameras: the same decisions as through serial devices."""

import os
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.system.auditing import assert_whole
from tests.system.camera_tables import (
    MOST_KB,
    assert_unread_were_named,
    decided,
    events,
    peak_memory_kb,
    start,
)
from tests.system.processes import TableOnTrial, short_folder

ROUNDS = int(os.environ.get("UNDERFELT_SOAK_CAMERA_ROUNDS", "500"))
MOST_S = 3600.0


@pytest.fixture
def tables(request: pytest.FixtureRequest) -> Iterator[tuple[TableOnTrial, TableOnTrial]]:
    with short_folder() as camera, short_folder() as serial:
        made = tuple(
            TableOnTrial(Path(folder), game)
            for folder, game in zip((camera, serial), request.param, strict=True)
        )
        yield made[0], made[1]
        for table in made:
            table.close()


@pytest.mark.timeout(2 * MOST_S)
@pytest.mark.parametrize(
    ("tables", "device"),
    [(("cameras", "baccarat"), "shoe-1"), (("cameras-dice", "fortune"), "dice-cup-1")],
    indirect=["tables"],
)
def test_a_camera_table_plays_for_hours(
    tables: tuple[TableOnTrial, TableOnTrial], device: str
) -> None:
    watched, wired = tables
    process = start(watched, ROUNDS)
    memory, deadline = 0, time.monotonic() + MOST_S
    while process.is_running and time.monotonic() < deadline:
        memory = max(memory, peak_memory_kb(watched, device))
        time.sleep(1.0)
    assert process.wait(1.0) == 0, process.output[-2000:] + process.errors
    assert start(wired, ROUNDS).wait(MOST_S) == 0
    assert decided(watched, ROUNDS) == decided(wired, ROUNDS)
    unread = assert_unread_were_named(watched)
    read = len(events(watched, "card_drawn", "dice_read"))
    print(
        f"{ROUNDS} rounds, {read} read, {unread} unread and named on the pad, "
        f"at most {memory / 1000:.0f} MB"
    )
    assert_whole(watched)
    assert 0 < memory < MOST_KB
