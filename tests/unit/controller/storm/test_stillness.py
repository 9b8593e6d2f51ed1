"""Time in which nothing but heartbeats would pass is passed over, and only that."""

import math
from collections.abc import Callable, Iterator

import pytest

from controller.storm.manner import manner_of
from controller.storm.processes import Parts
from controller.storm.stillness import is_still, seconds_to_bet
from controller.storm.storm import run_storm
from controller.storm.table import StormTable
from controller.storm.timeline import Timeline
from controller.storm.waking import Sleeper
from drivers.runtime.stop_switch import StopSwitch

# Without a betting timer.
TABLE = "pan9"
# With one.
TIMED = "baccarat"
LAZY = next(seed for seed in range(1, 99) if manner_of(seed).is_lazy)
EAGER = next(seed for seed in range(1, 99) if not manner_of(seed).is_lazy)
SHORT_H = 0.02


@pytest.fixture
def table() -> Iterator[StormTable]:
    stop = StopSwitch()
    yield StormTable(LAZY, Parts(), stop, TABLE)
    stop.close()


def play_until(table: StormTable, is_reached: Callable[[], bool]) -> None:
    for _ in range(20_000):
        if is_reached():
            return
        table.timeline.step()
    pytest.fail("never reached")


def test_a_leap_takes_whole_seconds_and_the_clocks_of_processes_stand() -> None:
    timeline, seen = Timeline("a"), list[float]()
    timeline.after(10.5, lambda: seen.append(timeline.time))
    assert timeline.still_s() == 10
    timeline.leap(10)
    timeline.step()
    assert seen == [10.5]
    assert timeline.now == 0.5


def test_a_timer_keeps_its_distance_to_the_clock_of_its_process() -> None:
    timeline, rung = Timeline("a"), list[tuple[float, float]]()
    Sleeper(timeline, lambda: rung.append((timeline.now, timeline.time))).sleep_until(0.75)
    timeline.after(5.0, lambda: None)
    timeline.leap(timeline.still_s() - 1)
    timeline.step()
    assert rung == [(0.75, 4.75)]


def test_nobody_leaps_while_somebody_is_about_to_be_woken() -> None:
    timeline = Timeline("a")
    sleeper = Sleeper(timeline, lambda: None)
    timeline.after(9.0, lambda: None)
    sleeper.wake_at(3.0)
    assert timeline.still_s() == 0
    timeline.step()
    assert timeline.still_s() == 6


def test_a_table_stands_still_between_two_acts_and_not_while_one_is_under_way(
    table: StormTable,
) -> None:
    play_until(table, lambda: is_still(table))
    table.equipment.pad.press("floor")
    assert not is_still(table)


@pytest.mark.parametrize("trouble", ["stopped", "killed", "pulled", "lossy", "daemon"])
def test_a_table_in_trouble_does_not_stand_still(table: StormTable, trouble: str) -> None:
    play_until(table, lambda: is_still(table))
    driver = next(iter(table.drivers.values()))
    match trouble:
        case "stopped":
            driver.stop_for(30.0)
        case "killed":
            driver.kill()
        case "pulled":
            table.equipment.pad.unplug()
        case "lossy":
            table.bus.loss = 0.1
        case "daemon":
            table.daemon.kill()
    assert not is_still(table)


def test_a_machine_that_wakes_everybody_at_once_plays_every_second() -> None:
    assert run_storm(EAGER, SHORT_H, table=TABLE).leapt_s == 0
    leaping = run_storm(LAZY, SHORT_H, table=TABLE)
    assert 0 < leaping.leapt_s < leaping.at


def test_betting_ends_on_time_however_many_of_its_seconds_are_passed_over() -> None:
    stop = StopSwitch()
    table = StormTable(LAZY, Parts(), stop, TIMED)
    timeline = table.timeline
    play_until(table, lambda: seconds_to_bet(table) < math.inf)
    due, leapt_s = timeline.time + seconds_to_bet(table), timeline.leapt_s
    # The dealer looks away for as long as players bet.
    table.people._turn = lambda: None  # type: ignore[method-assign]
    timeline.after(60.0, lambda: None)
    ended = []
    for moment in (due - 1.0, due + 1.0):
        table.play([], moment)
        ended.append(timeline.seen["event:timer_ended"])
    assert ended == [0, 1]
    assert timeline.leapt_s > leapt_s
    stop.close()
