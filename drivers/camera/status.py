"""Why a camera is away, told by its process to its driver; and a port that says so."""

import contextlib
from collections.abc import Callable
from pathlib import Path
from typing import Final

from pydantic import TypeAdapter, ValidationError

from controller.facts.phrase import Reason, phrase
from drivers.camera.exhibits import digest_of
from drivers.runtime.place import FixedPlace
from drivers.runtime.port import Port, PortError

SUFFIX: Final = ".status"

_REASON: Final[TypeAdapter[Reason]] = TypeAdapter(Reason)


def status_file(device_path: Path) -> Path:
    """Where the process of a camera writes what is wrong with it."""
    return device_path.with_name(device_path.name + SUFFIX)


def write_status(device_path: Path, problem: Reason) -> None:
    """Say what is wrong with the camera; empty when nothing is."""
    file = status_file(device_path)
    fresh = file.with_name(f".{file.name}.new")
    with contextlib.suppress(OSError):
        file.parent.mkdir(parents=True, exist_ok=True)
        fresh.write_bytes(_REASON.dump_json(problem))
        fresh.replace(file)


def read_status(device_path: Path) -> Reason:
    """What the process of the camera said last; empty when nothing is wrong, or it never ran."""
    try:
        return _REASON.validate_json(status_file(device_path).read_bytes())
    except (OSError, ValidationError):
        return ""


class CameraPlace(FixedPlace):
    """The camera device's line; while it is away, the camera's own reason."""

    def __init__(self, device: str, path: Path) -> None:
        super().__init__(path)
        self._device = device
        self._line = path

    def find(self) -> Path:
        """The path, or why there is none."""
        if not self._line.exists():
            raise PortError("missing", self._reason())
        return self._line

    def open_port(self, path: Path, baud: int) -> "CameraPort":
        """Open the line; a loss then carries the camera's own reason."""
        return CameraPort(path, baud, self._reason)

    def digest_of(self, boot: int, sequence: int) -> str | None:
        """The digest of the pictures the camera kept of an event."""
        return digest_of(self._line, boot, sequence)

    def _reason(self) -> Reason:
        return read_status(self._line) or phrase("lost-camera-process", device=self._device)


class CameraPort(Port):
    """The line to a camera device."""

    def __init__(self, path: Path, baud: int, reason: Callable[[], Reason]) -> None:
        super().__init__(path, baud)
        self._reason = reason

    def _lost(self) -> PortError:
        return PortError("lost", self._reason())
