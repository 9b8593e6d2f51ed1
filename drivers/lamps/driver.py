"""The lamps' driver: lamps on GPIO pins, or the relay to a serial lamp board."""

import logging
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Final

from controller.bus.messages import Command
from controller.facts.events import DeviceConnected, LampsShown, LampStuck
from controller.facts.orders import Order, ShowLamps
from drivers.lamps.pins import LampPins
from drivers.lamps.protocol import LampsProtocol
from drivers.runtime.bus import BusClient
from drivers.runtime.pin_backend import PinError
from drivers.runtime.place import PortPlace
from drivers.runtime.serial_driver import DriverOptionError, connect, run_serial_driver
from drivers.runtime.stop_switch import StopSwitch
from drivers.runtime.uplink import Uplink

OPTIONS: Final = ("backend", "bank-pins", "action-pins")

_log = logging.getLogger(__name__)


class LampsDriver:
    """Lamps without a wire: this driver is the device, with its own boot and numbering."""

    def __init__(
        self,
        device: str,
        pins: LampPins,
        client: BusClient,
        stop: StopSwitch,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._device = device
        self._pins = pins
        self._uplink = Uplink(device, "lamps", client)
        self._stop = stop
        self._clock = clock
        self._shown: tuple[int | None, int | None] | None = None
        self._stuck: frozenset[str] = frozenset()

    def run(self) -> None:
        """Show what is ordered until stopped."""
        connected = DeviceConnected(device=self._device, device_kind="lamps", firmware="gpio")
        self._uplink.greet()
        self._uplink.note(connected, self._clock())
        while not self._stop.is_thrown:
            self._uplink.wait([self._stop.fileno()], self._clock())
            for message in self._uplink.receive(self._clock()):
                if isinstance(message, Command):
                    self._command(message.order)
            self._uplink.tick(self._clock())

    def _command(self, order: Order) -> None:
        if not isinstance(order, ShowLamps):
            self._uplink.decline(order)
        elif not (self._pins.has_seat(order.bank) and self._pins.has_seat(order.action)):
            _log.error("%s: no lamps for that seat; list its pins in the table file", self._device)
        else:
            self._show(order.bank, order.action)

    def _show(self, bank: int | None, action: int | None) -> None:
        stuck = self._pins.show(bank, action)
        for lamp in sorted(stuck - self._stuck):
            self._uplink.note(LampStuck(lamp=lamp), self._clock())
        self._stuck = stuck
        shown = None if stuck else (bank, action)
        if shown is not None and shown != self._shown:
            self._uplink.note(LampsShown(bank=bank, action=action), self._clock())
        self._shown = shown


def run(
    device: str, run_dir: Path, port: Path | PortPlace, options: Mapping[str, str], stop: StopSwitch
) -> None:
    """Drive the lamps until stopped; an option `backend` means GPIO pins, none a serial board."""
    if "backend" not in options:
        run_serial_driver(device, LampsProtocol(), run_dir, port, options, stop)
        return
    pins = open_pins(device, options)
    client = connect(run_dir, device, "lamps")
    try:
        LampsDriver(device, pins, client, stop).run()
    finally:
        client.close()
        pins.close()


def open_pins(device: str, options: Mapping[str, str]) -> LampPins:
    """The lamps as the table file lists them: `bank-pins` and `action-pins`, seat 1 first."""
    for name in options:
        if name not in OPTIONS:
            raise DriverOptionError(f"{device}: no option {name}; use {', '.join(OPTIONS)}")
    bank, action = (
        _pin_list(device, options, "bank-pins"),
        _pin_list(device, options, "action-pins"),
    )
    try:
        return LampPins(options["backend"], bank, action)
    except PinError as error:
        raise DriverOptionError(f"{device}: {error}") from None


def _pin_list(device: str, options: Mapping[str, str], name: str) -> list[int]:
    try:
        return [int(pin) for pin in options[name].split(",")]
    except (KeyError, ValueError):
        raise DriverOptionError(
            f"{device}: {name} must list GPIO numbers, seat 1 first, as in 5,6,13"
        ) from None
