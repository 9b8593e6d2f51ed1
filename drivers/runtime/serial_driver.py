"""Puts a serial driver together: bus client, port, relay."""

from collections.abc import Callable, Mapping
from pathlib import Path

from controller.bus.client import DeviceClient
from controller.bus.endpoints import endpoint
from drivers.runtime.bus import BusClient
from drivers.runtime.capture import Capture, CaptureError
from drivers.runtime.device_protocol import DeviceProtocol
from drivers.runtime.place import OpenPort, PortPlace
from drivers.runtime.port import Port
from drivers.runtime.relay import Relay
from drivers.runtime.stop_switch import StopSwitch


class DriverOptionError(ValueError):
    """An option of the table file means nothing to the driver, or is wrong."""


def connect(run_dir: Path, device: str, device_kind: str) -> BusClient:
    """The driver's place on the bus of the table that runs in this directory."""
    # Refuses a path too long for a socket before anything is open.
    endpoint(run_dir, "devices")
    return DeviceClient(run_dir, device, device_kind)


def run_serial_driver(
    device: str,
    protocol: DeviceProtocol,
    run_dir: Path,
    port: Path | PortPlace,
    options: Mapping[str, str],
    stop: StopSwitch,
) -> None:
    """Relay between one serial device and the daemon until stopped."""
    for name in options:
        if name != "capture":
            raise DriverOptionError(f"{device}: no option {name}; remove it from the table file")
    open_port = _port_opening(device, protocol.kind, options.get("capture"))
    client = connect(run_dir, device, protocol.kind)
    try:
        Relay(device, protocol, port, client, stop, open_port=open_port).run()
    finally:
        client.close()


def _port_opening(device: str, kind: str, folder: str | None) -> Callable[[Path, int], OpenPort]:
    if folder is None:
        return Port
    try:
        return Capture(Path(folder), device, kind).open_port
    except CaptureError as error:
        raise DriverOptionError(f"{device}: {error}") from None
