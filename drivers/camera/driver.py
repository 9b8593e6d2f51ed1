"""The driver of a camera device: the relay of its kind, with the camera's own reasons."""

from collections.abc import Mapping
from pathlib import Path

from drivers.camera.status import CameraPlace
from drivers.runtime.device_protocol import DeviceProtocol
from drivers.runtime.place import PortPlace
from drivers.runtime.relay import Relay
from drivers.runtime.serial_driver import connect, run_serial_driver
from drivers.runtime.stop_switch import StopSwitch

SOURCE = "camera"


def run_camera_driver(
    device: str,
    protocol: DeviceProtocol,
    run_dir: Path,
    port: Path | PortPlace,
    options: Mapping[str, str],
    stop: StopSwitch,
) -> None:
    """Relay between the vision process of one device and the daemon until stopped."""
    others = {name: value for name, value in options.items() if name != "source"}
    if others or not isinstance(port, CameraPlace):
        run_serial_driver(device, protocol, run_dir, port, others, stop)
        return
    client = connect(run_dir, device, protocol.kind)
    try:
        Relay(device, protocol, port, client, stop, open_port=port.open_port).run()
    finally:
        client.close()
