"""A null modem in one process: both sessions of a link, a wire with faults, a time of its own."""

import heapq
from collections.abc import Callable
from itertools import count
from random import Random
from typing import Final

from config.wire_document import load_wire
from drivers.emulator.fault import FaultLine
from drivers.emulator.faults import make_fault
from drivers.wire.codec import Value, WireMessage
from drivers.wire.device_session import DeviceSession
from drivers.wire.notice import (
    CommandReceived,
    DeviceNotice,
    EventReceived,
    HostNotice,
    Identity,
    SessionResult,
)
from drivers.wire.session import HostSession

HOST: Final = 77


class NullModem:
    """Joins both halves of a link; nothing waits, `run` moves the time."""

    def __init__(self, kind: str, seed: int = 1, is_recording: bool = True) -> None:
        self.document = load_wire(kind)
        self.rng = Random(f"{seed}/faults")
        self.host = HostSession(self.document, f"{kind}-1", HOST)
        self.notices: list[HostNotice] = []
        self.commands: list[WireMessage] = []
        self._boots = Random(f"{seed}/boots")
        self._is_recording = is_recording
        self._faults = FaultLine()
        self._now = 0.0
        self._due: list[tuple[float, int, Callable[[], None]]] = []
        self._order = count()
        self._is_plugged = False
        self.device = self._start()

    @property
    def boot(self) -> int:
        """The number this start of the device chose."""
        return self.device.identity.boot

    @property
    def events(self) -> list[WireMessage]:
        """The events that reached the host, in their order."""
        return [item.message for item in self.notices if isinstance(item, EventReceived)]

    def now(self) -> float:
        """The time in this modem."""
        return self._now

    def plug(self) -> None:
        """Join the two ends."""
        if not self._is_plugged:
            self._is_plugged = True
            self._from_device(self.device.started(self._now))
            self._from_host(self.host.opened(self._now))

    def unplug(self) -> None:
        """Part the two ends; what is on the wire is gone."""
        self._is_plugged = False
        self.device.stopped()
        self._from_host(self.host.closed("unplugged"))

    def drop(self, seconds: float) -> None:
        """Pull the cable, and plug it in again after so long."""
        self.unplug()
        self._later(seconds, self.plug)

    def restart(self) -> None:
        """Cut the power for a moment."""
        self.unplug()
        self.device = self._start()
        self.plug()

    def act(self, action: str, report: WireMessage | None, **arguments: Value) -> None:
        """There are no parts here: the device only says what it would say."""
        del action, arguments
        if report is not None:
            self._from_device(self.device.emit(report, self._now))

    def fault(self, name: str, argument: str | None = None) -> None:
        """Break the device on purpose, by the same names as an emulator."""
        self._faults.put_on(name, make_fault(self, name, argument), self.device)

    def clear_fault(self, name: str | None = None) -> list[str]:
        """Mend one fault, or all."""
        return self._faults.clear(name)

    def emit(self, message: WireMessage) -> None:
        """Let something happen to the device."""
        for changed in self._faults.emitted(message):
            self._from_device(self.device.emit(changed, self._now))

    def command(self, message: WireMessage) -> None:
        """Let the host order something."""
        self._from_host(self.host.command(message, self._now))

    def run(self, seconds: float) -> None:
        """Let so much time pass."""
        end = self._now + seconds
        while (due := self._next_due()) <= end:
            self._now = max(self._now, due)
            while self._due and self._due[0][0] <= self._now:
                heapq.heappop(self._due)[2]()
            self._from_device(self.device.tick(self._now))
            self._from_host(self.host.tick(self._now))
        self._now = end

    def _next_due(self) -> float:
        waiting = self._due[0][0] if self._due else float("inf")
        return min(waiting, self.device.next_due(), self.host.next_due())

    def _start(self) -> DeviceSession:
        boot = self._boots.randrange(1, 1 << 32)
        kind = self.document.kind
        identity = Identity(kind, f"null-{kind}", "null modem", self.document.protocol, boot)
        session = DeviceSession(self.document, identity)
        self._faults.attach(session)
        return session

    def _later(self, seconds: float, action: Callable[[], None]) -> None:
        heapq.heappush(self._due, (self._now + seconds, next(self._order), action))

    def _from_device(self, result: SessionResult[DeviceNotice]) -> None:
        data = self._faults.outgoing(result.write)
        if data:
            self._later(self._faults.delay_s, lambda: self._to_host(data))
        for notice in result.notices:
            if isinstance(notice, CommandReceived):
                self.commands.append(notice.message)
                self._from_device(self.device.answer(notice.sequence, None, self._now))

    def _from_host(self, result: SessionResult[HostNotice]) -> None:
        if result.write:
            self._later(0.0, lambda: self._to_device(result.write))
        self.notices += result.notices
        for notice in result.notices:
            if isinstance(notice, EventReceived) and self._is_recording:
                boot, sequence = notice.boot, notice.sequence
                self._from_host(self.host.acknowledge(boot, sequence, self._now))

    def _to_host(self, data: bytes) -> None:
        if self._is_plugged:
            self._from_host(self.host.received(data, self._now))

    def _to_device(self, data: bytes) -> None:
        if self._is_plugged:
            self._from_device(self.device.received(self._faults.incoming(data), self._now))
