"""A driver that is the device: its own numbering, its events kept in a file until recorded."""

from collections.abc import Callable

from controller.bus.messages import Ack, Command, DaemonMessage, DriverMessage, Refused
from controller.facts.events import Event
from controller.facts.orders import Order
from drivers.runtime.bus import BusClient
from drivers.runtime.kept_events import KeptEvents
from drivers.runtime.outbox import Outbox


class OwnReports:
    """Reports events under the driver's own boot; a successor reports what this one could not."""

    def __init__(
        self,
        outbox: Outbox,
        kept: KeptEvents[Event],
        client: BusClient,
        on_recorded: Callable[[], None],
    ) -> None:
        self._outbox = outbox
        self._kept = kept
        self._client = client
        self._on_recorded = on_recorded

    def start(self, now: float) -> None:
        """Greet the daemon and report what an earlier run left."""
        self._send(self._outbox.greet())
        for line in self._kept.waiting:
            self._send(self._outbox.report(line.boot, line.sequence, line.event, now))

    def report(self, event: Event, now: float) -> None:
        """Report what the device noticed; it is on the disk before the daemon hears of it."""
        line = self._kept.keep(event)
        self._send(self._outbox.report(line.boot, line.sequence, event, now))

    def note(self, event: Event, now: float) -> None:
        """Report what the driver itself noticed; a restart would notice it again."""
        self._send(self._outbox.report_own(event, now))

    def tell(self, message: DriverMessage) -> None:
        """Send what needs no acknowledgement."""
        self._client.send(message)

    def take(self, message: DaemonMessage, now: float) -> Order | None:
        """Take a message from the daemon; gives an order when it is one."""
        order = None
        match message:
            case Ack():
                if self._kept.recorded(message.boot, message.sequence):
                    self._on_recorded()
                self._send(self._outbox.acknowledge(message, now))
            case Command():
                order = message.order
            case Refused():
                self._outbox.refused(message)
        self._send(self._outbox.heard(now))
        return order

    def tick(self, now: float) -> None:
        """Do what is due."""
        self._send(self._outbox.tick(now))

    def next_due(self) -> float:
        """When `tick` should be called next."""
        return self._outbox.next_due()

    def _send(self, messages: list[DriverMessage]) -> None:
        for message in messages:
            self._client.send(message)
