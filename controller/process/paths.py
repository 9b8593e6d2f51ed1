"""Where a table keeps its record and its sockets."""

import os
from collections.abc import Mapping
from pathlib import Path

from controller.process.running import OWN_SOCKETS


def state_directory(
    table: str, given: Path | None = None, environ: Mapping[str, str] = os.environ
) -> Path:
    """The record's directory: as given, systemd's, or the user's own."""
    if given is not None:
        return given
    if "STATE_DIRECTORY" in environ:
        return Path(environ["STATE_DIRECTORY"]) / table
    home = Path(environ.get("XDG_STATE_HOME", Path.home() / ".local" / "state"))
    return home / "underfelt" / table


def run_directory(
    table: str, given: Path | None = None, environ: Mapping[str, str] = os.environ
) -> Path:
    """The sockets' directory: as given, systemd's, the session's, or beside the record."""
    if given is not None:
        return given
    for variable in ("RUNTIME_DIRECTORY", "XDG_RUNTIME_DIR"):
        if variable in environ:
            parent = Path(environ[variable])
            return parent / table if variable.startswith("RUN") else parent / "underfelt" / table
    return state_directory(table, None, environ) / OWN_SOCKETS


def make_private(folder: Path) -> None:
    """Make a folder that nobody else reads; one of ours that others could is closed to them."""
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    if folder.stat().st_mode & 0o077:
        folder.chmod(0o700)
