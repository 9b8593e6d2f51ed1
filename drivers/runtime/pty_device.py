"""A device that speaks its wire on a pseudo-terminal, in the time of the asyncio loop."""

import asyncio
from abc import ABC, abstractmethod
from collections.abc import Callable
from pathlib import Path
from typing import Final

from config.wire_document import WireDocument
from drivers.runtime.pty_host import PtyHost
from drivers.wire.codec import WireMessage
from drivers.wire.device_session import DeviceSession
from drivers.wire.notice import CommandReceived, DeviceNotice, SessionResult

# A process is there at once; the document gives firmware and USB more time.
READY_S: Final = 0.15


class PtyDevice(ABC):
    """The device's end of the wire; a subclass adds what the device notices and does."""

    def __init__(self, document: WireDocument, path: Path) -> None:
        self.document = document
        self._pty = PtyHost(path, self._hear)
        self._session = self._new_session()
        self._timer: asyncio.TimerHandle | None = None

    @abstractmethod
    def _new_session(self) -> DeviceSession:
        """The session of a device that has just got its power."""

    def _execute(self, command: WireMessage) -> str | None:  # noqa: ARG002
        """Begin what a command asks; the name of a fault refuses it."""
        return "unknown-command"

    def _meet(self, notice: DeviceNotice) -> None:  # noqa: B027
        """Hook for devices that do something when an event is in the record."""

    def _put_out(self, data: bytes) -> None:
        """Send bytes to the host."""
        self._pty.write(data)

    def _plug(self) -> None:
        if not self._pty.is_plugged:
            self._pty.plug()
            self._set_timer(READY_S, self._get_ready)

    def _pull(self) -> None:
        self._pty.unplug()
        self._session.stopped()
        self._set_timer(float("inf"), self._tick)

    def _get_ready(self) -> None:
        self._act(self._session.started(self._now()))

    def _hear(self, data: bytes) -> None:
        if self._session.state != "off":
            self._act(self._session.received(data, self._now()))

    def _tick(self) -> None:
        self._act(self._session.tick(self._now()))

    def _act(self, result: SessionResult[DeviceNotice]) -> None:
        self._put_out(result.write)
        for notice in result.notices:
            self._meet(notice)
            if isinstance(notice, CommandReceived):
                fault = self._execute(notice.message)
                self._act(self._session.answer(notice.sequence, fault, self._now()))
        if self._session.state != "off":
            self._set_timer(self._session.next_due() - self._now(), self._tick)

    def _set_timer(self, delay_s: float, action: Callable[[], None]) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        if delay_s != float("inf"):
            self._timer = asyncio.get_running_loop().call_later(max(0.0, delay_s), action)

    @staticmethod
    def _now() -> float:
        return asyncio.get_running_loop().time()
