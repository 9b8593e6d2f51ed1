"""The whole examination: from the machine to the running table, in the order people mend."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

from config.document import DocumentError
from config.table import TableAndGame, theme_problems
from controller.doctor.finding import Finding, good, note, said
from controller.doctor.machine import look_at_disk, look_at_machine
from controller.doctor.places import look_at_pins, look_at_ports
from controller.doctor.record import look_at_record
from controller.doctor.running import look_at_running, look_at_screens
from controller.facts.phrase import phrase
from controller.families.tables import load_table


class Patient(NamedTuple):
    """Where a table's file, sockets and record are."""

    table_file: Path
    sockets: Path
    record: Path


def examine(find: Callable[[], Patient]) -> Iterator[Finding]:
    """Everything that was looked at; a table file that cannot be read ends it."""
    yield from look_at_machine()
    try:
        patient = find()
        loaded = load_table(patient.table_file)
    except DocumentError as error:
        yield from (said("table-file", str(problem)) for problem in error.problems)
        return
    yield from _look_at_table(patient, loaded)
    yield from look_at_disk(patient.record)
    yield from look_at_record(patient.record, not loaded.table.is_emulated)
    yield from look_at_running(loaded.table, patient.sockets)
    yield from look_at_pins(loaded.table)
    yield from look_at_ports(loaded.table)
    yield from look_at_screens(loaded.table)


def _look_at_table(patient: Patient, loaded: TableAndGame) -> Iterator[Finding]:
    table, game = loaded.table, loaded.game.name
    yield good("table-file", phrase("doctor-table", id=table.id, game=game, seats=table.seats))
    if loaded.open_readings:
        command = f"underfelt check-config {patient.table_file}"
        told = phrase("doctor-readings", count=len(loaded.open_readings))
        yield note("table-file", told, phrase("cure-confirm"), command)
    for problem in theme_problems(patient.table_file, loaded.table.scoreboard.theme):
        yield said("theme", str(problem))
