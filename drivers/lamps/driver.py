"""The driver of lamps on GPIO pins, which is the device itself."""

import logging
import time
from collections.abc import Callable
from pathlib import Path

from config.device import MOST_SEATS, GpioLampsEntry, MockLampsEntry
from controller.bus.messages import Ack, Command, DaemonMessage, DriverMessage, Refused
from controller.facts.events import DeviceConnected, LampsShown, LampStuck
from controller.facts.orders import Order, ShowLamps
from drivers.lamps.pins import LampPins
from drivers.runtime.bus import BusClient
from drivers.runtime.outbox import Outbox
from drivers.runtime.relay import driver_boot
from drivers.runtime.serial_driver import connect
from drivers.runtime.stop_switch import StopSwitch

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


def run_lamps(
    device: str, entry: GpioLampsEntry | MockLampsEntry, run_dir: Path, stop: StopSwitch
) -> None:
    """Drive lamps on pins until stopped."""
    pins = open_pins(entry)
    client = connect(run_dir, device, "lamps")
    try:
        LampsDriver(device, pins, client, stop).run()
    finally:
        client.close()
        pins.close()


def open_pins(entry: GpioLampsEntry | MockLampsEntry) -> LampPins:
    """The lamps as the table file lists them; without any, pins that are not there."""
    if isinstance(entry, MockLampsEntry):
        return LampPins("mock", range(MOST_SEATS), range(MOST_SEATS, 2 * MOST_SEATS))
    return LampPins(entry.backend, entry.bank_pins, entry.action_pins)
