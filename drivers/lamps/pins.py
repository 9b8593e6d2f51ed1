"""The seat lamps on GPIO pins: the only file that imports gpiozero."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from gpiozero import LED, GPIOZeroError

HIGHEST_PIN: Final = 27


class LampPinError(ValueError):
    """The lamps cannot be set up as the table file says."""


def _mock_factory() -> Any:
    from gpiozero.pins.mock import MockFactory

    return MockFactory()


def _lgpio_factory() -> Any:
    from gpiozero.pins.lgpio import LGPIOFactory

    return LGPIOFactory()


# Named, never guessed: the library's own choice differs between models of the Pi.
FACTORIES: Final[Mapping[str, Callable[[], Any]]] = {
    "mock": _mock_factory,
    "lgpio": _lgpio_factory,
}


class LampPins:
    """One bank lamp and one action lamp per seat; pins are listed from seat 1 on."""

    def __init__(self, backend: str, bank: Sequence[int], action: Sequence[int]) -> None:
        _check(backend, bank, action)
        try:
            self._factory = FACTORIES[backend]()
            self._lamps = {
                f"{name}-{seat}": LED(pin, pin_factory=self._factory)
                for name, pins in (("bank", bank), ("action", action))
                for seat, pin in enumerate(pins, start=1)
            }
        except (GPIOZeroError, ImportError, OSError) as error:
            raise LampPinError(f"backend {backend}: {error}; see the wiring page") from None

    def show(self, bank: int | None, action: int | None) -> frozenset[str]:
        """Light these two lamps and no other; gives the lamps that do not follow."""
        wanted = {f"bank-{bank}", f"action-{action}"}
        for name, lamp in self._lamps.items():
            lamp.value = name in wanted
        return self.disobeying(bank, action)

    def disobeying(self, bank: int | None, action: int | None) -> frozenset[str]:
        """Read every lamp back; gives those that differ from the order."""
        wanted = {f"bank-{bank}", f"action-{action}"}
        return frozenset(
            name for name, lamp in self._lamps.items() if bool(lamp.value) != (name in wanted)
        )

    def has_seat(self, seat: int | None) -> bool:
        """Whether the table has lamps for this seat; no seat needs none."""
        return seat is None or f"bank-{seat}" in self._lamps

    def close(self) -> None:
        """Turn every lamp off and give the pins back."""
        for lamp in self._lamps.values():
            lamp.close()
        self._factory.close()


def _check(backend: str, bank: Sequence[int], action: Sequence[int]) -> None:
    if backend not in FACTORIES:
        raise LampPinError(f"no backend {backend}; use one of {', '.join(FACTORIES)}")
    if len(bank) != len(action) or not 1 <= len(bank) <= 14:
        raise LampPinError("give as many bank pins as action pins, one per seat, 1 to 14 seats")
    pins = [*bank, *action]
    doubles = sorted({pin for pin in pins if pins.count(pin) > 1})
    if doubles:
        raise LampPinError(f"pin {doubles[0]} is used twice; give each lamp its own pin")
    wrong = [pin for pin in pins if not 0 <= pin <= HIGHEST_PIN]
    if wrong:
        raise LampPinError(f"no pin {wrong[0]}; use GPIO numbers 0 to {HIGHEST_PIN}")
