"""The shoe's driver: the relay to a shoe reader or a camera, or a scanner at a plain shoe."""

from collections.abc import Mapping
from pathlib import Path

from drivers.camera.driver import SOURCE, run_camera_driver
from drivers.runtime.place import PortPlace
from drivers.runtime.serial_driver import run_serial_driver
from drivers.runtime.stop_switch import StopSwitch
from drivers.shoe.barcode import run_barcode_shoe
from drivers.shoe.protocol import ShoeProtocol


def run(
    device: str, run_dir: Path, port: Path | PortPlace, options: Mapping[str, str], stop: StopSwitch
) -> None:
    """Drive one shoe until stopped; the option `source` says what else reads the cards."""
    if options.get("source") == "barcode":
        run_barcode_shoe(device, run_dir, port, options, stop)
    elif options.get("source") == SOURCE:
        run_camera_driver(device, ShoeProtocol(), run_dir, port, options, stop)
    else:
        run_serial_driver(device, ShoeProtocol(), run_dir, port, options, stop)
