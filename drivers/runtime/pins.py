"""GPIO pins by gpiozero, on whichever library moves them."""

from collections.abc import Callable, Mapping
from typing import Any, Final, TypeVar

from gpiozero import LED

from config.device import Backend
from drivers.runtime.pin_backend import PinError, chosen_backend

Made = TypeVar("Made")


def _mock_factory() -> Any:
    from gpiozero.pins.mock import MockFactory

    return MockFactory()


def _lgpio_factory() -> Any:
    from gpiozero.pins.lgpio import LGPIOFactory

    return LGPIOFactory()


def _gpiod_factory() -> Any:
    from drivers.runtime.gpiod_pins import GpiodFactory

    return GpiodFactory()


# Never gpiozero's own choice, which differs between models of the Pi.
FACTORIES: Final[Mapping[str, Callable[[], Any]]] = {
    "mock": _mock_factory,
    "lgpio": _lgpio_factory,
    "gpiod": _gpiod_factory,
}


class Output:
    """A pin that is switched and read back."""

    def __init__(self, led: Any) -> None:
        self._led = led

    @property
    def is_on(self) -> bool:
        """What the pin really shows."""
        return bool(self._led.value)

    def switch(self, on: bool) -> None:
        """Switch the pin."""
        self._led.value = on

    def close(self) -> None:
        """Switch off and give the pin back."""
        self._led.close()


class Line:
    """A line of a key matrix: let go, or pulled low; its level is read raw, never debounced."""

    def __init__(self, pin: Any) -> None:
        self._pin = pin
        self._on_edge: Callable[[], None] | None = None
        self.release()

    @property
    def is_low(self) -> bool:
        """Whether somebody pulls the line low."""
        return not self._pin.state

    def release(self) -> None:
        """Let the line go; its pull-up raises it."""
        self._pin.input_with_pull("up")

    def pull_low(self) -> None:
        """Pull the line low."""
        self._pin.output_with_state(0)

    def watch(self, on_edge: Callable[[], None]) -> None:
        """Call at every edge, from whatever thread sees it."""
        self._on_edge = on_edge
        self._pin.edges = "both"
        # Each backend means something else by it; we take every edge and judge ourselves.
        self._pin.bounce = None
        self._pin.when_changed = self._changed

    def close(self) -> None:
        """Give the pin back."""
        self._pin.close()

    def _changed(self, ticks: int, state: int) -> None:
        del ticks, state
        if self._on_edge is not None:
            self._on_edge()


class PinBoard:
    """The pins of one backend."""

    def __init__(self, backend: Backend | None) -> None:
        self._backend = chosen_backend(backend)
        self._factory = self._try(FACTORIES[self._backend])

    def output(self, pin: int) -> Output:
        """A pin to switch."""
        return self._try(lambda: Output(LED(pin, pin_factory=self._factory)))

    def line(self, pin: int) -> Line:
        """A line of a key matrix."""
        return self._try(lambda: Line(self._factory.pin(pin)))

    def close(self) -> None:
        """Give every pin back."""
        self._factory.close()

    def _try(self, make: Callable[[], Made]) -> Made:
        try:
            return make()
        except PinError:
            raise
        # Each library has errors of its own, and lgpio's cannot be named where it is absent.
        except Exception as error:
            text = f"backend {self._backend}: {error}; look at the pins in underfelt doctor"
            raise PinError(text) from None
