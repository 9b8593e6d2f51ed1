"""A driver's one way to the daemon: reports up until they are recorded, orders down."""

import logging
import secrets
from collections.abc import Callable, Sequence
from itertools import islice
from typing import Final

from controller.bus.messages import (
    DAEMON_MESSAGE,
    Ack,
    Command,
    DriverMessage,
    Heartbeat,
    Hello,
    Refused,
    Report,
)
from controller.facts.events import EVENT, Event
from controller.facts.orders import Order
from controller.process import notify
from drivers.runtime.bus import BusClient
from drivers.runtime.kept_events import KeptEvents

HEARTBEAT_S: Final = 1.0
# A table may wait for exactly this driver: it says hello often until it is welcome.
GREET_S: Final = 0.25
RESEND_S: Final = 1.0
SILENT_AFTER_S: Final = 3.0
RENEW_S: Final = 5.0

_log = logging.getLogger(__name__)


def driver_boot(number: Callable[[int], int] = secrets.randbits) -> int:
    """A random number for one driver start, above every number a device can choose."""
    return number(32) | 1 << 32


class Uplink:
    """Numbers a driver's own events, repeats what is not recorded, greets a silent daemon."""

    # One report is under way at a time. The bus may lose what it carries when the daemon dies; were
    # a later report to reach the new daemon first, the earlier one would pass for a duplicate.

    def __init__(
        self,
        device: str,
        device_kind: str,
        client: BusClient,
        resend_s: float = RESEND_S,
        boot: int | None = None,
    ) -> None:
        self.boot = driver_boot() if boot is None else boot
        self._device = device
        self._device_kind = device_kind
        self._client = client
        self._resend_s = resend_s
        self._last_own = 0
        self._pending: dict[tuple[int, int], Report] = {}
        self._sent_at = 0.0
        self._last_heard = float("-inf")
        self._due = 0.0
        self._is_silent = True
        self._renew_due = float("inf")
        self._refusal = ""
        self._is_refused = False
        self._is_ready = False
        self._watchdog = notify.Watchdog()
        self._beat = Heartbeat(device=device, boot=self.boot, sequence=0)

    @property
    def due(self) -> float:
        """When `tick` has something to do next."""
        return self._due

    @property
    def pending(self) -> int:
        """The number of reports that wait for their acknowledgement."""
        return len(self._pending)

    @property
    def is_quiet(self) -> bool:
        """Whether the daemon answers and has everything."""
        return not (self._pending or self._is_silent or self._is_refused)

    def greet(self) -> None:
        """Introduce the driver; the daemon answers with what it wants the device to do."""
        self.send(Hello(device=self._device, device_kind=self._device_kind, boot=self.boot))

    def send(self, message: DriverMessage) -> None:
        """Send what needs no acknowledgement."""
        self._client.send(message)

    def note(self, event: Event, now: float) -> None:
        """Report what the driver itself noticed; a restart would notice it again."""
        self._last_own += 1
        self.report(self.boot, self._last_own, event, now)

    def report(self, boot: int, sequence: int, event: Event, now: float) -> None:
        """Report an event under its origin's number; one that waits already is not doubled."""
        if (boot, sequence) not in self._pending:
            report = Report(device=self._device, boot=boot, sequence=sequence, event=event)
            self._pending[boot, sequence] = report
            if len(self._pending) == 1:
                self._send_oldest(now)

    def receive(self, now: float) -> list[Ack | Command]:
        """Take what the daemon sent; returns what was recorded and what is ordered."""
        news: list[Ack | Command] = []
        for message in self._client.receive():
            match message:
                case Ack(boot=boot, sequence=sequence):
                    if self._pending.pop((boot, sequence), None) is not None:
                        self._send_oldest(now)
                        news.append(message)
                case Command():
                    news.append(message)
                case Refused(reason=reason):
                    self._note_refusal(reason)
            self._is_refused = isinstance(message, Refused)
            self._note_answer(now)
        return news

    def wait(self, descriptors: Sequence[int], now: float, until: float = float("inf")) -> set[int]:
        """Wait for a descriptor, the bus, or the time; returns the descriptors that are ready."""
        return self._client.wait(descriptors, max(0.0, min(self._due, until) - now))

    def tick(self, now: float) -> None:
        """Do what is due: greet a silent daemon, else beat and report again once a second."""
        self._tell_manager(now)
        if now < self._due:
            return
        is_silent = now - self._last_heard >= SILENT_AFTER_S
        if is_silent:
            self._note_silence(now)
        if is_silent or self._is_refused:
            # Whoever was refused asks again: the reason may be gone.
            self._due = now + GREET_S
            self.greet()
            return
        self._due = now + min(HEARTBEAT_S, self._resend_s)
        if self._beat.sequence != self._last_own:
            self._beat = self._beat.model_copy(update={"sequence": self._last_own})
        self.send(self._beat)
        if now - self._sent_at >= self._resend_s:
            self._send_oldest(now)

    def decline(self, order: Order) -> None:
        """Say that the device has no part in an order."""
        _log.warning("%s: has no part in %s; see the table file", self._device, order.kind)

    def _tell_manager(self, now: float) -> None:
        if not self._is_ready:
            self._is_ready = True
            _build_models()
            notify.ready()
        self._watchdog.feed(now)

    def _note_answer(self, now: float) -> None:
        self._last_heard = now
        if self._is_silent:
            self._is_silent = False
            _log.info("%s: the daemon answers", self._device)
            # What it may have missed goes out again.
            self._send_oldest(now)

    def _note_refusal(self, reason: str) -> None:
        if reason != self._refusal:
            self._refusal = reason
            _log.error("%s: refused by the daemon: %s", self._device, reason)

    def _note_silence(self, now: float) -> None:
        # An idle daemon has nothing to say; only waiting reports make silence worth a line.
        if not self._is_silent and self._pending:
            _log.warning("%s: the daemon is silent; reports are kept", self._device)
        if not self._is_silent or now >= self._renew_due:
            self._renew_due = now + RENEW_S
            self._client.renew()
        self._is_silent = True

    def _send_oldest(self, now: float) -> None:
        self._sent_at = now
        for report in islice(self._pending.values(), 1):
            self.send(report)


def _build_models() -> None:
    """Build what is else built on first use: a table that waits for this start would wait on."""
    Report.model_rebuild()
    for adapter in (DAEMON_MESSAGE, EVENT):
        adapter.rebuild()


class KeptUplink(Uplink):
    """The uplink of a driver that is the device: its events are in a file until recorded."""

    def __init__(
        self, device: str, device_kind: str, client: BusClient, kept: KeptEvents[Event]
    ) -> None:
        super().__init__(device, device_kind, client)
        self._kept = kept

    def start(self, now: float) -> None:
        """Greet the daemon and report what an earlier run left."""
        self.greet()
        for line in self._kept.waiting:
            self.report(line.boot, line.sequence, line.event, now)

    def keep(self, event: Event, now: float) -> None:
        """Report what the device noticed; it is on the disk before the daemon hears of it."""
        line = self._kept.keep(event)
        self.report(line.boot, line.sequence, event, now)

    def receive(self, now: float) -> list[Ack | Command]:
        """Take what the daemon sent; returns which kept events are recorded, what is ordered."""
        return [
            item
            for item in super().receive(now)
            if isinstance(item, Command) or self._kept.recorded(item.boot, item.sequence)
        ]
