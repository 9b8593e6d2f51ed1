"""What a driver needs of the bus, so that a test may put something else in its place."""

from collections.abc import Sequence
from typing import Protocol

from controller.bus.messages import DaemonMessage, DriverMessage


class BusClient(Protocol):
    """The driver's end of the devices socket."""

    def send(self, message: DriverMessage) -> None:
        """Send one message to the daemon."""

    def receive(self) -> list[DaemonMessage]:
        """Everything that waits, without waiting for more."""

    def wait(self, fds: Sequence[int], timeout_s: float) -> set[int]:
        """Wait for these descriptors or the bus; returns the descriptors that are ready."""

    def renew(self) -> None:
        """Connect again, for the old connection may be dead without saying so."""

    def close(self) -> None:
        """Leave the bus."""
