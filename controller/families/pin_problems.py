"""What cannot work with pins: too few lamps for the seats, one pin for two things."""

from config.device import GpioLampsEntry, GpioPadEntry
from config.document import Document, Problem
from config.table import Table

Place = tuple[str, ...]


def pin_problems(document: Document, table: Table) -> list[Problem]:
    """Every seat has its two lamps, and no pin serves two devices."""
    return [*_too_few(document, table), *_shared(document, table)]


def _too_few(document: Document, table: Table) -> list[Problem]:
    problems = []
    for name, entry in table.devices.items():
        if isinstance(entry, GpioLampsEntry) and len(entry.bank_pins) < table.seats:
            text = f"{len(entry.bank_pins)} lamps for {table.seats} seats; list a pin for each seat"
            problems.append(document.problem(("devices", name, "bank_pins"), text))
    return problems


def _shared(document: Document, table: Table) -> list[Problem]:
    owners: dict[int, str] = {}
    problems = []
    for name, pins in _pins(table).items():
        for pin in pins:
            owner = owners.setdefault(pin, name)
            if owner != name:
                text = f"pin {pin} is {owner}'s already; give each device its own pins"
                problems.append(document.problem(("devices", name), text))
    return problems


def _pins(table: Table) -> dict[str, tuple[int, ...]]:
    found: dict[str, tuple[int, ...]] = {}
    for name, entry in table.devices.items():
        if isinstance(entry, GpioLampsEntry):
            found[name] = (*entry.bank_pins, *entry.action_pins)
        elif isinstance(entry, GpioPadEntry):
            echo = () if entry.echo_pin is None else (entry.echo_pin,)
            found[name] = (*entry.row_pins, *entry.column_pins, *echo)
    return found
