"""`underfelt fault`: breaks an emulated device on purpose, by name."""

import json
from pathlib import Path

import click

from config.device import DeviceEntry
from config.table import TableAndGame
from controller.cli.files import run_option
from controller.cli.site import here_option, site_of
from controller.facts.failure import OperatorError
from controller.families.tables import load_table
from drivers.emulate.client import ask_emulator
from drivers.emulate.emulators import CONTROL_SOCKET
from drivers.emulator.fault_entry import FaultEntry
from drivers.emulator.faults import every_fault, faults_of, find_fault, kinds_with


@click.command(
    "fault",
    short_help="Break an emulated device on purpose.",
    epilog="\b\nExamples:\n  underfelt fault --list\n  underfelt fault shoe-1 corrupt 5%\n"
    "  underfelt fault shoe-1 late 2s\n  underfelt fault shoe-1 corrupt --clear\n"
    "  underfelt fault shoe-1 --clear",
)
@click.argument("device", required=False)
@click.argument("name", required=False)
@click.argument("argument", required=False)
@here_option
@run_option
@click.option("--clear", is_flag=True, help="Mend this fault, or every fault of the device.")
@click.option("--list", "is_list", is_flag=True, help="Show the faults there are.")
@click.option("--json", "as_json", is_flag=True, help="With --list: machine-readable.")
def fault_command(
    device: str | None,
    name: str | None,
    argument: str | None,
    table_file: Path | None,
    run_dir: Path | None,
    clear: bool,
    is_list: bool,
    as_json: bool,
) -> None:
    """Let the emulated DEVICE of a running table have the fault NAME.

    Some faults take an ARGUMENT: a percentage such as 5%, or a time such as 2s or 250ms. A fault
    lasts until it is cleared, unless it is over in a moment (reboot, jam, drop-connection).
    """
    if is_list:
        kind = None if device is None else _entry(_loaded(table_file), device).kind
        _show(faults_of(kind) if kind else tuple(every_fault().values()), as_json)
        return
    if device is None:
        raise OperatorError("no device named; name one, or see the faults with --list")
    site = site_of(table_file, run_dir)
    entry = _entry(load_table(site.table_file), device)
    if name is not None:
        _check(device, entry, name, None if clear else argument, clear)
    click.echo(_perform(site.sockets / CONTROL_SOCKET, device, name, argument, clear))


def _loaded(table_file: Path | None) -> TableAndGame:
    return load_table(site_of(table_file).table_file)


def _perform(socket: Path, device: str, name: str | None, argument: str | None, clear: bool) -> str:
    if clear:
        cleared = ask_emulator(socket, device, "clear_fault", name=name)
        names = ", ".join(map(str, cleared)) if isinstance(cleared, list) else ""
        return f"{device}: cleared {names}" if names else f"{device}: had no fault"
    if name is None:
        active = ask_emulator(socket, device, "faults")
        names = ", ".join(map(str, active)) if isinstance(active, list) else ""
        return f"{device}: {names or 'no fault'}"
    ask_emulator(socket, device, "fault", name=name, argument=argument)
    words = " ".join(word for word in (name, argument) if word)
    return f"{device}: {words}: {find_fault(name).summary}"


def _entry(loaded: TableAndGame, device: str) -> DeviceEntry:
    entry = loaded.table.devices.get(device)
    if entry is None:
        known = ", ".join(loaded.table.devices)
        raise OperatorError(f"the table has no device {device!r}; it has {known}")
    return entry


def _check(device: str, entry: DeviceEntry, name: str, argument: str | None, clear: bool) -> None:
    found = find_fault(name)
    if not clear:
        found.amount(argument)
    fitting = kinds_with(found)
    if entry.kind not in fitting:
        raise OperatorError(f"{device} is a {entry.kind}; {name} fits {', '.join(fitting)}")


def _show(entries: tuple[FaultEntry, ...], as_json: bool) -> None:
    if as_json:
        rows = [
            {"name": e.name, "argument": e.argument, "kinds": kinds_with(e), "summary": e.summary}
            for e in entries
        ]
        click.echo(json.dumps(rows))
        return
    width = max(len(entry.usage) for entry in entries)
    for entry in entries:
        kinds = kinds_with(entry)
        only = "" if len(kinds) > 2 else f" ({' and '.join(kinds)})"
        click.echo(f"{entry.usage:<{width}}  {entry.summary}{only}")
