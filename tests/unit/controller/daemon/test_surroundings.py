"""Disk and clock under the record: how they are, and what has changed."""

from pathlib import Path

from controller.daemon.surroundings import CLOCK_LOOKED_AT_EVERY_S, Surroundings, one_moment
from controller.facts.events import ClockStepped


def test_a_clock_that_was_set_is_an_event(tmp_path: Path) -> None:
    around = Surroundings(tmp_path, wall_ms=0, steady_s=0)
    assert list(around.look(wall_ms=1000, steady_s=1)) == []
    (event,) = around.look(wall_ms=9000, steady_s=2)
    assert isinstance(event, ClockStepped)
    assert event.by_ms == 7000


def test_a_process_held_up_between_both_clocks_sees_no_step(tmp_path: Path) -> None:
    # The wall clock is read, then nothing runs for most of a second.
    steady, wall = iter([5.0, 5.8, 5.8, 5.8]), iter([5000, 5800])
    around = Surroundings(tmp_path, wall_ms=0, steady_s=0)
    assert list(around.look(*one_moment(lambda: next(wall), lambda: next(steady)))) == []


def test_the_clock_is_asked_now_and_then_whether_it_is_synchronised(tmp_path: Path) -> None:
    answers = iter([False, True])
    around = Surroundings(tmp_path, 0, 0, lambda: next(answers))
    seen = []
    for steady_s in (0, 1, CLOCK_LOOKED_AT_EVERY_S):
        list(around.look(int(steady_s * 1000), steady_s))
        seen.append(around.is_synchronised)
    assert seen == [False, False, True]
    assert 0 <= around.disk_percent <= 100
