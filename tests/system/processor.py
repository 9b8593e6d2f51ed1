"""How long processes waited for a processor that others had, by the scheduler's own account."""

from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path

# Nanoseconds that each thread was ready to run and did not.
Waits = dict[tuple[int, int], int]


def waits_of(pids: Iterable[int]) -> Waits:
    """The account of every thread of some processes."""
    found: Waits = {}
    for pid in pids:
        with suppress(OSError):
            for task in Path(f"/proc/{pid}/task").iterdir():
                _ran, waited, _slices = (task / "schedstat").read_text().split()
                found[pid, int(task.name)] = int(waited)
    return found


def longest_wait_s(before: Waits, after: Waits) -> float:
    """What the thread that waited most has waited since; a new thread, since its start."""
    waited = (now - before.get(thread, 0) for thread, now in after.items())
    return max(waited, default=0) / 1e9


def pressure() -> float | None:
    """Percent of the last ten seconds in which somebody waited for a processor (PSI)."""
    try:
        [some, *_] = Path("/proc/pressure/cpu").read_text().splitlines()
    except OSError:
        return None
    return float(some.split()[1].partition("=")[2])
