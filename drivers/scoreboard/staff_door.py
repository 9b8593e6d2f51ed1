"""Where a technician logs in, and by which sign the right door is known."""

import logging
from pathlib import Path
from typing import NamedTuple

from config.table import Table
from controller.web.certificate import fingerprint_of
from controller.web.page_keys import door_address

log = logging.getLogger(__name__)


class StaffDoor(NamedTuple):
    """The desk's address, whether other machines reach it, with which key, and what they show."""

    address: str
    is_open: bool
    fingerprint: str = ""
    # Only who stands before this machine's own screen may read it.
    key: str | None = None

    @property
    def address_with_key(self) -> str:
        """What a phone opens first."""
        return door_address(self.address, self.key)


def staff_door(table: Table, table_file: Path) -> StaffDoor:
    """The door of a table's desk."""
    fingerprint = _fingerprint(table, table_file)
    return StaffDoor(table.desk_address, table.desk.is_remote, fingerprint, table.desk.key)


def _fingerprint(table: Table, table_file: Path) -> str:
    if table.desk.certificate is None:
        return ""
    try:
        return fingerprint_of((table_file.resolve().parent / table.desk.certificate).read_bytes())
    except (OSError, ValueError) as error:
        log.warning("the desk's certificate cannot be read: %s", error)
        return ""
