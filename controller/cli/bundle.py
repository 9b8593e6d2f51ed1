"""`underfelt bundle`: what whoever mends the program needs to know of a table, in one file."""

import sys
from datetime import datetime
from pathlib import Path

import click

from controller.bundle.bundle import bundle
from controller.cli.files import run_option, state_option
from controller.cli.site import here_option, site_of
from controller.doctor.examination import Patient, examine
from controller.facts.failure import OperatorError
from controller.process.log_lines import last_lines


@click.command(
    "bundle",
    short_help="What a bug report needs, in one file.",
    epilog="\b\nExamples:\n  underfelt bundle\n  underfelt bundle /media/stick/table-7.zip",
)
@click.argument("file", type=click.Path(path_type=Path, dir_okay=False), required=False)
@here_option
@state_option
@run_option
def bundle_command(
    file: Path | None, table_file: Path | None, state_dir: Path | None, run_dir: Path | None
) -> None:
    """Write versions, doctor's findings, the table file, the last rows and log lines to a zip file.

    Keys and passwords of the table file, cards that lay face down, names of people and PINs are
    left out; read it before you pass it on all the same. `-` writes to the standard output.
    """
    patient = Patient(*site_of(table_file, run_dir, state_dir))
    findings = list(examine(lambda: patient))
    content = bundle(patient.table_file, patient.record, findings, last_lines(patient.sockets))
    if file == Path("-"):
        sys.stdout.buffer.write(content)
        return
    place = file or Path(f"underfelt-{datetime.now():%Y%m%d-%H%M%S}.zip")
    try:
        place.write_bytes(content)
    except OSError as error:
        raise OperatorError(f"{place}: {error.strerror}; choose another file") from None
    click.echo(f"{place}: {len(content):,} bytes; read it before you pass it on")
