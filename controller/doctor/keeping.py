"""What must be kept in order: the desk's certificate, backups, the clock against the record."""

import time
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

from config.device import CameraEntry
from config.table import Table
from controller.doctor.finding import Finding, bad, good, note
from controller.facts.phrase import phrase
from controller.record.archive import BACKUP_STAMP
from controller.record.journal import Journal
from controller.record.row import JournalError
from controller.web.certificate import last_day

DAY_S: Final = 86_400
CERTIFICATE_DAYS: Final = 30
BACKUP_DAYS: Final = 7
AHEAD_S: Final = 60


def look_at_keeping(table: Table, table_file: Path, record: Path) -> Iterator[Finding]:
    """Files that grow old, each with the command that renews it."""
    yield from _certificate(table, table_file.resolve().parent)
    yield from _calibrations(table, table_file.resolve().parent)
    yield from _backup(record)
    yield from _clock(record / "journal.sqlite")


def _certificate(table: Table, folder: Path) -> Iterator[Finding]:
    if table.desk.certificate is None:
        return
    file = folder / table.desk.certificate
    renew = f"sudo mv {file} {file}.old; underfelt desk certificate"
    try:
        ends_at = last_day(file.read_bytes())
    except (OSError, ValueError):
        told = phrase("doctor-no-certificate", file=str(file))
        yield bad("certificate", told, phrase("cure-certificate"), "underfelt desk certificate")
        return
    days = (ends_at - datetime.now(UTC)).days
    told = phrase("doctor-certificate", days=days)
    if days < 0:
        over = phrase("doctor-certificate-over", days=-days)
        yield bad("certificate", over, phrase("cure-certificate"), renew)
    elif days < CERTIFICATE_DAYS:
        yield note("certificate", told, phrase("cure-certificate"), renew)
    else:
        yield good("certificate", told)


def _calibrations(table: Table, folder: Path) -> Iterator[Finding]:
    for device, entry in table.devices.items():
        if not isinstance(entry, CameraEntry) or entry.emulator:
            continue
        if entry.calibration is None or not (folder / entry.calibration).exists():
            told = phrase("doctor-uncalibrated")
            yield bad(
                device, told, phrase("cure-calibrate"), f"underfelt vision calibrate {device}"
            )


def _backup(record: Path) -> Iterator[Finding]:
    if not (record / "journal.sqlite").exists():
        return
    command = f"underfelt journal backup {record} --to /media/stick"
    stamp = record / BACKUP_STAMP
    if not stamp.exists():
        yield note("backup", phrase("doctor-no-backup"), phrase("cure-backup"), command)
        return
    days = int((time.time() - stamp.stat().st_mtime) // DAY_S)
    told = phrase("doctor-backup", days=days)
    if days >= BACKUP_DAYS:
        yield note("backup", told, phrase("cure-backup"), command)
    else:
        yield good("backup", told)


def _clock(file: Path) -> Iterator[Finding]:
    """A clock behind the last row of the record was set back, or lost its power."""
    if not file.exists():
        return
    try:
        with Journal.open_for_reading(file) as journal:
            [last] = journal.rows(journal.last_number - 1, 1)
    except (JournalError, ValueError):
        return
    behind_s = last.at_ms / 1000 - time.time()
    if behind_s > AHEAD_S:
        told = phrase("doctor-clock-behind", minutes=int(behind_s // 60))
        command = "sudo timedatectl set-time '2030-01-31 18:00'"
        yield bad("clock", told, phrase("cure-set-clock"), command)
