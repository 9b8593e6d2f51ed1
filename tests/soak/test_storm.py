"""A campaign of the storm: many seeds, every promise kept, and everything met that should be."""

import os
from pathlib import Path

from controller.storm.campaign import all_cores, campaign, play_of
from controller.storm.storm import command_of, run_storm, shrunk
from controller.storm.total import keeping, resumed

SEEDS = int(os.environ.get("UNDERFELT_SOAK_SEEDS", "400"))
HOURS = float(os.environ.get("UNDERFELT_SOAK_HOURS", "0.25"))
# Where a campaign of several nights goes on; without it each run begins anew.
TOTAL = os.environ.get("UNDERFELT_SOAK_TOTAL")


def test_a_campaign_loses_doubles_and_holds_nothing(tmp_path: Path) -> None:
    file = Path(TOTAL) if TOTAL else tmp_path / "total.json"
    total, broken = campaign(
        resumed(file, 1000),
        SEEDS,
        play_of(HOURS, ""),
        all_cores(),
        keeping(file),
    )
    print(f"\n{total.whole.hours:.0f} table-hours, {total.pace:.1f} a minute of one core")
    if broken is not None:
        short = shrunk(broken)
        raise AssertionError(f"{short.violation}; {command_of(short)}")
    assert total.missed == ()


def test_a_long_run_is_the_same_to_the_byte_twice() -> None:
    assert run_storm(7, 10).digest == run_storm(7, 10).digest
