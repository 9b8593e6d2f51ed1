"""The entry pad's driver: the relay with the entry pad's protocol."""

from collections.abc import Mapping
from pathlib import Path

from drivers.entry_pad.protocol import EntryPadProtocol
from drivers.link.serial_driver import run_serial_driver
from drivers.link.stop_switch import StopSwitch


def run(
    device: str, run_dir: Path, port: Path, options: Mapping[str, str], stop: StopSwitch
) -> None:
    """Drive one entry pad until stopped."""
    run_serial_driver(device, EntryPadProtocol(), run_dir, port, options, stop)
