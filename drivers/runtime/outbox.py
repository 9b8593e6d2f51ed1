"""A driver's reports to the daemon: one at a time, kept until acknowledged; pure, told the time."""

import logging
from itertools import islice
from typing import Final

from controller.bus.messages import Ack, DriverMessage, Heartbeat, Hello, Refused, Report
from controller.facts.events import Event

HEARTBEAT_S: Final = 1.0
RESEND_S: Final = 1.0
SILENT_AFTER_S: Final = 3.0

_log = logging.getLogger(__name__)


class Outbox:
    """Numbers the driver's own events, repeats what is not acknowledged, greets a silent daemon."""

    # One report is under way at a time. The bus may lose what it carries when the daemon dies; were
    # a later report to reach the new daemon first, the earlier one would pass for a duplicate.

    def __init__(self, device: str, device_kind: str, boot: int) -> None:
        self._device = device
        self._device_kind = device_kind
        self._boot = boot
        self._last_own = 0
        self._pending: dict[tuple[int, int], Report] = {}
        self._sent_at = 0.0
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
        self._pending[boot, sequence] = report
        return self._send_oldest(now) if len(self._pending) == 1 else []

    def acknowledge(self, ack: Ack, now: float) -> list[DriverMessage]:
        """The report is in the record; the next one's turn has come."""
        done = self._pending.pop((ack.boot, ack.sequence), None)
        return self._send_oldest(now) if done is not None else []

    def heard(self, now: float) -> list[DriverMessage]:
        """The daemon spoke; if it had been silent, what it may have missed goes out again."""
        self._last_heard = now
        if not self._is_silent:
            return []
        self._is_silent = False
        _log.info("%s: the daemon answers", self._device)
        return self._send_oldest(now)

    def refused(self, refusal: Refused) -> None:
        """The daemon will not take something: say so once, keep it all the same."""
        if refusal.reason != self._refusal:
            self._refusal = refusal.reason
            _log.error("%s: refused by the daemon: %s", self._device, refusal.reason)

    def tick(self, now: float) -> list[DriverMessage]:
        """What is due once a second: a hello to a silent daemon, else heartbeat and resend."""
        if now < self._due:
            return []
        self._due = now + HEARTBEAT_S
        if now - self._last_heard >= SILENT_AFTER_S:
            self._note_silence()
            return self.greet()
        beat = Heartbeat(device=self._device, boot=self._boot, sequence=self._last_own)
        is_late = now - self._sent_at >= RESEND_S
        return [beat, *(self._send_oldest(now) if is_late else [])]

    def next_due(self) -> float:
        """When `tick` should be called next."""
        return self._due

    def _note_silence(self) -> None:
        # An idle daemon has nothing to say; only waiting reports make silence worth a line.
        if not self._is_silent and self._pending:
            _log.warning("%s: the daemon is silent; reports are kept", self._device)
        self._is_silent = True

    def _send_oldest(self, now: float) -> list[DriverMessage]:
        self._sent_at = now
        return list(islice(self._pending.values(), 1))
