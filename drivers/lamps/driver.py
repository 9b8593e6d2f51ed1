"""The driver of lamps on GPIO pins, which is the device itself."""

import logging
import time
from collections.abc import Callable
from pathlib import Path

from config.device import MOST_SEATS, GpioLampsEntry, MockLampsEntry
from controller.bus.messages import Command
from controller.facts.events import DeviceConnected, LampsShown, LampStuck
from controller.facts.orders import Order, ShowLamps
from drivers.lamps.pins import LampPins
from drivers.runtime.bus import BusClient
from drivers.runtime.serial_driver import connect
from drivers.runtime.stop_switch import StopSwitch
from drivers.runtime.uplink import Uplink

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
