"""Where candidates come from: the system's serial ports and keyboards, or a file in their place."""

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from pydantic import TypeAdapter, ValidationError

from controller.facts.failure import OperatorError
from drivers.runtime.candidate import Candidate
from drivers.runtime.port import list_candidates

# Pseudo-terminals are in no list of the system, so an emulated rig or a test writes its own.
PORTS_VARIABLE: Final = "UNDERFELT_PORTS"
INPUT_FOLDER: Final = Path("/sys/class/input")
USB_BUS: Final = "0003"

_CANDIDATES: Final = TypeAdapter(tuple[Candidate, ...])


class PortsFileError(OperatorError):
    """The file that stands for the list of ports cannot be used."""


def candidates(environ: Mapping[str, str] = os.environ) -> tuple[Candidate, ...]:
    """Every port there is now: serial ports, then USB keyboards (scanners)."""
    given = environ.get(PORTS_VARIABLE)
    if given is None:
        return *list_candidates(), *input_candidates()
    return read_candidates(Path(given))


def changed_at(environ: Mapping[str, str] = os.environ) -> int:
    """A number that changes when ports come or go; cheap enough to look at all the time."""
    folders = [environ[PORTS_VARIABLE]] if PORTS_VARIABLE in environ else ["/dev", "/dev/input"]
    return sum(_changed_ns(Path(folder)) for folder in folders)


def read_candidates(file: Path) -> tuple[Candidate, ...]:
    """Candidates from a JSON file: a list of objects with path, vendor, product, …"""
    try:
        return _CANDIDATES.validate_json(file.read_bytes())
    except OSError as error:
        text = f"{PORTS_VARIABLE} names {file}: {error.strerror}"
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        place = ".".join(map(str, first["loc"]))
        text = f"{PORTS_VARIABLE} names {file}: {place}: {first['msg']}"
    raise PortsFileError(f"{text}; correct the file or unset {PORTS_VARIABLE}")


def input_candidates(folder: Path = INPUT_FOLDER) -> tuple[Candidate, ...]:
    """USB input devices, where a barcode scanner that types appears."""
    found = []
    for entry in sorted(folder.glob("event*")):
        device = entry / "device"
        if _word(device / "id" / "bustype") == USB_BUS:
            found.append(
                Candidate(
                    path=f"/dev/input/{entry.name}",
                    vendor=_word(device / "id" / "vendor"),
                    product=_word(device / "id" / "product"),
                    serial=_word(device / "uniq"),
                    location=_word(device / "phys"),
                    description=_word(device / "name"),
                )
            )
    return tuple(found)


def _word(file: Path) -> str:
    try:
        return file.read_text(errors="replace").strip()
    except OSError:
        return ""


def _changed_ns(path: Path) -> int:
    try:
        return path.stat().st_mtime_ns
    except OSError:
        return 0
