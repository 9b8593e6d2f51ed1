"""The record, and who may log in."""

from collections.abc import Iterator
from pathlib import Path

from controller.doctor.finding import Finding, bad, good, note, said
from controller.facts.phrase import phrase
from controller.people.staff import STAFF_FILE
from controller.record.journal import Journal
from controller.record.proving import problems_of, unwitnessed
from controller.record.row import JournalError


def look_at_record(folder: Path, has_staff: bool) -> Iterator[Finding]:
    """Whether the record is whole, and who may log in where a table has staff of its own."""
    file = folder / "journal.sqlite"
    if not file.exists():
        yield note("record", phrase("doctor-no-record", file=str(file)))
        return
    try:
        with Journal.open_for_reading(file) as journal:
            yield from _of(journal)
    except JournalError as error:
        yield said("record", str(error))
    if has_staff and not (folder / STAFF_FILE).exists():
        command = 'sudo underfelt staff add NAME --role technician --by "NAME" --emergency'
        yield note("staff", phrase("doctor-no-staff"), phrase("cure-add-staff"), command)


def _of(journal: Journal) -> Iterator[Finding]:
    problems = problems_of(journal)
    number, head = journal.head()
    if problems:
        told = phrase("doctor-record-wrong", count=len(problems))
        yield bad("record", told, phrase("cure-verify"), "underfelt journal verify")
        return
    yield good("record", phrase("doctor-record", rows=f"{number:,}", head=head[:12]))
    seen = unwitnessed(journal)
    if seen is not None and seen.seen_at_s is None:
        told = phrase("doctor-unwitnessed", rows=f"{number:,}")
        yield note("record", told, phrase("cure-witness"), "underfelt journal witness --help")
    elif seen is not None:
        yield good("record", phrase("doctor-witnessed", rows=f"{number - seen.size:,}"))
