"""A driver's reports to the daemon: kept until acknowledged, pure, told the time."""

import logging
from dataclasses import dataclass
from typing import Final

from controller.bus.messages import Ack, DriverMessage, Heartbeat, Hello, Refused, Report
from controller.core.events import Event

HEARTBEAT_S: Final = 1.0
RESEND_S: Final = 1.0
SILENT_AFTER_S: Final = 3.0

_log = logging.getLogger(__name__)


@dataclass(slots=True)
class _Pending:
    report: Report
    sent_at: float


class Outbox:
    """Numbers the driver's own events, repeats what is not acknowledged, greets a silent daemon."""

    def __init__(self, device: str, device_kind: str, boot: int) -> None:
        self._device = device
        self._device_kind = device_kind
        self._boot = boot
        self._last_own = 0
        self._pending: dict[tuple[int, int], _Pending] = {}
        self._last_heard = float("-inf")
        self._due = 0.0
        self._is_silent = True
        self._refusal = ""

    @property
    def pending(self) -> int:
        """How many reports wait for their acknowledgement."""
        return len(self._pending)

    def greet(self) -> list[DriverMessage]:
        """Introduce the driver; the daemon answers with what it wants the device to do."""
        return [Hello(device=self._device, device_kind=self._device_kind)]

    def report_own(self, event: Event, now: float) -> list[DriverMessage]:
        """Report something the driver itself noticed."""
        self._last_own += 1
        return self.report(self._boot, self._last_own, event, now)

    def report(self, boot: int, sequence: int, event: Event, now: float) -> list[DriverMessage]:
        """Report an event under its origin's number; one that waits already is not doubled."""
        if (boot, sequence) in self._pending:
            return []
        report = Report(device=self._device, boot=boot, sequence=sequence, event=event)
        self._pending[boot, sequence] = _Pending(report, now)
        return [report]

    def acknowledge(self, ack: Ack) -> None:
        """The report is in the record."""
        self._pending.pop((ack.boot, ack.sequence), None)

    def heard(self, now: float) -> list[DriverMessage]:
        """The daemon spoke; if it had been silent, everything that waits goes out again."""
        self._last_heard = now
        if not self._is_silent:
            return []
        self._is_silent = False
        _log.info("%s: the daemon answers", self._device)
        return self._resend(now, 0.0)

    def refused(self, refusal: Refused) -> None:
        """The daemon will not take something: say so once, keep it all the same."""
        if refusal.reason != self._refusal:
            self._refusal = refusal.reason
            _log.error("%s: refused by the daemon: %s", self._device, refusal.reason)

    def tick(self, now: float) -> list[DriverMessage]:
        """What is due once a second: a hello to a silent daemon, else heartbeat and resends."""
        if now < self._due:
            return []
        self._due = now + HEARTBEAT_S
        if now - self._last_heard >= SILENT_AFTER_S:
            self._note_silence()
            return self.greet()
        beat = Heartbeat(device=self._device, boot=self._boot, sequence=self._last_own)
        return [beat, *self._resend(now, RESEND_S)]

    def next_due(self) -> float:
        """When `tick` should be called next."""
        return self._due

    def _note_silence(self) -> None:
        # An idle daemon has nothing to say; only waiting reports make silence worth a line.
        if not self._is_silent and self._pending:
            _log.warning("%s: the daemon is silent; reports are kept", self._device)
        self._is_silent = True

    def _resend(self, now: float, older_than_s: float) -> list[DriverMessage]:
        late = [item for item in self._pending.values() if now - item.sent_at >= older_than_s]
        for item in late:
            item.sent_at = now
        return [item.report for item in late]
