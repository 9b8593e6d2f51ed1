"""What wrote a record, and by which clock: digests of program, models and settings."""

import ctypes
import hashlib
import os
from collections.abc import Callable
from functools import cache
from importlib.metadata import PackageNotFoundError, version
from importlib.util import find_spec
from pathlib import Path
from typing import Final

from controller.facts.events import ClockStepped, DaemonStarted

# Between two looks the two clocks part by microseconds; people and time servers step by more.
STEP_MS: Final = 500
PACKAGES: Final = ("controller", "drivers", "vision", "config")
PROGRAM: Final = frozenset({".py", ".toml", ".js", ".html", ".css"})
MODELS: Final = frozenset({".onnx"})
BOOT_ID: Final = Path("/proc/sys/kernel/random/boot_id")
_NOT_SYNCHRONISED: Final = 5


def started(settings: Path, wall_ms: int, monotonic_ms: int) -> DaemonStarted:
    """The event of a start: the program, its models, the table file, and the clock."""
    return DaemonStarted(
        version=program_version(),
        program=digest_of(PROGRAM),
        models=digest_of(MODELS),
        settings=hashlib.sha256(settings.read_bytes()).hexdigest(),
        boot=_boot_id(),
        wall_ms=wall_ms,
        monotonic_ms=monotonic_ms,
        is_synchronised=is_synchronised(),
    )


def is_synchronised() -> bool:
    """Tell whether the kernel takes its clock for synchronised."""
    try:
        state = ctypes.CDLL(None, use_errno=True).adjtimex(ctypes.create_string_buffer(512))
    except (OSError, AttributeError):
        return False
    return 0 <= int(state) < _NOT_SYNCHRONISED


class ClockWatch:
    """Compares the wall clock with the one nobody can set."""

    def __init__(
        self,
        wall_ms: int,
        monotonic_ms: int,
        ask: Callable[[], bool] = is_synchronised,
    ) -> None:
        self._offset_ms = wall_ms - monotonic_ms
        self._ask = ask

    def step(self, wall_ms: int, monotonic_ms: int) -> ClockStepped | None:
        """The event of a step since the last look; what a time server slews is followed."""
        offset_ms = wall_ms - monotonic_ms
        by_ms, self._offset_ms = offset_ms - self._offset_ms, offset_ms
        if abs(by_ms) < STEP_MS:
            return None
        return ClockStepped(by_ms=by_ms, monotonic_ms=monotonic_ms, is_synchronised=self._ask())


@cache
def digest_of(endings: frozenset[str]) -> str:
    """One digest of all our files with these endings, by name and content."""
    digest = hashlib.sha256()
    for name, file in _files():
        if name.endswith(tuple(endings)):
            content = hashlib.sha256(Path(file).read_bytes()).hexdigest()
            digest.update(f"{content}  {name}\n".encode())
    return digest.hexdigest()


@cache
def _files() -> list[tuple[str, str]]:
    """All our files, name and place, in order; as text, for a start walks through thousands."""
    found = []
    for package in PACKAGES:
        spec = find_spec(package)
        for place in (spec and spec.submodule_search_locations) or ():
            for folder, _, names in os.walk(place):
                inside = package + folder.removeprefix(place)
                found += [(f"{inside}/{name}", f"{folder}/{name}") for name in names]
    return sorted(found)


def program_version() -> str:
    """The version that is installed."""
    try:
        return version("underfelt")
    except PackageNotFoundError:
        return "unknown"


def _boot_id() -> str:
    return BOOT_ID.read_text().strip() if BOOT_ID.exists() else "unknown"
