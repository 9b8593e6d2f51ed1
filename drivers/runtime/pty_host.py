"""A pseudo-terminal that stands for a device's cable: a stable name, unplug and replug."""

import asyncio
import contextlib
import os
import tty
from collections.abc import Callable
from pathlib import Path
from typing import Final

READ_SIZE: Final = 4096


class PtyHost:
    """The device's end of a serial line; the driver opens the link at `path`."""

    def __init__(self, path: Path, on_bytes: Callable[[bytes], None]) -> None:
        self.path = path
        self._on_bytes = on_bytes
        self._ends: tuple[int, int] | None = None

    @property
    def is_plugged(self) -> bool:
        """Whether the line exists."""
        return self._ends is not None

    def plug(self) -> None:
        """Make the line and its name; plugging twice is harmless."""
        if self._ends is not None:
            return
        master, slave = os.openpty()
        # The driver's end must be raw before anybody writes, or the line echoes.
        tty.setraw(slave)
        os.set_blocking(master, False)
        self._ends = (master, slave)
        asyncio.get_running_loop().add_reader(master, self._read, master)
        self._link(os.ttyname(slave))

    def unplug(self) -> None:
        """Pull the cable: the name vanishes and whoever has the port open loses it."""
        if self._ends is None:
            return
        master, slave = self._ends
        self._ends = None
        asyncio.get_running_loop().remove_reader(master)
        with contextlib.suppress(FileNotFoundError):
            self.path.unlink()
        os.close(master)
        os.close(slave)

    def write(self, data: bytes) -> None:
        """Send bytes; like a real line it drops what nobody takes."""
        if self._ends is None or not data:
            return
        with contextlib.suppress(BlockingIOError):
            os.write(self._ends[0], data)

    def _link(self, target: str) -> None:
        self.path.parent.mkdir(parents=True, exist_ok=True)
        fresh = self.path.with_name(f".{self.path.name}.new")
        with contextlib.suppress(FileNotFoundError):
            fresh.unlink()
        fresh.symlink_to(target)
        fresh.replace(self.path)

    def _read(self, master: int) -> None:
        try:
            data = os.read(master, READ_SIZE)
        except (BlockingIOError, OSError):
            return
        self._on_bytes(data)
