"""The shoe reader's driver: the relay with the shoe reader's protocol."""

from collections.abc import Mapping
from pathlib import Path

from drivers.link.serial_driver import run_serial_driver
from drivers.link.stop_switch import StopSwitch
from drivers.shoe.protocol import ShoeProtocol


def run(
    device: str, run_dir: Path, port: Path, options: Mapping[str, str], stop: StopSwitch
) -> None:
    """Drive one shoe reader until stopped."""
    run_serial_driver(device, ShoeProtocol(), run_dir, port, options, stop)
