"""Which drivers answer: pure, told the time."""

from collections.abc import Iterable
from typing import Final

SILENT_AFTER_S: Final = 4.0
# A turn of the loop that takes longer is the daemon's own delay, and no driver's silence.
LONGEST_TURN_S: Final = 0.5


class Liveness:
    """Remembers when each driver was last heard; the daemon's own delays do not count."""

    def __init__(self, devices: Iterable[str], now: float) -> None:
        self._heard = dict.fromkeys(devices, now)
        self._unheard = set(self._heard)
        self._read_at = now

    def sockets_read(self, now: float) -> None:
        """Everything that waited was read; while the daemon did not read, nobody was silent."""
        delay = now - self._read_at - LONGEST_TURN_S
        self._read_at = now
        if delay > 0:
            self._heard = {device: at + delay for device, at in self._heard.items()}

    def heard(self, device: str) -> None:
        """Any message counts."""
        self._heard[device] = self._read_at
        self._unheard.discard(device)

    @property
    def unheard(self) -> frozenset[str]:
        """Devices that are known from the record alone."""
        return frozenset(self._unheard)

    def is_unheard(self, device: str) -> bool:
        """Whether a device is known from the record alone."""
        return device in self._unheard

    def fallen_silent(self) -> list[str]:
        """Name each driver once when it has been silent too long."""
        silent = [name for name, at in self._heard.items() if self._read_at - at > SILENT_AFTER_S]
        for name in silent:
            del self._heard[name]
        return silent
