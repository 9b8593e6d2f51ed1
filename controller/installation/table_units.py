"""What the table file asks of systemd, told by the version that is to run it."""

import json
from pathlib import Path
from typing import NamedTuple

from controller.installation.failure import InstallError
from controller.installation.shell import attempt, last_line


class TableUnits(NamedTuple):
    """The units of a table's devices, and where its pages are."""

    devices: tuple[str, ...]
    pages: dict[str, str]


def units_of(version: Path, table: Path) -> TableUnits:
    """Ask the version that is to run it; a table file it does not take is told with its reason."""
    done = attempt([version / "bin" / "underfelt", "units", "--table", table, "--json"])
    if done.returncode:
        raise InstallError(last_line(done).removeprefix("error: "))
    told = json.loads(done.stdout)
    return TableUnits(tuple(told["units"]), told["pages"])
