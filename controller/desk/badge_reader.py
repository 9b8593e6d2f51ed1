"""A badge reader that types: its keys are taken from the kernel, and no other program sees them."""

import asyncio
import fcntl
import logging
import os
from collections.abc import Callable
from pathlib import Path
from typing import Final

from controller.desk.typed_keys import EVENT, TypedLines

# Linux: the device's events come to this program alone.
EVIOCGRAB: Final = 0x40044590
AGAIN_S: Final = 2.0
AT_ONCE: Final = 64 * EVENT.size

log = logging.getLogger(__name__)


def grab(descriptor: int) -> None:
    """Keep what the reader types from every other program of the machine."""
    fcntl.ioctl(descriptor, EVIOCGRAB, 1)


class BadgeReader:
    """Reads badges for as long as the desk is open, and hands each to whoever listens last."""

    def __init__(self, device: Path, take: Callable[[int], None] | None = None) -> None:
        self._device = device
        self._take = take or grab
        self._listeners: list[Callable[[str], None]] = []
        self._trouble = ""

    def listen(self, listener: Callable[[str], None]) -> None:
        """Give the next badge to this listener, until it stops."""
        self.stop(listener)
        self._listeners.append(listener)

    def stop(self, listener: Callable[[str], None]) -> None:
        """Give no badge to this listener any more."""
        self._listeners = [each for each in self._listeners if each != listener]

    async def run(self) -> None:
        """Read until cancelled; a reader that is unplugged is looked for again."""
        while True:
            try:
                await self._read()
            except OSError as error:
                self._tell(f"cannot read badges from {self._device}: {error.strerror}; plug it in")
            await asyncio.sleep(AGAIN_S)

    async def _read(self) -> None:
        descriptor = os.open(self._device, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC)
        loop, typed = asyncio.get_running_loop(), TypedLines()
        ready = asyncio.Event()
        try:
            self._take(descriptor)
            self._tell("")
            loop.add_reader(descriptor, ready.set)
            while content := await self._next(descriptor, ready):
                for badge in typed.feed(content):
                    self._hand_over(badge)
        finally:
            loop.remove_reader(descriptor)
            os.close(descriptor)

    async def _next(self, descriptor: int, ready: asyncio.Event) -> bytes:
        while True:
            await ready.wait()
            ready.clear()
            try:
                return os.read(descriptor, AT_ONCE)
            except BlockingIOError:
                continue

    def _hand_over(self, badge: str) -> None:
        # A badge that nobody waits for is nobody's business.
        if self._listeners:
            self._listeners[-1](badge)

    def _tell(self, trouble: str) -> None:
        if trouble and trouble != self._trouble:
            log.error("%s", trouble)
        self._trouble = trouble
