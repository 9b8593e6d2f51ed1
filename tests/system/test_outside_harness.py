"""A whole table, disturbed from outside, against what its devices truly did."""

import random
import time
from collections import Counter
from pathlib import Path

import pytest

from controller.facts.events import DeviceConnected, WagerPlaced
from controller.record.row import Row, event_text
from drivers.emulate.client import ask_emulator
from drivers.emulate.emulators import CONTROL_SOCKET
from drivers.emulate.keys import key_of
from tests.system.campaign import Outcome, endure, report
from tests.system.disturbances import (
    PATIENCE_S,
    Cause,
    Trouble,
    full_disk,
    kill,
    kill_supervisor,
    slow_disk,
    stall,
    starve,
    unplug,
)
from tests.system.disturbed_table import LATE_WAGER, DisturbedTable
from tests.system.play import Play
from tests.system.processes import TableOnTrial, short_folder, until
from tests.system.processor import longest_wait_s
from tests.system.truth import LEAST_DRIVER_BOOT, compare
from tests.system.wanted import Wanted

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


def test_a_wager_after_betting_ended_waits_for_the_floor_and_the_table_is_not_stuck() -> None:
    with short_folder() as folder:
        table = TableOnTrial(Path(folder), "baccarat")
        try:
            disturbed = DisturbedTable(table, pace=5)
            until(lambda: bet_too_late(table), "a wager after the close")
            assert disturbed.plays_on(time.time(), PATIENCE_S) is not None
        finally:
            table.close()


def bet_too_late(table: TableOnTrial) -> bool:
    """Press for a wager while a round is dealt; whether the table waits for the floor."""
    board = table.wait_for_board()
    if board.hold is None and board.wagers and not board.bets_open:
        key, _ = key_of(WagerPlaced(seat=3))
        ask_emulator(table.run / CONTROL_SOCKET, "pad-1", "press", key=key)
    return board.hold is not None and board.hold.name == LATE_WAGER


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


def test_a_device_that_came_back_and_did_nothing_yet_has_lost_its_power_too() -> None:
    back = DeviceConnected(device="shoe-1", device_kind="shoe", boot=8)
    connected = (3, "shoe-1", LEAST_DRIVER_BOOT + 1, 1, event_text(back))
    compared = compare(TRUTH, [*ROWS[:2], connected])
    assert compared.is_clean
    assert compared.lost_with_power == (("shoe-1", 7, 3),)


KINDS = {"shoe-1": "shoe", "pad-1": "entry-pad", "lamps-1": "lamps"}
HELD = '{"kind":"table_held","name":"device-lost"}'
RELEASED = '{"kind":"hold_released","name":"device-lost"}'
AWAY = '{"kind":"device_state_changed","device":"pad-1","state":"unavailable"}'
BACK = '{"kind":"device_state_changed","device":"pad-1","state":"ready"}'


def played(*told: tuple[str, str | int]) -> Play:
    """A record of moves by a device's boot and of decisions, a row a second."""
    play = Play(KINDS)
    for at, (source, what) in enumerate(told, 1):
        if isinstance(what, int):
            row = Row(at, at * 1000, source, what, at, "event", b"{}", b"")
        else:
            row = Row(at, at * 1000, source, None, None, "decision", what.encode(), b"")
        play.follow([row])
    return play


def test_a_table_plays_from_the_first_act_of_a_device_however_late_somebody_looks() -> None:
    play = played(("shoe-1", 7), ("shoe-1", 7), ("pad-1", 8))
    assert (play.first_after(0.5), play.first_after(1.0), play.first_after(3.0)) == (1.0, 2.0, None)


@pytest.mark.parametrize(("begins", "ends"), [(HELD, RELEASED), (AWAY, BACK)])
def test_what_comes_while_a_table_waits_is_no_play(begins: str, ends: str) -> None:
    play = played(("daemon", begins), ("shoe-1", 7), ("daemon", ends), ("shoe-1", 7))
    assert play.first_after(0.0) == 4.0


def test_neither_lamps_nor_a_drivers_own_notices_are_play() -> None:
    play = played(("lamps-1", 7), ("shoe-1", LEAST_DRIVER_BOOT + 1), ("shoe-1", 7))
    assert play.first_after(0.0) == 3.0


def test_a_thread_that_waited_for_a_processor_is_told_by_the_longest_wait() -> None:
    before = {(1, 1): 5_000_000_000, (1, 2): 0}
    after = {(1, 1): 5_500_000_000, (1, 2): 2_000_000_000, (3, 3): 250_000_000}
    assert longest_wait_s(before, after) == 2.0


def test_what_a_thread_waited_for_a_processor_is_not_the_tables_doing() -> None:
    starved, slow = Trouble("kill", "daemon", 1.5, 3.0, 2.5), Trouble("kill", "daemon", 1.5, 3.0)
    outcome = Outcome("pan9", 3, 1.0, 4, (starved, slow), compare(TRUTH, ROWS), ())
    assert outcome.late == [starved, slow]
    assert outcome.stuck == [slow]


def test_an_outcome_is_read_back_as_it_was_written() -> None:
    compared = compare(TRUTH, ROWS)
    trouble = Trouble("kill", "daemon", 1.5, None, 0.25, 12.0)
    outcome = Outcome("pan9", 3, 1.0, 4, (trouble,), compared, ("disk-low",))
    again = Outcome.of(outcome.json())
    assert (again.stuck, again.json()) == ([trouble], outcome.json())
    assert "kill 2" in report([again, outcome])


def test_a_campaign_draws_what_is_lacking_until_there_was_enough() -> None:
    wanted, chance = Wanted({kill: 100, stall: 30}, [unplug]), random.Random(1)
    drawn: Counter[str] = Counter()
    while cause := wanted.next(chance):
        drawn[cause.__name__] += 1
        wanted.note(Trouble(cause.__name__, "daemon", 1.0, 0.1))
    assert (drawn["kill"], drawn["stall"]) == (100, 30)
    assert drawn["unplug"] > 0


def test_what_earlier_sittings_had_is_not_wanted_again() -> None:
    wanted = Wanted({kill: 2, stall: 1}, [])
    for kind in ("kill", "kill", "unplug"):
        wanted.note(Trouble(kind, "daemon", 1.0, 0.1))
    assert wanted.left == {kill: 0, stall: 1}
    assert wanted.next(random.Random(1)) is stall
