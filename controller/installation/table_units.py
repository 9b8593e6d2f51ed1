"""What the table file asks of systemd, told by the version that is to run it."""

import json
import re
from pathlib import Path
from typing import NamedTuple

from controller.installation.failure import InstallError
from controller.installation.shell import attempt, last_line


class TableUnits(NamedTuple):
    """The units of devices and witnesses, where the pages are, where else the daemon writes."""

    devices: tuple[str, ...]
    pages: dict[str, str]
    folders: tuple[str, ...] = ()


def units_of(version: Path, table: Path) -> TableUnits:
    """Ask the version that is to run it; a table file it does not take is told with its reason."""
    done = attempt([version / "bin" / "underfelt", "units", "--table", table, "--json"])
    if done.returncode:
        raise InstallError(last_line(done).removeprefix("error: "))
    told = json.loads(done.stdout)
    # An earlier version names no folders.
    return TableUnits(tuple(told["units"]), told["pages"], tuple(told.get("folders", ())))


def let_through(folders: tuple[str, ...]) -> str:
    """A drop-in that lets a sandboxed daemon write to folders; a stick may be out."""
    escaped = (re.sub(r'(["\\])', r"\\\1", folder).replace("%", "%%") for folder in folders)
    lines = [f'ReadWritePaths="-{folder}"' for folder in escaped]
    return "\n".join(["# Witnesses and archive of the table file.", "[Service]", *lines, ""])
