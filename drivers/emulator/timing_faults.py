"""Faults of a device's clock: it says what it must, too seldom or too often."""

from typing import ClassVar

from drivers.emulator.fault import Fault
from drivers.wire.device_session import DeviceSession


class _Every(Fault):
    """One of the timers runs at another pace."""

    timer: ClassVar[str]

    def attach(self, session: DeviceSession) -> None:
        """Set the timer."""
        self._session = session
        update = {self.timer: round(1000 * self.amount)}
        session.timings = session.timings.model_copy(update=update)

    def end(self) -> None:
        """Set it back."""
        right = {self.timer: getattr(self.target.document.timings, self.timer)}
        self._session.timings = self._session.timings.model_copy(update=right)


class HelloEvery(_Every):
    """The hello is repeated at another pace."""

    timer = "hello_ms"


class ResendEvery(_Every):
    """Events are sent again at another pace."""

    timer = "resend_ms"


class HeartbeatEvery(_Every):
    """Heartbeats come at another pace."""

    timer = "heartbeat_ms"


class SlowStart(Fault):
    """The device takes long until it says its first word after a start."""

    def begin(self) -> None:
        """Not silent before the next start."""
        self._until = 0.0
        self._has_begun = False

    def attach(self, session: DeviceSession) -> None:
        """Be silent from a start on; the fault itself is put on a device that runs."""
        del session
        if self._has_begun:
            self._until = self.target.now() + self.amount
        self._has_begun = True

    def outgoing(self, data: bytes) -> bytes:
        """Say nothing yet."""
        return b"" if self.target.now() < self._until else data
