"""`underfelt alarms`: what is wrong at a running table, how urgent, and what was seen of it."""

from datetime import datetime
from pathlib import Path

import click

from config.words import words
from controller.bus.client import AnswersClient
from controller.cli.files import run_option
from controller.cli.log_in import desk_at, emergency_option, log_in, pin_option
from controller.cli.site import here_option, running_site
from controller.facts.alarms import AlarmsView, AlarmView
from controller.facts.failure import OperatorError
from controller.facts.printable import printable


@click.command(
    "alarms",
    short_help="What is wrong at a running table, and whether it was seen.",
    epilog="\b\nExamples:\n  underfelt alarms\n  underfelt alarms --acknowledge 3 --by NAME",
)
@here_option
@run_option
@click.option("--acknowledge", "number", type=click.IntRange(1), metavar="N", help="Silence one.")
@click.option("--by", help="Who acknowledges; the PIN is asked for.")
@pin_option
@emergency_option
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def alarms_command(
    table_file: Path | None,
    run_dir: Path | None,
    number: int | None,
    by: str | None,
    pin_fd: int | None,
    emergency: bool,
    as_json: bool,
) -> None:
    """List the alarms of the table that runs here, the most urgent first, or acknowledge one."""
    if number is not None:
        _acknowledge(table_file, run_dir, number, by, pin_fd, emergency)
        return
    site = running_site(table_file, run_dir)
    view = AnswersClient(site.sockets).board().alarms or AlarmsView()
    if as_json:
        click.echo(view.model_dump_json())
    elif not view.alarms:
        click.echo("no alarms")
    for alarm in () if as_json else view.alarms:
        click.echo(printable(_line(alarm)))


def _acknowledge(
    table_file: Path | None,
    run_dir: Path | None,
    number: int,
    by: str | None,
    pin_fd: int | None,
    emergency: bool,
) -> None:
    if by is None:
        raise OperatorError("--acknowledge needs a name; add --by NAME")
    desk = desk_at(table_file, run_dir)
    log_in(desk, by, pin_fd, emergency)
    click.echo(f"alarm {number} acknowledged, row {desk.acknowledge(number):,}")
    desk.log_out()


def _line(alarm: AlarmView) -> str:
    since = f"since {_clock(alarm.since_ms)}"
    over = "" if alarm.ended_ms is None else f", over at {_clock(alarm.ended_ms)}"
    seen = ", seen" if alarm.is_acknowledged else ""
    return (
        f"{alarm.number:>3}  {alarm.priority:<6}  {words().say(alarm.told)} ({since}{over}{seen})"
    )


def _clock(at_ms: int) -> str:
    return f"{datetime.fromtimestamp(at_ms / 1000):%H:%M:%S}"
