"""`underfelt report shift`: what a shift was, from the record."""

import time
from collections.abc import Iterator
from pathlib import Path

import click

from config.table import DEFAULT_TABLE
from config.words import ENGLISH, Words, languages, words
from controller.audit.shift.page import shift_page, span_of
from controller.audit.shift.report import ShiftReport, shift_report
from controller.audit.shift.sentences import shift_summary
from controller.audit.shift.tables import shift_csv, shift_tables
from controller.audit.told import told
from controller.cli.journal import opened_journal
from controller.cli.moments import moment_ms, since_option, until_option
from controller.cli.printing import print_text
from controller.cli.table_lines import table_lines, write_page
from controller.facts.failure import OperatorError
from controller.families.tables import load_table
from controller.process.paths import state_directory

SHIFT = "8h"


@click.group("report")
def report_group() -> None:
    """Reports for the floor, from the record."""


@report_group.command(
    "shift",
    epilog="\b\nExamples:\n  underfelt report shift --since 6:00 --until 14:00\n"
    "  underfelt report shift --since 8h --pdf shift.pdf --lang vi",
)
@click.argument("state_dir", required=False, type=click.Path(path_type=Path))
@click.option(
    "--table", "table_file", type=click.Path(path_type=Path), metavar="FILE", help="The table file."
)
@since_option
@until_option
@click.option("--json", "form", flag_value="json", help="Print everything as JSON.")
@click.option("--csv", "form", flag_value="csv", help="Print the tables for a spreadsheet.")
@click.option("--html", type=click.Path(path_type=Path), metavar="FILE", help="Also write a page.")
@click.option("--pdf", type=click.Path(path_type=Path), metavar="FILE", help="Also print it there.")
@click.option(
    "--lang", type=click.Choice(languages()), default=ENGLISH, help="The language of the report."
)
def shift_command(
    state_dir: Path | None,
    table_file: Path | None,
    since: str | None,
    until: str | None,
    form: str | None,
    html: Path | None,
    pdf: Path | None,
    lang: str,
) -> None:
    """Pace, irregularities by kind, dealer and device, misreads, rulings, holds, fees by tier.

    STATE_DIR holds the record; without it the one of the table file is read. Without --since the
    last eight hours are told.
    """
    where = state_dir if state_dir is not None else _state_of(table_file or DEFAULT_TABLE)
    since_ms = moment_ms(since or SHIFT, "--since")
    until_ms = moment_ms(until, "--until") if until else int(time.time() * 1000)
    if until_ms <= since_ms:
        raise OperatorError("--until is not after --since; give the beginning and then the end")
    with opened_journal(where) as journal:
        report = shift_report(told(journal.rows()), since_ms, until_ms)
    page = shift_page(report, words(lang), lang, str(where)) if html or pdf else ""
    if html is not None:
        write_page(html, page)
    if pdf is not None:
        print_text(page, pdf)
    click.echo("\n".join(_lines(report, words(lang), form)))


def _lines(report: ShiftReport, said: Words, form: str | None) -> Iterator[str]:
    if form == "json":
        yield report.model_dump_json()
    elif form == "csv":
        yield shift_csv(report, said).rstrip()
    else:
        yield span_of(report)
        yield from (said.sentence(found) for found in shift_summary(report))
        for table in shift_tables(report, said):
            yield ""
            yield from table_lines(table)


def _state_of(table_file: Path) -> Path:
    return state_directory(load_table(table_file).table.id)
