"""The installation around a table that systemd runs: people, rules, units, versions, keys."""

import grp
import stat
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final, NamedTuple

from config.table import Table
from controller.bus.endpoints import GROUPS
from controller.doctor.finding import Finding, bad, good, note
from controller.facts.phrase import phrase
from controller.installation.activation import current_version
from controller.installation.places import TARGET, Places
from controller.installation.proof import running_version
from controller.installation.shell import attempt
from controller.installation.surroundings import has_display

SECRETS: Final = ("desk-key.pem", "scoreboard.env", "desk.env", "kiosk.env")
INSTALL_AGAIN: Final = "sudo /opt/underfelt/bin/underfelt-install --status"
KIOSK: Final = "underfelt-kiosk.service"


def _failed_units() -> list[str]:
    words = ["systemctl", "list-units", "--failed", "--plain", "--no-legend", "underfelt*"]
    return [line.split()[0] for line in attempt(words).stdout.splitlines() if line.strip()]


def _groups() -> set[str]:
    return {each.gr_name for each in grp.getgrall()}


class Service(NamedTuple):
    """How a machine that runs a table by systemd is asked; a test plants its own answers."""

    places: Places = Places()
    failed_units: Callable[[], list[str]] = _failed_units
    running: Callable[[Places], str | None] = running_version
    groups: Callable[[], set[str]] = _groups

    @property
    def is_there(self) -> bool:
        """Whether this machine runs its table by systemd at all."""
        return (self._units / TARGET).exists()

    @property
    def _units(self) -> Path:
        return self.places.root / "etc/systemd/system"

    def enabled(self) -> set[str]:
        """The units that start with the table."""
        return {link.name for link in (self._units / f"{TARGET}.wants").glob("*")}


def look_at_service(table: Table, service: Service) -> Iterator[Finding]:
    """Everything around the table's processes; nothing where systemd does not run them."""
    if not service.is_there:
        return
    yield from _versions(service)
    yield from _units(table.units, service)
    yield from _rights(service)
    yield from _screen(service)
    if not table.is_emulated:
        yield from _emulated(table)


def _versions(service: Service) -> Iterator[Finding]:
    wanted, running = current_version(service.places), service.running(service.places)
    if service.places.trial.exists():
        told = phrase("doctor-trial", version=service.places.trial.read_text().strip())
        yield bad("program", told, phrase("cure-install-again"), INSTALL_AGAIN)
    if running and wanted and running != wanted:
        told = phrase("doctor-other-version", running=running, installed=wanted)
        restart = f"sudo systemctl restart {TARGET}"
        yield bad("program", told, phrase("cure-restart"), restart)
    for log in sorted(service.places.versions.glob("failed-*.log")):
        command = f"less {log}"
        yield note(
            "program", phrase("doctor-failed-upgrade", file=log.name), phrase("cure-read"), command
        )


def _units(wanted: list[str], service: Service) -> Iterator[Finding]:
    for unit in service.failed_units():
        command = f"journalctl -u {unit} -n 30; sudo systemctl reset-failed {unit}"
        yield bad("units", phrase("doctor-unit-failed", unit=unit), phrase("cure-unit"), command)
    enabled = service.enabled()
    for unit in (unit for unit in wanted if unit not in enabled):
        told = phrase("doctor-unit-off", unit=unit)
        yield bad("units", told, phrase("cure-enable"), f"sudo systemctl enable --now {unit}")
    devices = {unit for unit in enabled if "@" in unit}
    for unit in sorted(devices - set(wanted)):
        told = phrase("doctor-unit-extra", unit=unit)
        yield note("units", told, phrase("cure-disable"), f"sudo systemctl disable --now {unit}")


def _rights(service: Service) -> Iterator[Finding]:
    missing = sorted({*GROUPS.values(), "dialout", "gpio"} - service.groups())
    if missing:
        told = phrase("doctor-groups", names=", ".join(missing))
        yield bad("groups", told, phrase("cure-groups"), "sudo systemd-sysusers")
    rules = service.places.root / "etc/udev/rules.d/70-underfelt.rules"
    if not rules.exists():
        command = "sudo systemd/install, then sudo udevadm trigger"
        yield bad("groups", phrase("doctor-rules", file=str(rules)), phrase("cure-rules"), command)
    for file in (service.places.settings / name for name in SECRETS):
        if file.exists() and file.stat().st_mode & (stat.S_IROTH | stat.S_IWGRP | stat.S_IWOTH):
            told = phrase("doctor-open-key", file=str(file))
            yield bad("keys", told, phrase("cure-close"), f"sudo chmod 640 {file}")


def _screen(service: Service) -> Iterator[Finding]:
    if KIOSK not in service.enabled():
        return
    if has_display(service.places):
        yield good("display", phrase("doctor-display"))
    else:
        command = "cat /sys/class/drm/*/status"
        yield bad("display", phrase("doctor-no-display"), phrase("cure-display"), command)


def _emulated(table: Table) -> Iterator[Finding]:
    for device, entry in table.devices.items():
        if entry.emulator:
            yield note(device, phrase("doctor-emulated"), phrase("cure-emulated"))
