"""A test's own drivers: they report under their own numbers and wait for acknowledgements."""

import secrets
import time
from typing import TypeVar

from controller.bus.client import DeviceClient
from controller.bus.messages import (
    Ack,
    Command,
    DaemonMessage,
    DriverMessage,
    Heartbeat,
    Hello,
    Refused,
    Report,
    Welcome,
)
from controller.facts.events import CardUnreadable, Event
from tests.system.processes import PATIENCE_S, TableOnTrial

BOOT = 77
RESEND_S = 0.5
Heard = TypeVar("Heard", Welcome, Refused, Ack, Command)


class TrialDriver:
    """One device on the bus, numbering its events from 1."""

    def __init__(self, table: TableOnTrial, device: str, kind: str, boot: int = BOOT) -> None:
        self._run, self._device, self._kind, self._boot = table.run, device, kind, boot
        self.sequence = 0
        self.heard: list[DaemonMessage] = []
        self._client = DeviceClient(table.run, device, kind)
        table.on_close.append(self.close)

    def greet(self) -> None:
        """Say hello until the daemon answers."""
        self.until_heard(
            Welcome, Hello(device=self._device, device_kind=self._kind, boot=self._boot)
        )

    def send(self, event: Event) -> None:
        """Report the next event and wait for nothing."""
        self.sequence += 1
        self.resend(event)

    def resend(self, event: Event) -> None:
        """Report the last event again."""
        self._client.send(self._report(event))

    def report(self, event: Event) -> None:
        """Report the next event until it is acknowledged."""
        self.sequence += 1
        self.insist(event)

    def insist(self, event: Event) -> None:
        """Report the last event until it is acknowledged."""
        self.until_heard(Ack, self._report(event))

    def until_heard(self, kind: type[Heard], message: DriverMessage) -> Heard:
        """Send a message again and again until an answer of a kind comes."""
        deadline = time.monotonic() + PATIENCE_S
        while time.monotonic() < deadline:
            self._client.send(message)
            answer = self.listen(kind, RESEND_S)
            if answer is not None:
                return answer
        raise AssertionError(f"{self._device}: no {kind.__name__} in {PATIENCE_S:.0f} s")

    def listen(self, kind: type[Heard], seconds: float) -> Heard | None:
        """Wait for a message of a kind; an acknowledgement must be of the last event."""
        deadline = time.monotonic() + seconds
        while (left := deadline - time.monotonic()) > 0:
            self._client.wait([], left)
            fresh = self._client.receive()
            self.heard += fresh
            for message in fresh:
                if isinstance(message, kind) and self._is_current(message):
                    return message
        return None

    def _is_current(self, message: DaemonMessage) -> bool:
        if not isinstance(message, Ack):
            return True
        return (message.boot, message.sequence) == (self._boot, self.sequence)

    def beat(self) -> None:
        """Show that the driver lives."""
        self._client.send(Heartbeat(device=self._device, boot=self._boot, sequence=self.sequence))

    def commands(self) -> list[Command]:
        """The orders heard so far."""
        return [message for message in self.heard if isinstance(message, Command)]

    def refusal(self) -> Refused:
        """Wait for a refusal."""
        found = self.listen(Refused, PATIENCE_S)
        assert found is not None
        return found

    def reconnect(self) -> None:
        """Start the driver anew: what the old one had received is forgotten."""
        self._client.close()
        self._client = DeviceClient(self._run, self._device, self._kind)

    def close(self) -> None:
        """Leave the bus."""
        self._client.close()

    def _report(self, event: Event) -> Report:
        return Report(device=self._device, boot=self._boot, sequence=self.sequence, event=event)


def key_in(table: TableOnTrial, *events: Event, pad: str = "pad-1") -> None:
    """What a house dealer keys in, each until it is in the record; the shoe tells its own."""
    drivers: dict[str, TrialDriver] = {}
    for event in events:
        is_shoes = isinstance(event, CardUnreadable)
        device, kind = ("shoe-1", "shoe") if is_shoes else (pad, "entry-pad")
        if device not in drivers:
            drivers[device] = TrialDriver(table, device, kind, boot=secrets.randbits(31))
            drivers[device].greet()
        drivers[device].report(event)
