"""Puts a serial driver together: bus client, port, relay."""

from pathlib import Path

from controller.bus.client import DeviceClient
from controller.bus.endpoints import endpoint
from drivers.runtime.bus import BusClient
from drivers.runtime.device_protocol import DeviceProtocol
from drivers.runtime.place import OpenPortAt, PortPlace
from drivers.runtime.port import Port
from drivers.runtime.relay import DigestOf, Relay
from drivers.runtime.stop_switch import StopSwitch


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
    stop: StopSwitch,
    open_port: OpenPortAt = Port,
    digest_of: DigestOf | None = None,
) -> None:
    """Relay between one serial device and the daemon until stopped."""
    client = connect(run_dir, device, protocol.kind)
    try:
        relay = Relay(
            device, protocol, port, client, stop, open_port=open_port, digest_of=digest_of
        )
        relay.run()
    finally:
        client.close()
