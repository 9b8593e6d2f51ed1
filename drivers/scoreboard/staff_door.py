"""Where a technician logs in, and by which sign the right door is known."""

import logging
from pathlib import Path
from typing import NamedTuple

from config.table import Table
from controller.web.certificate import fingerprint_of

log = logging.getLogger(__name__)


class StaffDoor(NamedTuple):
    """The desk's address, whether other machines reach it, and what their browsers then show."""

    address: str
    is_open: bool
    fingerprint: str = ""


def staff_door(table: Table, table_file: Path) -> StaffDoor:
    """The door of a table's desk."""
    return StaffDoor(table.desk_address, table.desk.is_remote, _fingerprint(table, table_file))


def _fingerprint(table: Table, table_file: Path) -> str:
    if table.desk.certificate is None:
        return ""
    try:
        return fingerprint_of((table_file.resolve().parent / table.desk.certificate).read_bytes())
    except (OSError, ValueError) as error:
        log.warning("the desk's certificate cannot be read: %s", error)
        return ""
