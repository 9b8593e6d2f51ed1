"""Causes of trouble from outside: each begins, lasts a while, and ends at a known moment."""

import os
import random
import resource
import shutil
import signal
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import NamedTuple

from tests.system.disturbed_table import DisturbedTable
from tests.system.processes import until
from tests.system.processor import longest_wait_s, pressure, waits_of

# How long a table may take for its next move once the cause is gone, by the clock of the record.
LONGEST_STUCK_S = 2.0
PATIENCE_S = 30.0
SLOW_SYNC_S = 4.6


class Trouble(NamedTuple):
    """One disturbance: its kind, whom it met, when it ended, and how long until play went on."""

    kind: str
    whom: str
    lasted_s: float
    # From the end of the cause; None: not within all patience.
    stuck_s: float | None
    # Since the cause ended: how long the one thread of the table that waited most for a processor
    # did so, and how many percent of the last ten seconds somebody of the machine waited.
    waited_s: float = 0.0
    pressure: float | None = None

    @property
    def own_s(self) -> float | None:
        """How long it was stuck, less what one thread waited; waits of several are not added up."""
        return None if self.stuck_s is None else max(0.0, self.stuck_s - self.waited_s)


Cause = Callable[[DisturbedTable, random.Random], tuple[str, float]]


def kill(table: DisturbedTable, chance: random.Random) -> tuple[str, float]:
    """Kill one process; the cause ends when the one in its place is at work."""
    part = chance.choice(until(table.killable, "a part that may be killed"))
    return part, table.kill(part)


def kill_supervisor(table: DisturbedTable, _chance: random.Random) -> tuple[str, float]:
    """Kill `underfelt run`: nothing may stay behind, and the next one plays on."""
    return "supervisor", table.kill_supervisor()


def stall(
    table: DisturbedTable, chance: random.Random, longest_s: float = 60.0
) -> tuple[str, float]:
    """Let one process, or all, stand still for 1 s to a minute; short ones more often."""
    everybody = [*table.parts]
    parts = chance.choice([[part] for part in everybody] + [everybody])
    with table.stopped(parts):
        time.sleep(longest_s ** chance.random())
    return "everybody" if parts == everybody else parts[0], time.time()


def starve(table: DisturbedTable, chance: random.Random) -> tuple[str, float]:
    """Give the daemon or a driver a tenth of the time it wants."""
    part = chance.choice(["daemon", *table.drivers])
    for _ in range(20):
        with table.stopped([part]):
            time.sleep(0.09)
        time.sleep(0.01)
    return part, time.time()


def unplug(table: DisturbedTable, chance: random.Random) -> tuple[str, float]:
    """Pull a cable for a moment."""
    device = chance.choice(list(table.kinds))
    with table.unplugged(device):
        time.sleep(chance.uniform(0.2, 4.0))
    return device, time.time()


def full_disk(table: DisturbedTable, chance: random.Random) -> tuple[str, float]:
    """The file system has no byte left; where nobody may mount one, no file can grow."""
    if table.disk is not None:
        table.disk.fill()
        time.sleep(chance.uniform(0.5, 5.0))
        table.disk.free()
        return "file system", time.time()
    pid = table.pid("daemon")
    size = (table.table.state / "journal.sqlite-wal").stat().st_size
    limited = (size, resource.RLIM_INFINITY)
    resource.prlimit(pid, resource.RLIMIT_FSIZE, limited)
    time.sleep(chance.uniform(0.5, 5.0))
    unlimited = (resource.RLIM_INFINITY, resource.RLIM_INFINITY)
    resource.prlimit(pid, resource.RLIMIT_FSIZE, unlimited)
    return "disk", time.time()


def slow_disk(table: DisturbedTable, _chance: random.Random) -> tuple[str, float]:
    """Every write to the disk takes longer than a driver's silence may."""
    with _slow_sync(table.pid("daemon")):
        time.sleep(SLOW_SYNC_S + 1.0)
    return "disk", time.time()


@contextmanager
def _slow_sync(pid: int) -> Iterator[None]:
    """Delay the daemon's next sync by strace; where there is none, stop the daemon instead."""
    if can_delay_syncs():
        delay = f"inject=fdatasync,fsync:delay_enter={int(SLOW_SYNC_S * 1e6)}:when=1"
        command = ["strace", "-f", "-qq", "-o", "/dev/null", "-p", str(pid)]
        tracing = subprocess.Popen([*command, "-e", "trace=fdatasync,fsync", "-e", delay])
        yield
        tracing.send_signal(signal.SIGINT)
        tracing.wait(PATIENCE_S)
    else:
        os.kill(pid, signal.SIGSTOP)
        yield
        os.kill(pid, signal.SIGCONT)


def can_delay_syncs() -> bool:
    """Whether system calls of another process can be delayed here."""
    return shutil.which("strace") is not None and os.geteuid() == 0


def disturb(table: DisturbedTable, cause: Cause, chance: random.Random) -> Trouble:
    """Bring trouble about, wait until it is over, and measure until the table plays on."""
    began = time.time()
    whom, ended = cause(table, chance)
    waits = waits_of(table.pids)
    stuck = table.plays_on(ended, PATIENCE_S)
    waited = longest_wait_s(waits, waits_of(table.pids))
    return Trouble(cause.__name__, whom, ended - began, stuck, waited, pressure())
