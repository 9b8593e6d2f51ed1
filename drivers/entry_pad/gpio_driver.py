"""The entry pad as a key matrix on GPIO pins: this driver is the device."""

import time
from collections.abc import Callable
from pathlib import Path
from typing import Final

from config.device import GpioPadEntry
from controller.bus.messages import Ack
from controller.facts.events import DeviceConnected, Event
from drivers.entry_pad.debounce import Edge, Pad, Press, Times, debounce, is_quiet, next_due
from drivers.entry_pad.matrix import KeyMatrix
from drivers.entry_pad.protocol import EntryPadProtocol, wall_clock_ms
from drivers.runtime.bus import BusClient
from drivers.runtime.kept_events import EVENT_LINE, KeptEvents, kept_file
from drivers.runtime.pins import Output, PinBoard
from drivers.runtime.serial_driver import connect
from drivers.runtime.stop_switch import StopSwitch
from drivers.runtime.uplink import KeptUplink, driver_boot
from drivers.wire.codec import wire_message

KIND: Final = "entry-pad"
SCAN_S: Final = 0.002
ECHO_S: Final = 0.08


class GpioPadDriver:
    """Scans while a key is touched, judges the edges, reports what the keys stand for."""

    def __init__(
        self,
        device: str,
        matrix: KeyMatrix,
        echo: Output | None,
        times: Times,
        client: BusClient,
        kept: KeptEvents[Event],
        stop: StopSwitch,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._device = device
        self._matrix = matrix
        self._echo = echo
        self._times = times
        self._uplink = KeptUplink(device, KIND, client, kept)
        self._stop = stop
        self._clock = clock
        self._protocol = EntryPadProtocol(wall_clock_ms)
        self._closed: frozenset[str] = frozenset()
        self._pad: Pad = {}
        self._echo_ends = float("inf")

    def run(self) -> None:
        """Report key presses until stopped."""
        # A key held since before the start must be let go first to count.
        self._closed = self._matrix.scan()
        self._uplink.start(self._clock())
        connected = DeviceConnected(device=self._device, device_kind=KIND, firmware="gpio")
        self._uplink.note(connected, self._clock())
        while not self._stop.is_thrown:
            self._turn()

    def _turn(self) -> None:
        descriptors = [self._stop.fileno(), self._matrix.fileno()]
        now = self._clock()
        ready = self._uplink.wait(descriptors, now, self._next_due(now))
        if self._matrix.fileno() in ready or self._closed or not is_quiet(self._pad):
            self._look()
        for message in self._uplink.receive(self._clock()):
            # The prompt is the only order for a pad, and these keys have no display.
            if isinstance(message, Ack):
                self._show_echo()
        self._tick(self._clock())

    def _next_due(self, now: float) -> float:
        if self._closed or not is_quiet(self._pad):
            return now + SCAN_S
        return min(self._echo_ends, next_due(self._pad, self._times))

    def _look(self) -> None:
        closed = self._matrix.scan()
        now = self._clock()
        edges = [Edge(key, key in closed, now) for key in sorted(closed ^ self._closed)]
        self._closed = closed
        self._pad, presses = debounce(self._pad, edges, now, self._times)
        for press in presses:
            self._report(press)

    def _report(self, press: Press) -> None:
        length = "long" if press.is_long else "short"
        event = self._protocol.event(wire_message("key_pressed", key=press.key, press=length))
        if event is not None:
            self._uplink.keep(event, self._clock())

    def _tick(self, now: float) -> None:
        self._uplink.tick(now)
        if now >= self._echo_ends and self._echo is not None:
            self._echo_ends = float("inf")
            self._echo.switch(False)

    def _show_echo(self) -> None:
        if self._echo is not None:
            self._echo.switch(True)
            self._echo_ends = self._clock() + ECHO_S


def run_gpio_pad(device: str, entry: GpioPadEntry, run_dir: Path, stop: StopSwitch) -> None:
    """Drive one key matrix until stopped."""
    times = Times(entry.debounce_ms / 1000, entry.long_press_ms / 1000)
    board = PinBoard(entry.backend)
    matrix, echo = open_matrix(board, entry)
    kept = KeptEvents(kept_file(run_dir, device), EVENT_LINE, driver_boot())
    client = connect(run_dir, device, KIND)
    try:
        GpioPadDriver(device, matrix, echo, times, client, kept, stop).run()
    finally:
        client.close()
        kept.close()
        matrix.close()
        board.close()


def open_matrix(board: PinBoard, entry: GpioPadEntry) -> tuple[KeyMatrix, Output | None]:
    """The matrix as the table file lists it, and the pin that echoes a recorded press."""
    echo = None if entry.echo_pin is None else board.output(entry.echo_pin)
    return KeyMatrix(board, entry.row_pins, entry.column_pins, entry.keys), echo
