"""A campaign: many seeds on many cores."""

import os
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from multiprocessing import get_context

from controller.storm.storm import Outcome, run_storm
from controller.storm.total import Total


def campaign(
    total: Total,
    seeds: int,
    play: Callable[[int], Outcome],
    jobs: int,
    keep: Callable[[Total], None],
) -> tuple[Total, Outcome | None]:
    """Play the next seeds; ends with the first that breaks a promise."""
    work = partial(_timed, play)
    with _runs(work, range(total.following, total.following + seeds), jobs) as runs:
        for outcome, cpu_s in runs:
            if outcome.violation is not None:
                return total, outcome
            total = total.with_run(outcome, cpu_s)
            keep(total)
    return total, None


def play_of(hours: float, table: str) -> Callable[[int], Outcome]:
    """How a campaign plays each seed."""
    return partial(_play, hours=hours, table=table)


def _play(seed: int, hours: float, table: str) -> Outcome:
    return run_storm(seed, hours, table=table)


def _timed(play: Callable[[int], Outcome], seed: int) -> tuple[Outcome, float]:
    began = time.process_time()
    outcome = play(seed)
    # The record of a run that went well is of no use to anybody.
    light = outcome if outcome.violation else replace(outcome, events=())
    return light, time.process_time() - began


@contextmanager
def _runs(
    work: Callable[[int], tuple[Outcome, float]], seeds: range, jobs: int
) -> Iterator[Iterator[tuple[Outcome, float]]]:
    """The runs in the order of their seeds, however many cores play them."""
    if jobs == 1:
        yield map(work, seeds)
        return
    with ProcessPoolExecutor(jobs, mp_context=get_context("spawn")) as processes:
        yield _in_turn(processes, work, seeds, 2 * jobs)
        processes.shutdown(cancel_futures=True)


def _in_turn(
    processes: ProcessPoolExecutor,
    work: Callable[[int], tuple[Outcome, float]],
    seeds: range,
    ahead: int,
) -> Iterator[tuple[Outcome, float]]:
    waiting: list[Future[tuple[Outcome, float]]] = []
    for seed in seeds:
        waiting.append(processes.submit(work, seed))
        if len(waiting) > ahead:
            yield waiting.pop(0).result()
    for run in waiting:
        yield run.result()


def all_cores() -> int:
    """As many jobs as the machine has cores."""
    return os.cpu_count() or 1
