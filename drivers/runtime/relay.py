"""The one driver loop: a serial device on one side, the daemon on the other."""

import logging
import secrets
import time
from collections.abc import Callable
from pathlib import Path
from typing import Final

from config.wire_document import load_wire
from config.words.reasons import in_english
from controller.bus.messages import Ack, Command
from controller.facts.events import DeviceConnected, DeviceLost, EvidenceKept
from controller.facts.orders import Order
from controller.facts.phrase import Reason, phrase
from drivers.runtime.bus import BusClient
from drivers.runtime.device_protocol import DeviceProtocol
from drivers.runtime.place import OpenPort, PortPlace
from drivers.runtime.port import Port, PortError
from drivers.runtime.port_opener import PortOpener
from drivers.runtime.stop_switch import StopSwitch
from drivers.runtime.uplink import RESEND_S, Uplink, driver_boot
from drivers.wire.codec import CodecError
from drivers.wire.link_counts import STATISTICS_S
from drivers.wire.notice import (
    CommandAccepted,
    CommandRefused,
    DeviceIntroduced,
    DeviceRefused,
    EventReceived,
    HostNotice,
    Identity,
    LinkLost,
    SessionResult,
)
from drivers.wire.session import HostSession

ABSENT_AFTER_S: Final = 2.0
BACKLOG_GLANCE_S: Final = 0.005

# The digest of the pictures that decided an event, by its numbers.
DigestOf = Callable[[int, int], str | None]

_log = logging.getLogger(__name__)


