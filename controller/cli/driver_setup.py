"""What a driver process is told: where its device is, and its options, from the table file."""

from pathlib import Path

from config.barcode_table import codes_file
from config.table import Device, TableAndGame
from drivers.camera.status import CameraPlace, camera_run_dir
from drivers.emulate.emulators import device_path
from drivers.finding.matched_place import MatchedPlace
from drivers.runtime.place import PortPlace


def driver_port(directory: Path, device: str, entry: Device) -> Path | PortPlace:
    """The device's port: found by what its USB device says, emulated, or as written."""
    if entry.match is not None:
        return MatchedPlace(entry.match)
    if entry.is_camera:
        return CameraPlace(device, device_path(camera_run_dir(directory), device))
    return device_path(directory, device) if entry.is_emulated else Path(entry.port)


def driver_options(loaded: TableAndGame, table_file: Path, entry: Device) -> dict[str, str]:
    """The options of the device's variant, as text."""
    if entry.is_camera:
        return {"source": "camera"}
    if entry.source == "barcode":
        return {
            "source": "barcode",
            "codes": str(codes_file(table_file, entry.codes)),
            "same-pass-ms": str(entry.same_pass_ms),
        }
    if entry.backend is None:
        return {}
    return _lamp_options(loaded, entry) if entry.kind == "lamps" else _pad_options(entry)


def _lamp_options(loaded: TableAndGame, entry: Device) -> dict[str, str]:
    seats = loaded.table.seats
    bank, action = entry.bank_pins, entry.action_pins
    if entry.backend == "mock" and not (bank or action):
        bank, action = tuple(range(seats)), tuple(range(seats, 2 * seats))
    return {
        "backend": str(entry.backend),
        "bank-pins": ",".join(map(str, bank)),
        "action-pins": ",".join(map(str, action)),
    }


def _pad_options(entry: Device) -> dict[str, str]:
    return {
        "backend": str(entry.backend),
        "row-pins": ",".join(map(str, entry.row_pins)),
        "column-pins": ",".join(map(str, entry.column_pins)),
        "keys": "/".join(",".join(row) for row in entry.keys),
        "echo-pin": "" if entry.echo_pin is None else str(entry.echo_pin),
        "debounce-ms": str(entry.debounce_ms),
        "long-press-ms": str(entry.long_press_ms),
    }
