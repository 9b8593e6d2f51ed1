"""The lamps' driver: lamps on GPIO pins, or the relay to a serial lamp board."""

import logging
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Final

from controller.bus.messages import Ack, Command, DaemonMessage, DriverMessage, Refused
from controller.facts.events import DeviceConnected, LampsShown, LampStuck
from controller.facts.orders import Order, ShowLamps
from drivers.lamps.pins import LampPins
from drivers.lamps.protocol import LampsProtocol
from drivers.runtime.bus import BusClient
from drivers.runtime.outbox import Outbox
from drivers.runtime.pin_backend import PinError
from drivers.runtime.place import PortPlace
from drivers.runtime.relay import driver_boot
from drivers.runtime.serial_driver import DriverOptionError, connect, run_serial_driver
from drivers.runtime.stop_switch import StopSwitch

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
        self._client = client
        self._stop = stop
        self._clock = clock
        self._outbox = Outbox(device, "lamps", driver_boot())
        self._shown: tuple[int | None, int | None] | None = None
        self._stuck: frozenset[str] = frozenset()

    def run(self) -> None:
        """Show what is ordered until stopped."""
        connected = DeviceConnected(device=self._device, device_kind="lamps", firmware="gpio")
        self._send(self._outbox.greet())
        self._send(self._outbox.report_own(connected, self._clock()))
        while not self._stop.is_thrown:
            patience = max(0.0, self._outbox.next_due() - self._clock())
            self._client.wait([self._stop.fileno()], patience)
            for message in self._client.receive():
                self._take(message)
            self._send(self._outbox.tick(self._clock()))

    def _take(self, message: DaemonMessage) -> None:
        match message:
            case Ack():
                self._send(self._outbox.acknowledge(message, self._clock()))
            case Command(order=order):
                self._command(order)
            case Refused():
                self._outbox.refused(message)
        self._send(self._outbox.heard(self._clock()))

    def _command(self, order: Order) -> None:
        if not isinstance(order, ShowLamps):
            _log.warning("%s: has no part in %s; see the table file", self._device, order.kind)
        elif not (self._pins.has_seat(order.bank) and self._pins.has_seat(order.action)):
            _log.error("%s: no lamps for that seat; list its pins in the table file", self._device)
        else:
            self._show(order.bank, order.action)

    def _show(self, bank: int | None, action: int | None) -> None:
        stuck = self._pins.show(bank, action)
        for lamp in sorted(stuck - self._stuck):
            self._send(self._outbox.report_own(LampStuck(lamp=lamp), self._clock()))
        self._stuck = stuck
        shown = None if stuck else (bank, action)
        if shown is not None and shown != self._shown:
            self._send(self._outbox.report_own(LampsShown(bank=bank, action=action), self._clock()))
        self._shown = shown

    def _send(self, messages: list[DriverMessage]) -> None:
        for message in messages:
            self._client.send(message)


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