class Relay:
    """Forwards a device's events to the daemon and the daemon's orders to the device."""

    def __init__(
        self,
        device: str,
        protocol: DeviceProtocol,
        port: Path | PortPlace,
        client: BusClient,
        stop: StopSwitch,
        clock: Callable[[], float] = time.monotonic,
        open_port: Callable[[Path, int], OpenPort] = Port,
        resend_s: float = RESEND_S,
        digest_of: DigestOf | None = None,
        number: Callable[[int], int] = secrets.randbits,
    ) -> None:
        document = load_wire(protocol.kind)
        self.session = HostSession(document, device, number(32))
        self._device = device
        self._protocol = protocol
        self._digest_of = digest_of
        self._uplink = Uplink(device, protocol.kind, client, resend_s, driver_boot(number))
        self._stop = stop
        self._clock = clock
        self._opener = PortOpener(device, port, document.baud, open_port)
        self._port: OpenPort | None = None
        self._lost_reason: Reason | None = None
        self._bound: tuple[int, int] | None = None
        self._started = clock()
        self._absent_due = self._started + ABSENT_AFTER_S
        self._statistics_due = self._started + STATISTICS_S

    def run(self) -> None:
        """Relay until stopped."""
        try:
            while not self._stop.is_thrown:
                self.turn()
        finally:
            self._close_port()

    @property
    def pending(self) -> int:
        """The number of reports that wait for their acknowledgement."""
        return self._uplink.pending

    @property
    def is_quiet(self) -> bool:
        """Whether nothing is under way, neither to the device nor to the daemon."""
        return self._uplink.is_quiet and self.session.is_quiet

    def due(self) -> float:
        """When a turn has something to do, if nothing arrives before."""
        return min(self._next_due(self._clock()), self._uplink.due)

    def turn(self) -> None:
        """Wait for the device, the daemon or the time, and do what came of it."""
        self._open_port()
        now = self._clock()
        ready = self._uplink.wait(self._descriptors(), now, self._next_due(now))
        if self._port is not None and self._port.fileno() in ready:
            self._read_port()
        for message in self._uplink.receive(self._clock()):
            self._take(message)
        self._tick()

    def _descriptors(self) -> list[int]:
        stop = self._stop.fileno()
        return [stop] if self._port is None else [stop, self._port.fileno()]

    def _next_due(self, now: float) -> float:
        due = min(self.session.next_due(), self._absent_due, self._statistics_due)
        if self._port is None:
            due = min(due, self._opener.next_due(now))
        elif self._port.has_backlog:
            due = min(due, now + BACKLOG_GLANCE_S)
        return due

    def _open_port(self) -> None:
        if self._port is None:
            self._port = self._opener.try_open(self._clock())
            if self._port is not None:
                self._act(self.session.opened(self._clock()))

    def _close_port(self) -> None:
        if self._port is not None:
            self._port.close()
            self._port = None

    def _drop_port(self, error: PortError) -> None:
        self._close_port()
        self._act(self.session.closed(error.reason))

    def _read_port(self) -> None:
        assert self._port is not None
        try:
            data = self._port.read()
        except PortError as error:
            self._drop_port(error)
        else:
            self._act(self.session.received(data, self._clock()))

    def _write_port(self, data: bytes) -> None:
        if self._port is None or not (data or self._port.has_backlog):
            return
        try:
            self._port.write(data)
        except PortError as error:
            self._drop_port(error)

    def _tick(self) -> None:
        now = self._clock()
        self._act(self.session.tick(now))
        self._uplink.tick(now)
        if now >= self._absent_due:
            problem = self._opener.end_grace()
            self._report_lost(problem or phrase("lost-no-hello"), is_logged=bool(problem))
        if now >= self._statistics_due:
            self._report_statistics(now)

    def _take(self, message: Ack | Command) -> None:
        now = self._clock()
        if isinstance(message, Command):
            self._command(message.order, now)
        else:
            self._act(self.session.acknowledge(message.boot, message.sequence, now))

    def _command(self, order: Order, now: float) -> None:
        command = self._protocol.command(order)
        if command is None:
            self._uplink.decline(order)
            return
        try:
            self._act(self.session.command(command, now))
        except CodecError as error:
            _log.error("%s: order dropped: %s", self._device, error)

    def _act(self, result: SessionResult[HostNotice]) -> None:
        for notice in result.notices:
            self._meet(notice)
        self._write_port(result.write)

    def _meet(self, notice: HostNotice) -> None:
        match notice:
            case EventReceived():
                self._forward(notice)
            case DeviceIntroduced(identity):
                self._report_connected(identity)
            case DeviceRefused(reason) | LinkLost(reason):
                self._report_lost(reason)
            case CommandRefused(message, fault, retry):
                then = "it is tried again" if retry else "it is dropped"
                _log.warning("%s: refuses %s: %s; %s", self._device, message.name, fault, then)
            case CommandAccepted():
                pass

    def _forward(self, received: EventReceived) -> None:
        now = self._clock()
        event = self._protocol.event(received.message)
        if event is not None:
            self._uplink.report(received.boot, received.sequence, event, now)
            self._bind_evidence(received.boot, received.sequence, now)
        else:
            _log.info("%s: %s stands for no event", self._device, dict(received.message.fields))
            self._act(self.session.acknowledge(received.boot, received.sequence, now))

    def _bind_evidence(self, boot: int, sequence: int, now: float) -> None:
        """The pictures that decided an event are named in the record right after it."""
        digest = self._digest_of(boot, sequence) if self._digest_of else None
        if digest is not None and (boot, sequence) != self._bound:
            self._bound = (boot, sequence)
            kept = EvidenceKept(
                device=self._device, event_boot=boot, event_sequence=sequence, digest=digest
            )
            self._uplink.note(kept, now)

    def _report_connected(self, identity: Identity) -> None:
        self._opener.settle()
        self._lost_reason = None
        self._absent_due = float("inf")
        self._statistics_due = self._clock()
        _log.info("%s: linked, serial number %s", self._device, identity.serial_number)
        event = DeviceConnected(
            device=self._device,
            device_kind=identity.kind,
            serial_number=identity.serial_number,
            firmware=identity.firmware,
            boot=identity.boot,
            count=identity.count,
        )
        self._uplink.note(event, self._clock())
        # A device that started again has forgotten its orders; a hello makes the daemon repeat.
        self._uplink.greet()

    def _report_statistics(self, now: float) -> None:
        self._statistics_due = now + STATISTICS_S
        is_linked = self.session.state == "linked"
        counts = self.session.counts
        self._uplink.send(counts.report(self._device, is_linked, now - self._started))

    def _report_lost(self, reason: Reason, is_logged: bool = False) -> None:
        self._absent_due = float("inf")
        if reason == self._lost_reason:
            return
        self._lost_reason = reason
        self._statistics_due = self._clock()
        if not is_logged:
            _log.warning("%s: %s", self._device, in_english(reason))
        event = DeviceLost(device=self._device, reason=reason)
        self._uplink.note(event, self._clock())
