"""Logging in at the desk from a command line: who, with which PIN, from which terminal."""

import getpass
import os
import sys
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Final

import click
from pydantic import TypeAdapter, ValidationError

from controller.bus.desk_client import DeskClient
from controller.bus.endpoints import socket_path
from controller.cli.site import running_site, site_of
from controller.facts.fact import PersonName
from controller.facts.failure import OperatorError
from controller.facts.roles import Pin, Proof

PIN_VARIABLE: Final = "UNDERFELT_PIN"
NEW_PIN_VARIABLE: Final = "UNDERFELT_NEW_PIN"
# The one-time code or the badge, where the room asks for more than a PIN.
PROOF_VARIABLE: Final = "UNDERFELT_PROOF"
BADGE_VARIABLE: Final = "UNDERFELT_BADGE"
LONGEST_PIN: Final = 64
NAME: TypeAdapter[str] = TypeAdapter(PersonName)
PIN: TypeAdapter[str] = TypeAdapter(Pin)
PROOF: TypeAdapter[str] = TypeAdapter(Proof)

by_option = click.option(
    "--by",
    required=True,
    help=f"Who you are; the PIN is asked for, or taken from --pin-fd or {PIN_VARIABLE}; a one-time"
    f" code or badge from {PROOF_VARIABLE}.",
)
pin_option = click.option(
    "--pin-fd", type=click.IntRange(0), metavar="N", help="Read the PIN from this descriptor."
)
emergency_option = click.option(
    "--emergency", is_flag=True, help="Without a PIN, from a root shell; the record says so."
)


def desk_at(table_file: Path | None, run_dir: Path | None) -> DeskClient:
    """The desk of the table meant, which must run: told before anybody is asked for a PIN."""
    socket_path(site_of(table_file, run_dir).sockets, "desk")
    return DeskClient(running_site(table_file, run_dir).sockets)


def log_in(desk: DeskClient, by: str, pin_fd: int | None, emergency: bool) -> str:
    """Log in as this person; returns the name as the desk has it."""
    person = checked_name(by, "--by")
    pin = None if emergency else read_pin(f"PIN of {person}: ", PIN_VARIABLE, pin_fd)
    proof = None if emergency else os.environ.get(PROOF_VARIABLE)
    came = desk.log_in(person, pin, place(), emergency, proof)
    if came.failures:
        times = "once" if came.failures == 1 else f"{came.failures} times"
        click.echo(f"note: since the last log-in a wrong PIN was given {times}", err=True)
    for other in came.others:
        click.echo(f"note: wrong PINs under the name {other.person}: {other.failures}", err=True)
    return came.person


def read_pin(question: str, variable: str, descriptor: int | None = None) -> str:
    """Take a PIN from a descriptor, the environment, or the terminal without echo."""
    pin = _given_pin(variable, descriptor)
    if pin is None and not sys.stdin.isatty():
        raise OperatorError(
            f"no terminal to ask for the PIN; set {variable}, or give the PIN with --pin-fd"
        )
    text = getpass.getpass(question) if pin is None else pin
    try:
        return PIN.validate_python(text.strip())
    except ValidationError:
        raise OperatorError("a PIN is 4 to 12 digits; give it again") from None


def read_badge() -> str:
    """What a badge reader types, or a program gives."""
    given = os.environ.get(BADGE_VARIABLE)
    text = getpass.getpass("hold the badge to its reader: ") if given is None else given
    try:
        return PROOF.validate_python(text.strip())
    except ValidationError:
        raise OperatorError("that is no badge this table can keep; read it again") from None


def new_pin(person: str, ask: Callable[[str, str], str] = read_pin) -> str:
    """Take the PIN that a person shall have, twice where a terminal asks."""
    pin = ask(f"new PIN for {person}: ", NEW_PIN_VARIABLE)
    if ask("the same again: ", NEW_PIN_VARIABLE) != pin:
        raise OperatorError("the two PINs differ; give the same one twice")
    return pin


def _given_pin(variable: str, descriptor: int | None) -> str | None:
    if descriptor is None:
        return os.environ.get(variable)
    try:
        return os.read(descriptor, LONGEST_PIN).decode(errors="replace")
    except OSError as error:
        text = f"--pin-fd {descriptor}: {error.strerror}; give an open descriptor"
        raise OperatorError(text) from None


def checked_name(name: str, option: str) -> str:
    """A name as people may have it."""
    try:
        return NAME.validate_python(name)
    except ValidationError as error:
        text = error.errors()[0]["msg"].removeprefix("Value error, ").lower()
        raise OperatorError(f"{option}: {text}; write the name as the staff list has it") from None


def place() -> str:
    """The terminal this command was typed at."""
    with suppress(OSError):
        name = os.ttyname(sys.stdin.fileno()).removeprefix("/dev/").replace("/", "-").lower()
        return f"terminal-{name}"[:40]
    return "script"
