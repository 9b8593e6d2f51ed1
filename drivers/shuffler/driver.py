"""The shuffler's driver: the relay with the shuffler's protocol."""

from collections.abc import Mapping
from pathlib import Path

from drivers.runtime.place import PortPlace
from drivers.runtime.serial_driver import run_serial_driver
from drivers.runtime.stop_switch import StopSwitch
from drivers.shuffler.protocol import ShufflerProtocol


def run(
    device: str, run_dir: Path, port: Path | PortPlace, options: Mapping[str, str], stop: StopSwitch
) -> None:
    """Drive one shuffler until stopped."""
    run_serial_driver(device, ShufflerProtocol(), run_dir, port, options, stop)
