"""The seat lamps on GPIO pins."""

from collections.abc import Sequence

from config.device import Backend
from drivers.runtime.pins import PinBoard


class LampPins:
    """One bank lamp and one action lamp per seat; pins are listed from seat 1 on."""

    def __init__(self, backend: Backend | None, bank: Sequence[int], action: Sequence[int]) -> None:
        self._board = PinBoard(backend)
        self._lamps = {
            f"{name}-{seat}": self._board.output(pin)
            for name, pins in (("bank", bank), ("action", action))
            for seat, pin in enumerate(pins, start=1)
        }

    def show(self, bank: int | None, action: int | None) -> frozenset[str]:
        """Light these two lamps and no other; returns the lamps that do not follow."""
        wanted = {f"bank-{bank}", f"action-{action}"}
        for name, lamp in self._lamps.items():
            lamp.switch(name in wanted)
        return self.disobeying(bank, action)

    def disobeying(self, bank: int | None, action: int | None) -> frozenset[str]:
        """Read every lamp back; returns those that differ from the order."""
        wanted = {f"bank-{bank}", f"action-{action}"}
        return frozenset(
            name for name, lamp in self._lamps.items() if lamp.is_on != (name in wanted)
        )

    def has_seat(self, seat: int | None) -> bool:
        """Whether the table has lamps for this seat; no seat needs none."""
        return seat is None or f"bank-{seat}" in self._lamps

    def close(self) -> None:
        """Turn every lamp off and give the pins back."""
        for lamp in self._lamps.values():
            lamp.close()
        self._board.close()
