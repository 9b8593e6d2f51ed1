"""Which drivers answer: pure, told the time."""

from typing import Final

SILENT_AFTER_S: Final = 4.0


class Liveness:
    """Remembers when each driver was last heard."""

    def __init__(self) -> None:
        self._heard: dict[str, float] = {}

    def heard(self, device: str, now: float) -> None:
        """Any message counts."""
        self._heard[device] = now

    def fallen_silent(self, now: float) -> list[str]:
        """Name each driver once when it has been silent too long."""
        silent = [name for name, at in self._heard.items() if now - at > SILENT_AFTER_S]
        for name in silent:
            del self._heard[name]
        return silent
