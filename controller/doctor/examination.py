"""The whole examination: from the machine to the running table, in the order people mend."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

from config.document import DocumentError
from config.table import TableAndGame, theme_problems
from controller.doctor.finding import Finding, good, note, said
from controller.doctor.hardware import look_at_hardware
from controller.doctor.keeping import look_at_keeping
from controller.doctor.machine import look_at_disk, look_at_machine
from controller.doctor.places import look_at_pins, look_at_ports
from controller.doctor.record import look_at_record
from controller.doctor.running import look_at_running, look_at_screens
from controller.doctor.service import Service, look_at_service
from controller.facts.phrase import phrase
from controller.families.tables import load_table


class Patient(NamedTuple):
    """Where a table's file, sockets and record are."""

    table_file: Path
    sockets: Path
    record: Path


def examine(
    find: Callable[[], Patient], root: Path = Path("/"), service: Service | None = None
) -> Iterator[Finding]:
    """Everything that was looked at; a table file that cannot be read ends it."""
    yield from look_at_machine()
    yield from look_at_hardware(root)
    try:
        patient = find()
        loaded = load_table(patient.table_file)
    except DocumentError as error:
        yield from (said("table-file", str(problem)) for problem in error.problems)
        return
    yield from _look_at_table(patient, loaded)
    yield from look_at_disk(patient.record)
    yield from look_at_record(patient.record, not loaded.table.is_emulated)
    yield from look_at_keeping(loaded.table, patient.table_file, patient.record)
    yield from look_at_service(loaded.table, service or Service())
    yield from look_at_running(loaded.table, patient.sockets)
    yield from look_at_pins(loaded.table)
    yield from look_at_ports(loaded.table)
    yield from look_at_screens(loaded.table, patient.sockets)


def _look_at_table(patient: Patient, loaded: TableAndGame) -> Iterator[Finding]:
    table, game = loaded.table, loaded.game.name
    yield good("table-file", phrase("doctor-table", id=table.id, game=game, seats=table.seats))
    if loaded.open_readings:
        command = f"underfelt check-config {patient.table_file}"
        told = phrase("doctor-readings", count=len(loaded.open_readings))
        yield note("table-file", told, phrase("cure-confirm"), command)
    for problem in theme_problems(patient.table_file, loaded.table.scoreboard.theme):
        yield said("theme", str(problem))
