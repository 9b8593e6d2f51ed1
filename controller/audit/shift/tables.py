"""The tables of a shift's report, in the words of a language and the time of this machine."""

import csv
from collections.abc import Iterator
from datetime import datetime
from io import StringIO

from config.fee_words import dollars
from config.words import Words
from controller.audit.misreads import HOUR_MS
from controller.audit.sentences import grouped
from controller.audit.shift.report import ShiftReport
from controller.audit.tables import TIMES, Table, TableMaker, share_cells, times_cells
from controller.facts.printable import plain_cell


def shift_tables(report: ShiftReport, words: Words) -> list[Table]:
    """Every table that has a row."""
    return [table for table in _tables(report, words, TableMaker(words)) if table.rows]


def _tables(report: ShiftReport, words: Words, made: TableMaker) -> Iterator[Table]:
    name = words.name
    tempo, incidents = report.tempo, report.incidents
    yield made.table("of-tempo", "clock rounds", _by_hour(report))
    steps = ((name(f"audit-{step.of}"), *times_cells(step)) for step in tempo.steps)
    yield made.table("of-tempo", TIMES.format("step"), steps)
    dealers = ((who.dealer or name("audit-nobody"), grouped(who.rounds)) for who in report.dealers)
    yield made.table("of-tempo", "dealer rounds", dealers)
    yield made.table("of-irregularities", "cause dealer device count", _irregular(report, words))
    yield made.table(
        "of-reads",
        "device reads misreads share between",
        (share_cells(share) for share in report.misreads.devices),
    )
    yield made.table("of-rulings", "when person ruling cause note", _rulings(report, words))
    holds = ((words.cause(hold.of), *times_cells(hold)) for hold in incidents.holds)
    yield made.table("of-holds", TIMES.format("cause"), holds)
    yield made.table("of-fees", "payer fee count total", _fees(report, words))


def _by_hour(report: ShiftReport) -> Iterator[tuple[str, ...]]:
    for hour, count in report.tempo.hours.items():
        yield clock(hour * HOUR_MS), grouped(count)


def _irregular(report: ShiftReport, words: Words) -> Iterator[tuple[str, ...]]:
    for line in report.irregularities:
        dealer = line.dealer or words.name("audit-nobody")
        yield words.cause(line.name), dealer, line.device, grouped(line.count)


def _rulings(report: ShiftReport, words: Words) -> Iterator[tuple[str, ...]]:
    for line in report.rulings:
        cause = words.cause(line.cause) if line.cause else "-"
        yield clock(line.at_ms), line.by, words.ruling(line.ruling).label, cause, line.note or "-"


def _fees(report: ShiftReport, words: Words) -> Iterator[tuple[str, ...]]:
    for line in report.fees:
        payer = words.name(f"audit-paid-by-{line.payer}")
        yield payer, dollars(line.fee), grouped(line.times), dollars(line.total)


def shift_csv(report: ShiftReport, words: Words) -> str:
    """Every table under its title for a spreadsheet, with an empty line between two."""
    sheet = StringIO()
    writer = csv.writer(sheet)
    for table in shift_tables(report, words):
        writer.writerow([table.title])
        writer.writerow(table.headings)
        writer.writerows([plain_cell(cell) for cell in row] for row in table.rows)
        writer.writerow([])
    return sheet.getvalue()


def clock(at_ms: int) -> str:
    """A moment by this machine's clock; the zone stands once, at the head of the report."""
    return datetime.fromtimestamp(at_ms / 1000).astimezone().strftime("%m-%d %H:%M")
