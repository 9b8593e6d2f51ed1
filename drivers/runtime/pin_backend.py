"""Which library moves the pins: the table file names it, or what is installed decides."""

import os
import sys
from importlib.metadata import PackageNotFoundError, version
from importlib.util import find_spec
from pathlib import Path
from typing import Final

from config.device import Backend
from controller.facts.failure import OperatorError

DEVICES: Final = Path("/dev")
# In the order of choice: Raspberry Pi OS maintains lgpio for its own boards.
REMEDIES: Final = {
    "lgpio": "install python3-lgpio and let the virtual environment see it, or use backend gpiod",
    "gpiod": "run pip install 'underfelt[pi]'",
}


class PinError(OperatorError):
    """Pins cannot be used as the table file says."""


def chosen_backend(named: Backend | None) -> str:
    """The library that the table file's backend means; refused when it is not installed."""
    if named is None:
        return _installed_library()
    if named in REMEDIES and find_spec(named) is None:
        raise PinError(f"backend {named}: not installed; {REMEDIES[named]}")
    return named


def describe_backend(named: Backend | None) -> str:
    """What moves the pins here, in one line; refused when nothing can."""
    library = chosen_backend(named)
    if library == "gpiod":
        # Only here, for gpiod may be absent.
        from drivers.runtime.gpio_chip import find_chip

        chip = find_chip()
        return f"{_with_version(library)} on {chip.name} {chip.label}"
    chip_files()
    return f"{_with_version(library)}{_origin(library)}"


def chip_files() -> list[Path]:
    """The GPIO chips of this machine; refused when there is none, or one may not be opened."""
    # A Pi 5 has a chip under a second name for old programs: a link.
    files = sorted(path for path in DEVICES.glob("gpiochip*") if not path.is_symlink())
    if not files:
        raise PinError(f"no {DEVICES}/gpiochip0; run on a machine with pins, such as a Pi")
    for file in files:
        if not os.access(file, os.R_OK | os.W_OK, effective_ids=True):
            remedy = "install the udev rules and let this user join group gpio"
            raise PinError(f"{file}: no permission; {remedy}")
    return files


def _installed_library() -> str:
    for library in REMEDIES:
        if find_spec(library) is not None:
            return library
    raise PinError(f"neither lgpio nor gpiod is installed; {REMEDIES['gpiod']}")


def _with_version(library: str) -> str:
    try:
        return f"{library} {version(library)}"
    except PackageNotFoundError:
        # A distribution's package need not say its version to Python.
        return library


def _origin(library: str) -> str:
    spec = find_spec(library)
    # The installer links the distribution's into our environment.
    is_ours = spec is not None and Path(spec.origin or "").resolve().is_relative_to(sys.prefix)
    return "" if is_ours else " from the distribution"
