"""What every machine of the rig can do, be it emulated or a container."""

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Final, Protocol

# Whatever takes longer than this will not come; emulated on a busy machine all takes its time.
PATIENCE_S: Final = float(os.environ.get("RIG_PATIENCE", "1200"))


class Shell(Protocol):
    """Root's commands in there."""

    def must(self, command: str, within_s: float) -> str:
        """Run a command that may not fail."""

    def until(self, command: str, within_s: float) -> str:
        """Run a command again and again until it succeeds."""

    def write(self, path: str, content: bytes, within_s: float) -> None:
        """Write a small file over there."""


class Switched(Protocol):
    """A machine with a card, a switch and cables."""

    @property
    def shell(self) -> Shell:
        """Root's shell, while it runs."""

    @property
    def hands(self) -> str | None:
        """The socket in there by which the host's devices are moved, where one reaches in."""

    @property
    def promises(self) -> Mapping[str, str]:
        """What can be seen of a card's promises in there, and by which command."""

    def entry(self, device: str) -> str:
        """Where a device is, as lines of the table file."""

    def on(self) -> None:
        """Switch it on."""

    def await_system(self, within_s: float) -> None:
        """Wait until its shell answers."""

    def reach(self) -> None:
        """After each start: let the host's people ask the table's daemon."""

    def cut(self) -> None:
        """Take the power away."""

    def off(self, within_s: float) -> None:
        """Let it switch itself off."""

    def unplug(self, device: str) -> None:
        """Pull a cable."""

    def plug(self, device: str) -> None:
        """Plug it in again."""

    def bite(self) -> str:
        """Let something hang until a watchdog ends it; tells which did."""

    def bring(self, bundle: Path) -> str:
        """Carry a bundle in; gives the folder it is in over there."""

    def record(self) -> Path:
        """The folder of records, read off the card of a machine that is off."""

    def close(self) -> None:
        """Leave nothing behind."""
