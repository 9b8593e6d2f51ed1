"""The barcode shoe's driver: a scanner at the lip of a plain shoe; the driver is the device."""

import logging
import time
from collections.abc import Callable
from pathlib import Path
from typing import Final

from config.barcode_table import BarcodeTable
from config.device import BarcodeEntry
from controller.bus.messages import Command
from controller.facts.events import CardUnreadable, DeviceConnected, DeviceLost, Event
from controller.facts.phrase import Reason
from drivers.runtime.bus import BusClient
from drivers.runtime.kept_events import EVENT_LINE, KeptEvents, kept_file
from drivers.runtime.place import OpenPort, PortPlace
from drivers.runtime.port import Port, PortError
from drivers.runtime.port_opener import PortOpener
from drivers.runtime.relay import ABSENT_AFTER_S
from drivers.runtime.serial_driver import connect
from drivers.runtime.stop_switch import StopSwitch
from drivers.runtime.uplink import KeptUplink, driver_boot
from drivers.shoe.barcode_codes import CodeReader, PassFilter, event_of
from drivers.shoe.keyboard import KeyboardPort, is_input_device
from drivers.wire.link_counts import STATISTICS_S, LinkCounts

KIND: Final = "shoe"
BAUD: Final = 9600
# Scanners set to wait for their host give their good-read signal on this byte.
RECORDED: Final = b"\x06"

_log = logging.getLogger(__name__)


def open_scanner(path: Path, baud: int) -> OpenPort:
    """A scanner on a serial line, or one that types."""
    return KeyboardPort.open(path) if is_input_device(path) else Port(path, baud)


class BarcodeShoeDriver:
    """Reads codes, publishes what they stand for, keeps it until it is in the record."""

    def __init__(
        self,
        device: str,
        port: Path | PortPlace,
        table: BarcodeTable,
        same_pass_s: float,
        client: BusClient,
        kept: KeptEvents[Event],
        stop: StopSwitch,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.counts = LinkCounts()
        self._device = device
        self._table = table
        self._stop = stop
        self._clock = clock
        self._uplink = KeptUplink(device, KIND, client, kept)
        self._boot = kept.boot
        self._opener = PortOpener(device, port, BAUD, open_scanner)
        self._port: OpenPort | None = None
        self._reader = CodeReader()
        self._passes = PassFilter(same_pass_s)
        self._lost_reason: Reason | None = None
        self._started = clock()
        self._absent_due = self._started + ABSENT_AFTER_S
        self._statistics_due = self._started + STATISTICS_S

    def run(self) -> None:
        """Read until stopped."""
        self._uplink.start(self._clock())
        try:
            while not self._stop.is_thrown:
                self._turn()
        finally:
            self._close_port()

    def _turn(self) -> None:
        self._open_port()
        now = self._clock()
        ready = self._uplink.wait(self._descriptors(), now, self._next_due(now))
        if self._port is not None and self._port.fileno() in ready:
            self._read_port(self._port)
        for message in self._uplink.receive(self._clock()):
            if isinstance(message, Command):
                self._uplink.decline(message.order)
            else:
                self._answer_scanner()
        self._tick(self._clock())

    def _descriptors(self) -> list[int]:
        stop = self._stop.fileno()
        return [stop] if self._port is None else [stop, self._port.fileno()]

    def _next_due(self, now: float) -> float:
        due = min(self._absent_due, self._statistics_due)
        return min(due, self._opener.next_due(now)) if self._port is None else due

    def _tick(self, now: float) -> None:
        self._uplink.tick(now)
        if now >= self._absent_due:
            self._report_lost(self._opener.end_grace())
        if now >= self._statistics_due:
            self._statistics_due = now + STATISTICS_S
            is_linked = self._port is not None
            self._uplink.send(self.counts.report(self._device, is_linked, now - self._started))

    def _open_port(self) -> None:
        if self._port is not None:
            return
        now = self._clock()
        self._port = self._opener.try_open(now)
        if self._port is not None:
            self._opener.settle()
            self._reader = CodeReader()
            self._lost_reason = None
            self._absent_due = float("inf")
            self._statistics_due = now
            self.counts.links += 1
            connected = DeviceConnected(
                device=self._device,
                device_kind=KIND,
                firmware="barcode scanner",
                boot=self._boot,
            )
            self._uplink.note(connected, now)

    def _close_port(self) -> None:
        if self._port is not None:
            self._port.close()
            self._port = None

    def _read_port(self, port: OpenPort) -> None:
        try:
            data = port.read()
        except PortError as error:
            self._drop_port(error)
            return
        now = self._clock()
        for code in self._reader.feed(data):
            self._take_code(code, now)

    def _drop_port(self, error: PortError) -> None:
        self._close_port()
        _log.warning("%s: %s", self._device, error)
        self._report_lost(error.reason)

    def _take_code(self, code: str, now: float) -> None:
        self.counts.frames.good += 1
        if not self._passes.is_new(code, now):
            self.counts.resends += 1
            self._answer_scanner()
            return
        event = event_of(self._table, code)
        if isinstance(event, CardUnreadable):
            _log.warning("%s: no meaning for code %r; see the code table", self._device, code)
            self.counts.breaches += 1
        self._uplink.keep(event, now)

    def _answer_scanner(self) -> None:
        if self._port is None:
            return
        try:
            self._port.write(RECORDED)
        except PortError as error:
            self._drop_port(error)
        else:
            self.counts.sent += 1

    def _report_lost(self, reason: Reason) -> None:
        self._absent_due = float("inf")
        if reason != self._lost_reason:
            self._lost_reason = reason
            self._statistics_due = self._clock()
            self._uplink.note(DeviceLost(device=self._device, reason=reason), self._clock())


def run_barcode_shoe(
    device: str,
    entry: BarcodeEntry,
    codes: BarcodeTable,
    port: Path | PortPlace,
    run_dir: Path,
    stop: StopSwitch,
) -> None:
    """Drive one barcode shoe until stopped."""
    kept = KeptEvents(kept_file(run_dir, device), EVENT_LINE, driver_boot())
    client = connect(run_dir, device, KIND)
    try:
        pass_s = entry.same_pass_ms / 1000
        BarcodeShoeDriver(device, port, codes, pass_s, client, kept, stop).run()
    finally:
        client.close()
        kept.close()
