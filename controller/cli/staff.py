"""`underfelt staff`: who may log in at the desk of a table, and in which role."""

import json
from collections.abc import Callable
from functools import wraps
from pathlib import Path
from typing import NamedTuple, get_args

import click
import segno

from config.words import languages
from controller.bus.desk_client import DeskClient
from controller.cli.files import run_option
from controller.cli.log_in import (
    PIN_VARIABLE,
    by_option,
    checked_name,
    desk_at,
    emergency_option,
    log_in,
    new_pin,
    pin_option,
    place,
    read_badge,
    read_pin,
)
from controller.cli.site import here_option
from controller.facts.roles import Role

_note = click.option("--note", default="", help="Why, for the record.")


class Desk(NamedTuple):
    """What every command but `pin` is told: where the desk is, and who stands at it."""

    table_file: Path | None
    run_dir: Path | None
    by: str
    pin_fd: int | None
    emergency: bool

    def entered(self) -> DeskClient:
        """The desk, with this person logged in."""
        client = desk_at(self.table_file, self.run_dir)
        log_in(client, self.by, self.pin_fd, self.emergency)
        return client


def _at_desk(command: Callable[..., None]) -> Callable[..., None]:
    """Give a command the options of whoever stands at the desk, as one argument."""

    @wraps(command)
    def told(
        table_file: Path | None,
        run_dir: Path | None,
        by: str,
        pin_fd: int | None,
        emergency: bool,
        **own: object,
    ) -> None:
        command(Desk(table_file, run_dir, by, pin_fd, emergency), **own)

    for option in (run_option, here_option, emergency_option, pin_option, by_option):
        told = option(told)
    return told


_person = click.argument("person", callback=lambda _ctx, _param, name: checked_name(name, "PERSON"))


@click.group(
    "staff",
    epilog="\b\nExamples:\n"
    '  underfelt staff add "Tom Ray" --role technician --by root --emergency\n'
    '  underfelt staff add "Ann Lee" --role floor --by "Tom Ray"\n'
    '  underfelt staff reset "Ann Lee" --by "Tom Ray" --note "forgot it"',
)
def staff_group() -> None:
    """Keep the people of a running table: their roles and PINs.

    A dealer calls the floor; a floor person rules; a technician keeps staff and settings; an
    auditor reads. The first technician is added from a root shell with --emergency. Three wrong
    PINs lock a person until another technician resets the PIN.
    """


@staff_group.command("add")
@_person
@click.option("--role", type=click.Choice(get_args(Role)), required=True, help="What for.")
@click.option(
    "--language",
    type=click.Choice(languages()),
    default=None,
    help="In which pages speak to PERSON.",
)
@_note
@_at_desk
def add_command(desk: Desk, person: str, role: Role, language: str | None, note: str) -> None:
    """Let PERSON log in; the new PIN is asked for, or taken from UNDERFELT_NEW_PIN."""
    number = desk.entered().add_person(person, role, new_pin(person), note, language or "")
    click.echo(f"{person} may log in as {role}; recorded as row {number}")


@staff_group.command("list")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
@_at_desk
def list_command(desk: Desk, as_json: bool) -> None:
    """Say who may log in, in which role, and who is locked."""
    people = desk.entered().staff()
    if as_json:
        click.echo(json.dumps([line.model_dump() for line in people], indent=2))
        return
    for line in people:
        state = "locked" if line.is_locked else _wrong_pins(line.failures)
        click.echo(f"{line.role:<11} {line.person}  {state}".rstrip())


def _wrong_pins(count: int) -> str:
    return f"{count} wrong PIN{'s' * (count != 1)}" if count else ""


@staff_group.command("lock")
@_person
@_note
@_at_desk
def lock_command(desk: Desk, person: str, note: str) -> None:
    """Keep PERSON out until reset."""
    number = desk.entered().lock_person(person, note)
    click.echo(f"{person} is locked; recorded as row {number}")


@staff_group.command("reset")
@_person
@_note
@_at_desk
def reset_command(desk: Desk, person: str, note: str) -> None:
    """Let PERSON in again with a new PIN; nobody resets the own one."""
    number = desk.entered().reset_person(person, new_pin(person), note)
    click.echo(f"{person} has a new PIN; recorded as row {number}")


@staff_group.command("enrol")
@_person
@click.option("--badge", is_flag=True, help="A badge, read now, instead of a code of an app.")
@_note
@_at_desk
def enrol_command(desk: Desk, person: str, badge: bool, note: str) -> None:
    """Give PERSON a one-time code or a badge beside the PIN; nobody enrols the own one.

    The secret is shown once, as a picture for an authenticator app. A badge is read by a reader
    that types, at this terminal.
    """
    enrolled = desk.entered().enrol_person(person, read_badge() if badge else None, note)
    if enrolled.app_address:
        segno.make(enrolled.app_address).terminal(compact=True)
        click.echo(enrolled.app_address)
    click.echo(f"{person} is enrolled; recorded as row {enrolled.number}")


@staff_group.command("pin")
@by_option
@pin_option
@here_option
@run_option
def pin_command(by: str, pin_fd: int | None, table_file: Path | None, run_dir: Path | None) -> None:
    """Change the own PIN; the new one is asked for, or taken from UNDERFELT_NEW_PIN."""
    desk = desk_at(table_file, run_dir)
    person = checked_name(by, "--by")
    pin = read_pin(f"PIN of {person}: ", PIN_VARIABLE, pin_fd)
    desk.log_in(person, pin, place())
    number = desk.change_pin(pin, new_pin(person))
    click.echo(f"{person} has a new PIN; recorded as row {number}")
