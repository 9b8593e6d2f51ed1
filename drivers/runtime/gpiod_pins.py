"""A gpiozero pin factory on libgpiod 2, the kernel's own interface to pins."""

import errno
import select
from collections.abc import Callable
from dataclasses import replace
from threading import Lock, Thread
from typing import Any, Final

import gpiod
from gpiod.line import Bias, Direction, Edge, Value
from gpiozero import PinFixedPull, PinInvalidFunction, PinSetInput, PinUnknownPi
from gpiozero.pins.local import LocalPiFactory, LocalPiPin

from drivers.runtime.gpio_chip import find_chip
from drivers.runtime.pin_backend import PinError
from drivers.runtime.stop_switch import StopSwitch

CONSUMER: Final = "underfelt"
# Any Pi with forty pins; of a board that is none, only GPIO numbers matter.
PLAIN_HEADER: Final = 0xA02082
BIASES: Final = {"up": Bias.PULL_UP, "down": Bias.PULL_DOWN, "floating": Bias.DISABLED}
PULLS: Final = {bias: pull for pull, bias in BIASES.items()}
EDGES: Final = {"both": Edge.BOTH, "rising": Edge.RISING, "falling": Edge.FALLING}
EDGE_NAMES: Final = {edge: name for name, edge in EDGES.items()}
AT_REST: Final = gpiod.LineSettings(direction=Direction.INPUT, bias=Bias.DISABLED)


class GpiodFactory(LocalPiFactory):  # type: ignore[misc]
    """The pins of the header, each a line of one chip."""

    def __init__(self) -> None:
        super().__init__()
        self._chip = gpiod.Chip(find_chip().path)
        self.pin_class = GpiodPin

    def request(self, line: int, settings: gpiod.LineSettings) -> gpiod.LineRequest:
        """Take a line for ourselves; refused with the name of whoever has it."""
        try:
            return self._chip.request_lines({line: settings}, consumer=CONSUMER)
        except OSError as error:
            if error.errno != errno.EBUSY:
                raise
            user = self._chip.get_line_info(line).consumer or "the system"
            raise PinError(f"pin {line} is used by {user}; end that or give another pin") from None

    def close(self) -> None:
        """Give every line and the chip back."""
        super().close()
        self._chip.close()

    def _get_revision(self) -> int:
        try:
            return int(super()._get_revision())
        except PinUnknownPi:
            return PLAIN_HEADER


class GpiodPin(LocalPiPin):  # type: ignore[misc]
    """One line: taken when the pin is made, let go when it is closed."""

    def __init__(self, factory: GpiodFactory, info: Any) -> None:
        super().__init__(factory, info)
        # gpiod leaves it to us that two threads do not use one request at once.
        self._lock = Lock()
        self._edge = Edge.BOTH
        self._watch: EdgeWatch | None = None
        self._settings = replace(AT_REST, bias=Bias.AS_IS)
        self._request: gpiod.LineRequest | None = factory.request(self._number, self._settings)

    def close(self) -> None:
        """Let the line go as a floating input, so that nothing stays lit."""
        self._set_when_changed(None)
        if self._request is not None:
            self._apply(AT_REST)
            self._request.release()
            self._request = None

    def output_with_state(self, state: int) -> None:
        """Drive the line, from the first moment at this level."""
        self._apply(gpiod.LineSettings(direction=Direction.OUTPUT, output_value=_value(state)))

    def input_with_pull(self, pull: str) -> None:
        """Let the line go, with this pull."""
        if pull not in BIASES or self.info.pull not in (pull, ""):
            raise PinFixedPull(f"{self!r} cannot be pulled {pull}")
        self._apply(gpiod.LineSettings(direction=Direction.INPUT, bias=BIASES[pull]))

    def _get_function(self) -> str:
        return "output" if self._settings.direction is Direction.OUTPUT else "input"

    def _set_function(self, value: str) -> None:
        if value not in ("input", "output"):
            raise PinInvalidFunction(f"{self!r} cannot be {value}")
        if value == "output":
            self.output_with_state(self._get_state())
        else:
            self._apply(AT_REST)

    def _get_state(self) -> int:
        with self._lock:
            return int(bool(self._line().get_value(self._number)))

    def _set_state(self, value: int) -> None:
        if self._get_function() == "input":
            raise PinSetInput(f"{self!r} is an input")
        with self._lock:
            self._line().set_value(self._number, _value(value))

    def _get_pull(self) -> str:
        return PULLS.get(self._settings.bias, "floating")

    def _set_pull(self, value: str) -> None:
        if self._get_function() == "output":
            raise PinFixedPull(f"{self!r} is an output")
        self.input_with_pull(value)

    def _get_edges(self) -> str:
        return EDGE_NAMES[self._edge]

    def _set_edges(self, value: str) -> None:
        self._edge = EDGES[value]
        self._apply(self._settings)

    def _enable_event_detect(self) -> None:
        self._watch = EdgeWatch(self._line().fd, self._report_edges)
        self._apply(self._settings)

    def _disable_event_detect(self) -> None:
        if self._watch is not None:
            self._watch.stop()
            self._watch = None
            self._apply(self._settings)

    def _apply(self, settings: gpiod.LineSettings) -> None:
        # The kernel refuses edges of an output.
        is_watched = self._watch is not None and settings.direction is Direction.INPUT
        self._settings = replace(settings, edge_detection=self._edge if is_watched else Edge.NONE)
        with self._lock:
            self._line().reconfigure_lines({self._number: self._settings})

    def _line(self) -> gpiod.LineRequest:
        # gpiozero hands the same pin out again after it was closed.
        if self._request is None:
            self._request = self.factory.request(self._number, self._settings)
        return self._request

    def _report_edges(self) -> None:
        with self._lock:
            events = self._line().read_edge_events()
        for event in events:
            is_rising = event.event_type is event.Type.RISING_EDGE
            # Not gpiozero's own call, which may ask this thread to wait for its own end.
            if (tell := self._get_when_changed()) is not None:
                tell(event.timestamp_ns / 1e9, int(is_rising))


class EdgeWatch:
    """A thread that waits for the edges of one line."""

    def __init__(self, line: int, on_ready: Callable[[], None]) -> None:
        self._line = line
        self._on_ready = on_ready
        self._stop = StopSwitch()
        self._thread = Thread(target=self._run, name="edges", daemon=True)
        self._thread.start()

    def stop(self) -> None:
        """End the thread; nothing is reported afterwards."""
        self._stop.throw()
        self._thread.join()
        self._stop.close()

    def _run(self) -> None:
        while not self._stop.is_thrown:
            ready, _, _ = select.select([self._line, self._stop.fileno()], [], [])
            if self._line in ready and not self._stop.is_thrown:
                self._on_ready()


def _value(state: int) -> Value:
    return Value.ACTIVE if state else Value.INACTIVE
