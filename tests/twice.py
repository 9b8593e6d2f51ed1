"""Run the tests, then what failed once more, alone: what fails only beside others is a race."""

import json
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Final

FAILED, BROKEN = 1, 3
# More than this is not a race but a broken tree or machine: a second run would only take time.
MOST_RACES: Final = 20
MEMORY: Final = Path(".pytest_cache/v/cache/lastfailed")


def main(arguments: Sequence[str], memory: Path = MEMORY) -> int:
    """Run pytest, then what failed; both verdicts are printed last, and the worse cause decides."""
    memory.unlink(missing_ok=True)
    first = _pytest(arguments)
    failed = _remembered(memory)
    if first != FAILED or not failed:
        return first
    if len(failed) > MOST_RACES:
        print(f"{len(failed)} tests failed: too many for a race, so they are not run once more")
        return first
    print(f"Running what failed once more, one test at a time: {len(failed)}")
    # Native traceback lines: pytest's own can break inside a browser's greenlet on Python 3.11.
    second = _pytest([*_alone(arguments), "--last-failed", "--tb=native"])
    return _verdict(failed, _remembered(memory), second)


def _verdict(first: Sequence[str], again: Sequence[str], status: int) -> int:
    if status not in (0, FAILED):
        print(f"The second run broke off with status {status}: the first verdict stands")
        again = first
    for name in first:
        print(f"{'FAILED TWICE' if name in again else 'FAILED, passed alone'}: {name}")
    print(f"First run: {len(first)} failed. Alone: {len(again)} of them failed.")
    return 0 if status == 0 else FAILED


def _alone(arguments: Sequence[str]) -> list[str]:
    """The same choice of tests in one process: without workers and their distribution."""
    kept = list(arguments)
    for option in ("-n", "--dist"):
        if option in kept:
            place = kept.index(option)
            del kept[place : place + 2]
    return kept


def _pytest(arguments: Sequence[str]) -> int:
    status = subprocess.run([sys.executable, "-m", "pytest", *arguments]).returncode
    return status if status >= 0 else BROKEN


def _remembered(memory: Path) -> list[str]:
    if not memory.exists():
        return []
    return sorted(json.loads(memory.read_text(encoding="utf-8")))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
