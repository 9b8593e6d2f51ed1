"""What wrote a record, and by which clock."""

from pathlib import Path

from hypothesis import given, strategies as st

from controller.daemon.keeper import Arrival, TableKeeper
from controller.daemon.provenance import (
    MODELS,
    PROGRAM,
    STEP_MS,
    ClockWatch,
    digest_of,
    is_synchronised,
    started,
)
from controller.record.journal import Journal
from controller.table.state import Rules

HOUR_MS = 3_600_000


def test_a_start_names_the_program_its_models_and_the_settings(tmp_path: Path) -> None:
    file = tmp_path / "table.toml"
    file.write_text("id = 1")
    event = started(file, 1_700_000_000_000, 5000)
    file.write_text("id = 2")
    other = started(file, 1_700_000_000_000, 5000)
    assert event.settings != other.settings
    assert (event.program, event.models) == (digest_of(PROGRAM), digest_of(MODELS))
    assert event.program != event.models
    assert (event.wall_ms, event.monotonic_ms) == (1_700_000_000_000, 5000)
    assert event.is_synchronised == is_synchronised()


def test_a_clock_that_is_set_is_noticed_once() -> None:
    watch = ClockWatch(1_000_000, 1000)
    assert watch.step(1_000_250, 1250) is None
    back = watch.step(1_000_500 - HOUR_MS, 1500)
    assert back is not None
    assert (back.by_ms, back.monotonic_ms) == (-HOUR_MS, 1500)
    assert watch.step(1_000_750 - HOUR_MS, 1750) is None


@given(st.lists(st.integers(-STEP_MS + 1, STEP_MS - 1)))
def test_a_clock_that_is_slewed_is_followed(drifts: list[int]) -> None:
    watch = ClockWatch(0, 0)
    wall = 0
    for turn, drift in enumerate(drifts, 1):
        wall += 250 + drift
        assert watch.step(wall, 250 * turn) is None


def test_a_step_is_an_irregularity_that_stops_nothing(
    baccarat_rules: Rules, tmp_path: Path
) -> None:
    stepped = ClockWatch(0, 0).step(HOUR_MS, 0)
    assert stepped is not None
    with Journal.open(tmp_path / "journal.sqlite") as journal:
        keeper = TableKeeper(baccarat_rules, journal)
        admission = keeper.admit([Arrival("daemon", stepped)])
        assert keeper.state.hold is None
    assert [decision.kind for decision in admission.decisions] == ["irregularity_found"]
