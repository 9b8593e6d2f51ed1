"""The dice cup's driver: the relay to a cup that reads its dice, or to a camera above one."""

from collections.abc import Mapping
from pathlib import Path

from drivers.camera.driver import SOURCE, run_camera_driver
from drivers.dice_cup.protocol import DiceCupProtocol
from drivers.runtime.place import PortPlace
from drivers.runtime.serial_driver import run_serial_driver
from drivers.runtime.stop_switch import StopSwitch


def run(
    device: str, run_dir: Path, port: Path | PortPlace, options: Mapping[str, str], stop: StopSwitch
) -> None:
    """Drive one dice cup until stopped."""
    if options.get("source") == SOURCE:
        run_camera_driver(device, DiceCupProtocol(), run_dir, port, options, stop)
        return
    run_serial_driver(device, DiceCupProtocol(), run_dir, port, options, stop)
