"""Runs the driver of one device as this process, until it is told to end."""

# Parts are imported on demand: a serial shoe's driver needs no pins and no keys.

import signal
from dataclasses import dataclass
from pathlib import Path

from config.barcode_table import codes_file, load_barcodes
from config.device import (
    BarcodeEntry,
    CameraEntry,
    DeviceEntry,
    GpioLampsEntry,
    GpioPadEntry,
    MockLampsEntry,
    PageEntry,
    PortEntry,
)
from controller.facts.failure import OperatorError
from drivers.camera.status import CameraPlace
from drivers.kinds import protocol_of
from drivers.runtime.capture import Capture
from drivers.runtime.device_protocol import DeviceProtocol
from drivers.runtime.place import OpenPortAt, PortPlace, camera_run_dir, device_path
from drivers.runtime.port import Port
from drivers.runtime.serial_driver import run_serial_driver
from drivers.runtime.stop_switch import StopSwitch


@dataclass(frozen=True, slots=True)
class DriverSite:
    """Where a driver runs: the sockets, the table file, and the folder that captures its wire."""

    run_dir: Path
    table_file: Path
    capture: Path | None = None


def run_driver(device: str, entry: DeviceEntry, site: DriverSite) -> None:
    """Drive one device until SIGTERM or SIGINT; OperatorError on bad surroundings."""
    stop = StopSwitch()
    earlier = {
        number: signal.signal(number, lambda *_: stop.throw())
        for number in (signal.SIGTERM, signal.SIGINT)
    }
    try:
        _drive(device, entry, site, stop)
    except OperatorError as error:
        raise OperatorError(*(f"{device}: {sentence}" for sentence in error.sentences)) from None
    finally:
        for number, handler in earlier.items():
            signal.signal(number, handler)
        stop.close()


def _drive(device: str, entry: DeviceEntry, site: DriverSite, stop: StopSwitch) -> None:
    match entry:
        case GpioLampsEntry() | MockLampsEntry():
            from drivers.lamps.driver import run_lamps

            run_lamps(device, entry, site.run_dir, stop)
        case GpioPadEntry():
            from drivers.entry_pad.gpio_driver import run_gpio_pad

            run_gpio_pad(device, entry, site.run_dir, stop)
        case BarcodeEntry():
            from drivers.shoe.barcode import run_barcode_shoe

            codes = load_barcodes(codes_file(site.table_file, entry.codes))
            place = port_place(device, entry, site)
            run_barcode_shoe(device, entry, codes, place, site.run_dir, stop)
        case PageEntry():
            raise OperatorError("is the house dealer's page; it needs no driver")
        case _:
            place = port_place(device, entry, site)
            open_port = _port_opening(device, entry, place, site.capture)
            told = place.digest_of if isinstance(place, CameraPlace) else None
            run_serial_driver(device, _protocol(entry), site.run_dir, place, stop, open_port, told)


def _protocol(entry: DeviceEntry) -> DeviceProtocol:
    if entry.kind != "entry-pad":
        return protocol_of(entry.kind)()
    from drivers.entry_pad.protocol import EntryPadProtocol, wall_clock_ms

    return EntryPadProtocol(wall_clock_ms)


def port_place(device: str, entry: DeviceEntry, site: DriverSite) -> Path | PortPlace:
    """The device's port: found by what its USB device says, emulated, or as written."""
    if isinstance(entry, CameraEntry):
        return CameraPlace(device, device_path(camera_run_dir(site.run_dir), device))
    if isinstance(entry, PortEntry) and entry.match is not None:
        from drivers.finding.matched_place import MatchedPlace

        return MatchedPlace(entry.match)
    if isinstance(entry, PortEntry) and entry.port is not None and entry.emulator is None:
        return Path(entry.port)
    return device_path(site.run_dir, device)


def _port_opening(
    device: str, entry: DeviceEntry, place: Path | PortPlace, folder: Path | None
) -> OpenPortAt:
    open_port: OpenPortAt = place.open_port if isinstance(place, CameraPlace) else Port
    if folder is None:
        return open_port
    return Capture(folder, device, entry.kind, open_port).open_port
