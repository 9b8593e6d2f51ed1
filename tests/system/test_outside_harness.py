"""A whole table, disturbed from outside, against what its devices truly did."""

import pytest

from tests.system.campaign import endure
from tests.system.disturbances import (
    Cause,
    full_disk,
    kill,
    kill_supervisor,
    slow_disk,
    stall,
    starve,
    unplug,
)
from tests.system.truth import LEAST_DRIVER_BOOT, compare

SHORT: tuple[Cause, ...] = (kill, unplug, full_disk)
REST: tuple[Cause, ...] = (slow_disk, starve, stall, kill_supervisor, kill)


@pytest.mark.parametrize("causes", [SHORT, pytest.param(REST, marks=pytest.mark.long)])
def test_a_disturbed_table_records_what_its_devices_did_and_plays_on(
    causes: tuple[Cause, ...],
) -> None:
    outcome = endure("baccarat", 5, causes)
    assert outcome.compared.is_clean, outcome.compared
    assert outcome.compared.true > 0
    assert [trouble for trouble in outcome.troubles if trouble.stuck_s is None] == []


TRUTH = {("shoe-1", 7, number): b"card %d" % number for number in (1, 2, 3)}
ROWS = [(number, "shoe-1", 7, number, b"card %d" % number) for number in (1, 2, 3)]


def test_a_record_that_holds_the_truth_is_clean() -> None:
    noticed_by_driver = (4, "shoe-1", LEAST_DRIVER_BOOT + 1, 1, b"connected")
    compared = compare(TRUTH, [*ROWS, noticed_by_driver])
    assert compared.is_clean
    assert (compared.true, compared.equal) == (3, 3)


def test_every_way_to_differ_from_the_truth_has_its_name() -> None:
    shoe = "shoe-1"
    assert compare(TRUTH, ROWS[:2]).lost == ((shoe, 7, 3),)
    assert compare(TRUTH, [*ROWS, ROWS[1]]).doubled == ((shoe, 7, 2),)
    assert compare(TRUTH, [ROWS[1], ROWS[0], ROWS[2]]).disordered == ((shoe, 7, 1),)
    assert compare(TRUTH, [*ROWS, (4, shoe, 7, 4, b"card 4")]).invented == ((shoe, 7, 4),)
    assert compare(TRUTH, [*ROWS[:2], (3, shoe, 7, 3, b"other")]).changed == ((shoe, 7, 3),)


def test_the_end_of_a_boot_is_lost_with_the_power_and_its_middle_is_not() -> None:
    truth = TRUTH | {("shoe-1", 8, 1): b"card 1"}
    again = (4, "shoe-1", 8, 1, b"card 1")
    ended_early = compare(truth, [ROWS[0], ROWS[1], again])
    assert ended_early.is_clean
    assert ended_early.lost_with_power == (("shoe-1", 7, 3),)
    assert compare(truth, [ROWS[0], ROWS[2], again]).lost == (("shoe-1", 7, 2),)
