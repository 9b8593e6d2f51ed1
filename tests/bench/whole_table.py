"""A whole emulated table at rest: the memory of each of its processes, and all their CPU."""

import time
from pathlib import Path

from tests.bench.driver_process import cpu_s, resident_mb
from tests.bench.figures import Figure, say
from tests.system.processes import TableOnTrial, parts_under, short_folder, until

IDLE_S = 60.0
SETTLED_S = 10.0
MOST_MB, MOST_PERCENT = 350, 5
PARTS = (
    "daemon",
    "emulate",
    "scoreboard",
    "desk",
    "driver shoe-1",
    "driver pad-1",
    "driver lamps-1",
)


def measure() -> list[Figure]:
    """Everything that `underfelt run` starts, while nobody plays."""
    with short_folder() as folder:
        table = TableOnTrial(Path(folder), "baccarat")
        try:
            run = table.start_run("--no-dealer")
            table.wait_for_board()
            parts = until(lambda: _all_of(run.pid), "every process")
            time.sleep(SETTLED_S)
            return _figures({"supervisor": run.pid, **parts})
        finally:
            table.close()


def _all_of(supervisor: int) -> dict[str, int] | None:
    found = parts_under(supervisor)
    return found if set(PARTS) <= set(found) else None


def _figures(parts: dict[str, int]) -> list[Figure]:
    say(f"whole table: memory of {len(parts)} processes, and CPU over {IDLE_S:.0f} idle seconds")
    before = sum(map(cpu_s, parts.values()))
    time.sleep(IDLE_S)
    share = (sum(map(cpu_s, parts.values())) - before) / IDLE_S * 100
    memory = sum(map(own_mb, parts.values()))
    each = [
        Figure(
            f"{name}, resident",
            f"{resident_mb(pid):.0f} MB",
            f"{own_mb(pid):.0f} own",
            None,
            "",
            None,
        )
        for name, pid in parts.items()
    ]
    limits = f"below {MOST_MB} MB", f"below {MOST_PERCENT} %"
    return [
        *each,
        Figure("table, memory", f"{memory:.0f} MB", "", None, limits[0], memory < MOST_MB),
        Figure(
            "table, idle CPU", f"{share:.2f} %", "one core", None, limits[1], share < MOST_PERCENT
        ),
    ]


def own_mb(pid: int) -> float:
    """A process's part of the memory: what several share is divided among them."""
    lines = Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith("Pss:")) / 1024
