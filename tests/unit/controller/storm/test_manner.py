"""What a seed has besides its faults: a pace, dark spells, and a machine that wakes late."""

from random import Random
from unittest.mock import patch

import pytest

from controller.daemon.disk import Room
from controller.storm.faults import FEWEST, plan
from controller.storm.manner import SLACKS_S, manner_of
from controller.storm.shifts import Shifts
from controller.storm.storm import run_storm
from controller.storm.timeline import Timeline

DAY_S = 86_400
# Their wall clocks are set at once.
SET = [
    seed for seed in range(1, 60) if any(fault.kind == "step-clock" for fault in plan(seed, 180))
][:2]


@pytest.mark.parametrize("dark", [0.0, 0.3, 0.6])
def test_a_table_stands_dark_for_its_share_of_the_time(dark: float) -> None:
    shifts = Shifts(Random(1), dark)
    minutes = range(0, 20 * DAY_S, 60)
    share = sum(map(shifts.is_dark, minutes)) / len(minutes)
    assert share == pytest.approx(dark, abs=0.03)


def test_whoever_stays_is_never_away() -> None:
    shifts = Shifts(Random(1), 0.6)
    shifts.stay()
    assert not any(map(shifts.is_dark, range(0, DAY_S, 60)))


def test_a_machine_with_slack_serves_timers_together_and_never_early() -> None:
    for slack_s in SLACKS_S:
        timeline = Timeline("1", slack_s)
        for due in (0.0, 0.1, 1.0, 1.26, 7.999):
            served = timeline.leisurely(due)
            assert due <= served < due + slack_s
            assert served % slack_s == 0
    assert Timeline("1").leisurely(1.26) == 1.26


def test_some_machines_wake_at_once_and_most_when_it_suits_them() -> None:
    manners = [manner_of(seed) for seed in range(200)]
    eager = sum(not manner.is_lazy for manner in manners)
    assert 10 <= eager <= 60
    assert {manner.slack_s for manner in manners} == {0.0, *SLACKS_S}


def test_a_short_run_meets_its_faults_too() -> None:
    counts = [len(plan(seed, 600)) for seed in range(50)]
    assert min(counts) >= FEWEST // 4


@pytest.mark.parametrize("machine", [True, False])
def test_a_run_does_not_depend_on_the_clock_and_the_disk_of_the_machine(machine: bool) -> None:
    whole, full = Room(10**12, 10**12), Room(0, 10**12)
    with (
        patch("controller.daemon.surroundings.is_synchronised", lambda: machine),
        patch("controller.daemon.provenance.is_synchronised", lambda: machine),
        patch("controller.daemon.disk._room", lambda _folder: whole if machine else full),
    ):
        digests = {run_storm(seed, 0.05).digest for seed in SET}
    assert digests == {run_storm(seed, 0.05).digest for seed in SET}
