"""A campaign: many seeds on many cores, with a total that outlives the program."""

import os
import time
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from multiprocessing import get_context
from pathlib import Path

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from controller.facts.failure import OperatorError
from controller.storm.sometimes import missed
from controller.storm.storm import Outcome, run_storm

HOUR_S = 3600.0


class Total(BaseModel):
    """What a campaign has played so far: seeds from `first` up to `following`, without a hole."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    first: int
    following: int
    hours: float = 0.0
    # Of them, hours in which processes would only have beaten: no clock ran.
    leapt: float = 0.0
    rounds: int = 0
    rows: int = 0
    faults: int = 0
    cpu_s: float = 0.0
    trace: str = ""
    seen: dict[str, int] = Field(default_factory=dict)

    @property
    def missed(self) -> tuple[str, ...]:
        """The facts that no run met."""
        return missed(self.seen)

    @property
    def pace(self) -> float:
        """Table-hours a minute of one core."""
        return self.hours / (self.cpu_s / 60) if self.cpu_s else 0.0

    def with_run(self, outcome: Outcome, cpu_s: float) -> "Total":
        """One seed more."""
        return Total(
            first=self.first,
            following=outcome.seed + 1,
            hours=self.hours + outcome.at / HOUR_S,
            leapt=self.leapt + outcome.leapt_s / HOUR_S,
            rounds=self.rounds + outcome.rounds,
            rows=self.rows + outcome.rows,
            faults=self.faults + len(outcome.faults),
            cpu_s=self.cpu_s + cpu_s,
            trace=outcome.digest,
            seen=dict(sorted((Counter(self.seen) + outcome.seen).items())),
        )


def resumed(file: Path, first: int) -> Total:
    """The total in a file, or a new one from this seed on."""
    if not file.exists():
        return Total(first=first, following=first)
    try:
        return Total.model_validate_json(file.read_bytes())
    except (OSError, ValidationError) as error:
        text = f"{file}: not the total of a campaign; name another file or remove it"
        raise OperatorError(text) from error


def kept(total: Total, file: Path) -> None:
    """Write the total down; a stop between two seeds loses none of them."""
    beside = file.with_name(file.name + ".new")
    beside.write_text(total.model_dump_json(indent=1))
    beside.replace(file)


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
