"""The entry pad's driver: a key matrix on GPIO pins, or the relay to a serial pad."""

from collections.abc import Mapping
from pathlib import Path

from drivers.entry_pad.protocol import EntryPadProtocol, wall_clock_ms
from drivers.runtime.place import PortPlace
from drivers.runtime.serial_driver import run_serial_driver
from drivers.runtime.stop_switch import StopSwitch


def run(
    device: str, run_dir: Path, port: Path | PortPlace, options: Mapping[str, str], stop: StopSwitch
) -> None:
    """Drive one entry pad until stopped; an option `backend` means GPIO pins."""
    if "backend" in options:
        # Imported on demand: a serial pad needs no GPIO library.
        from drivers.entry_pad.gpio_driver import run_gpio_pad

        run_gpio_pad(device, run_dir, options, stop)
        return
    run_serial_driver(device, EntryPadProtocol(wall_clock_ms), run_dir, port, options, stop)
