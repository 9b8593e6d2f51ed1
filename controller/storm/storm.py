"""One run of the storm: a seed in, what was seen and the hash of its trace out."""

import logging
from collections import Counter
from collections.abc import Collection, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from controller.facts.events import EVENT, Event
from controller.storm.faults import Fault, plan
from controller.storm.processes import Parts
from controller.storm.promise import BrokenPromiseError
from controller.storm.table import StormTable
from drivers.runtime.stop_switch import StopSwitch

HOUR_S = 3600.0


@dataclass(frozen=True)
class Outcome:
    """What became of a run."""

    seed: int
    hours: float
    rounds: int
    rows: int
    steps: int
    digest: str
    faults: tuple[Fault, ...]
    seen: Counter[str] = field(default_factory=Counter)
    violation: BrokenPromiseError | None = None
    # The simulated second of the violation.
    at: float = 0.0
    # Of them, seconds in which processes would only have beaten: no clock ran.
    leapt_s: int = 0
    # A table that was asked for, instead of the seed's own.
    table: str = ""
    # What a run that broke a promise had recorded until then.
    events: tuple[Event, ...] = ()


def run_storm(
    seed: int,
    hours: float,
    only: Collection[int] | None = None,
    parts: Parts | None = None,
    table: str = "",
) -> Outcome:
    """Play a seed; `only` keeps some of its faults, by number."""
    faults = tuple(
        fault for fault in plan(seed, hours * HOUR_S) if only is None or fault.number in only
    )
    with _quiet(), _stop_switch() as stop:
        violation = None
        storm = StormTable(seed, parts or Parts(), stop, table)
        try:
            storm.play(faults, hours * HOUR_S)
            storm.converge()
        except BrokenPromiseError as broken:
            violation = broken
        storm.daemon.kill()
    line, watch = storm.timeline, storm.watch
    return Outcome(
        seed,
        hours,
        watch.rounds,
        watch.number,
        line.steps,
        line.digest(),
        faults,
        line.seen,
        violation,
        line.time,
        line.leapt_s,
        table,
        watch.events if violation else (),
    )


def shrunk(outcome: Outcome, parts: Parts | None = None) -> Outcome:
    """The same broken promise from as few faults as can be found by leaving some out."""
    best, size = outcome, max(1, len(outcome.faults) // 2)
    while best.faults:
        smaller = _without_some(best, size, parts)
        if smaller is not None:
            best = smaller
        elif size == 1:
            break
        else:
            size = max(1, size // 2)
    return best


def _without_some(best: Outcome, size: int, parts: Parts | None) -> Outcome | None:
    numbers = [fault.number for fault in best.faults if fault.at <= best.at]
    for first in range(0, len(numbers), size):
        kept = [*numbers[:first], *numbers[first + size :]]
        trial = run_storm(best.seed, best.hours, kept, parts, best.table)
        same = trial.violation and best.violation and trial.violation.name == best.violation.name
        if same and len(trial.faults) < len(best.faults):
            return trial
    return None


def command_of(outcome: Outcome) -> str:
    """The command that plays a run again."""
    only = ",".join(str(fault.number) for fault in outcome.faults) or "none"
    table = f" --table {outcome.table}" if outcome.table else ""
    return f"underfelt storm --seed {outcome.seed} --hours {outcome.hours:g}{table} --only {only}"


def write_events(outcome: Outcome, folder: Path) -> Path:
    """What was recorded until a promise broke, a line for each event, as `replay` reads it."""
    file = folder / f"storm-{outcome.seed}.jsonl"
    lines = [EVENT.dump_json(event) + b"\n" for event in outcome.events]
    file.write_bytes(b"".join(lines))
    return file


@contextmanager
def _stop_switch() -> Iterator[StopSwitch]:
    switch = StopSwitch()
    try:
        yield switch
    finally:
        switch.close()


@contextmanager
def _quiet() -> Iterator[None]:
    """What the parts log of their troubles is what the storm is made of."""
    before = logging.root.manager.disable
    logging.disable(logging.CRITICAL)
    try:
        yield
    finally:
        logging.disable(before)
