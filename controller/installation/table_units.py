"""What the table file asks of systemd, told by the version that is to run it."""

import json
from typing import NamedTuple

from controller.installation.failure import InstallError
from controller.installation.places import Places
from controller.installation.shell import attempt, last_line


class TableUnits(NamedTuple):
    """The units of a table's devices, and where its pages are."""

    devices: tuple[str, ...]
    pages: dict[str, str]


def units_of(places: Places) -> TableUnits:
    """Ask the current version; a table file it does not take is told with its reason."""
    command = places.current / "bin" / "underfelt"
    done = attempt([command, "units", "--table", places.table, "--json"])
    if done.returncode:
        raise InstallError(last_line(done).removeprefix("error: "))
    told = json.loads(done.stdout)
    return TableUnits(tuple(told["units"]), told["pages"])
