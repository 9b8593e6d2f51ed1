"""Ports, cameras and pins: whether what the table file names is there."""

from collections.abc import Iterator
from pathlib import Path

from config.device import CameraEntry, PinsEntry, PortEntry, PortMatch
from config.table import Table
from controller.doctor.finding import Finding, bad, good, lost, said
from controller.facts.phrase import phrase
from drivers.finding.matching import matching, why_not
from drivers.finding.sources import PortsFileError, candidates
from drivers.runtime.pin_backend import PinError, describe_backend


def look_at_pins(table: Table) -> Iterator[Finding]:
    """Which library moves the pins of the table, where it has any."""
    entries = table.devices.values()
    backends = {entry.backend for entry in entries if isinstance(entry, PinsEntry)}
    for backend in sorted(backends, key=str):
        try:
            yield good("pins", phrase("doctor-said", text=describe_backend(backend)))
        except PinError as error:
            yield said("pins", str(error))


def look_at_ports(table: Table) -> Iterator[Finding]:
    """Whether each device is where the table file says."""
    for device, entry in table.devices.items():
        match entry:
            case PortEntry(match=PortMatch() as match):
                yield from _matched(device, match)
            case CameraEntry(camera=camera) if camera.startswith("/") and _is_absent(camera):
                told = phrase("doctor-no-camera", path=camera)
                yield bad(device, told, phrase("cure-plug-in"), "ls -l /dev/v4l/by-id")
            case PortEntry(port=str() as port, emulator=None) if _is_absent(port):
                told = phrase("doctor-no-port", path=port)
                yield bad(device, told, phrase("cure-plug-in"), "underfelt devices --suggest")


def _matched(device: str, match: PortMatch) -> Iterator[Finding]:
    try:
        found = matching(match, candidates())
    except PortsFileError as error:
        yield said(device, str(error))
        return
    problem = why_not(match, found)
    if problem:
        yield lost(device, problem)


def _is_absent(path: str) -> bool:
    return not Path(path).exists()
