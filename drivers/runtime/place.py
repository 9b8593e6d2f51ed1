"""Where a device's port is, and what an open one can do."""

import os
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Final, Protocol

DEVICES_FOLDER: Final = "devices"
# On a Pi the vision processes have a runtime directory of their own.
CAMERAS: Final = "UNDERFELT_CAMERAS"
# And find the sockets of the table's daemon in its own.
TABLES: Final = "UNDERFELT_TABLES"


class OpenPort(Protocol):
    """An open port that never blocks; errors are PortErrors."""

    @property
    def has_backlog(self) -> bool:
        """Whether bytes wait because the line is slower than we are."""

    def fileno(self) -> int:
        """The descriptor to wait on."""

    def read(self) -> bytes:
        """Whatever has arrived; empty when nothing has."""

    def write(self, data: bytes) -> None:
        """Write now what the line takes and keep the rest."""

    def close(self) -> None:
        """Give the port back."""


# Opens the port at a path, at a baud rate.
OpenPortAt = Callable[[Path, int], OpenPort]


class PortPlace(Protocol):
    """Says where the port is now."""

    def find(self) -> Path:
        """The path to open now; PortError when there is none."""

    def glance(self) -> object:
        """Something that differs when it is worth trying to open again; cheap."""


class FixedPlace:
    """Always the same path."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def find(self) -> Path:
        """The path."""
        return self._path

    def glance(self) -> object:
        """The node behind the path and when its name was made, or None."""
        try:
            found = self._path.stat()
            named = self._path.lstat().st_ctime_ns
        except OSError:
            return None
        return found.st_rdev, found.st_ino, named


def place_of(port: Path | PortPlace) -> PortPlace:
    """A place for a path; a place stays itself."""
    return FixedPlace(port) if isinstance(port, Path) else port


def device_path(run_dir: Path, device: str) -> Path:
    """Where a driver finds a device that a process of ours puts there."""
    return run_dir / DEVICES_FOLDER / device


def camera_run_dir(run_dir: Path, environ: Mapping[str, str] = os.environ) -> Path:
    """Where the vision processes of the table in this directory have their lines."""
    return Path(environ[CAMERAS]) / run_dir.name if environ.get(CAMERAS) else run_dir


def table_run_dir(camera_dir: Path, environ: Mapping[str, str] = os.environ) -> Path:
    """Where the daemon's sockets of the table are whose vision processes have this directory."""
    return Path(environ[TABLES]) / camera_dir.name if environ.get(TABLES) else camera_dir
