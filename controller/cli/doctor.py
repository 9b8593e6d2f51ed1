"""`underfelt doctor`: what is wrong with this installation, and what to do about it."""

import json
from pathlib import Path
from typing import Final

import click

from config.words import ENGLISH, Words, languages, words
from controller.cli.files import run_option, state_option
from controller.cli.site import here_option, site_of
from controller.cli.table_lines import padded
from controller.doctor.examination import Patient, examine
from controller.doctor.finding import Finding
from controller.facts.printable import printable

MARKS: Final = {"good": "ok  ", "note": "note", "bad": "BAD "}


@click.command(
    "doctor",
    short_help="What is wrong with this installation.",
    epilog="\b\nExamples:\n  underfelt doctor\n"
    "  underfelt doctor --table /etc/underfelt/table.toml --lang vi",
)
@here_option
@state_option
@run_option
@click.option("--lang", type=click.Choice(languages()), default=ENGLISH, help="In which language.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def doctor_command(
    table_file: Path | None,
    state_dir: Path | None,
    run_dir: Path | None,
    lang: str,
    as_json: bool,
) -> int:
    """Look at the machine, the table file, the record, the devices and the running table."""
    findings = list(examine(lambda: Patient(*site_of(table_file, run_dir, state_dir))))
    if as_json:
        click.echo(json.dumps([_told(finding, words(lang)) for finding in findings], indent=2))
    else:
        for each in findings:
            text = printable(each.line(words(lang)))
            subject = each.name(words(lang))
            click.echo(f"{MARKS[each.verdict]}  {padded(subject, 11)} {text}")
    return 1 if any(finding.verdict == "bad" for finding in findings) else 0


def _told(finding: Finding, said: Words) -> dict[str, str]:
    """A finding for programs: its code, and the same in words with the fix apart."""
    return {
        "subject": finding.subject,
        "name": finding.name(said),
        "verdict": finding.verdict,
        "code": finding.told.code,
        "text": finding.line(said),
        "found": said.say(finding.told),
        "fix": said.say(finding.fix) if finding.fix else "",
        "command": finding.command,
    }
