"""A camera that is a device: speaks the device's wire on a pseudo-terminal, keeps its events."""

import asyncio
import logging
import secrets
import time
from collections.abc import Callable
from pathlib import Path
from typing import Final

from config.wire import load_wire
from drivers.camera.finding import Finding
from drivers.camera.status import write_status
from drivers.runtime.kept_events import KeptEvents
from drivers.runtime.pty_host import PtyHost
from drivers.wire.codec import WireMessage
from drivers.wire.device_session import DeviceSession
from drivers.wire.happening import CommandReceived, DeviceHappening, Identity, Step
from vision.evidence import EvidenceRing
from vision.sources.shot import Answer

FIRMWARE: Final = "camera 1"

_log = logging.getLogger(__name__)


def new_boot() -> int:
    """A random number for one start of a camera device."""
    return secrets.randbits(32)


class CameraDevice:
    """The device's end of the wire: what the ordinary driver and the conformance suite see."""

    def __init__(
        self,
        device: str,
        kind: str,
        path: Path,
        kept: KeptEvents[WireMessage],
        evidence: EvidenceRing | None,
        on_change: Callable[[Answer], None],
    ) -> None:
        self._device = device
        self._path = path
        self._document = load_wire(kind)
        self._kept = kept
        self._evidence = evidence
        self._on_change = on_change
        self._pty = PtyHost(path, self._hear)
        self._session = self._resumed()
        self._timer: asyncio.TimerHandle | None = None

    @property
    def answer(self) -> Answer:
        """What became of the events so far."""
        return Answer(self._kept.last, self._session.kept, self._session.state == "linked")

    def appear(self) -> None:
        """The camera sees: plug the line in and say hello."""
        if not self._pty.is_plugged:
            write_status(self._path, "")
            self._pty.plug()
            self._set_timer(self._document.timings.ready_ms / 1000, self._get_ready)

    def vanish(self, reason: str) -> None:
        """The camera is away, or we end: pull the line out; events are kept."""
        write_status(self._path, reason)
        self._pty.unplug()
        self._session.stopped()
        self._cancel_timer()
        self._on_change(self.answer)

    def report(self, finding: Finding) -> None:
        """Number an event, write it down, keep its crops, send it."""
        if finding.reason:
            _log.warning("%s: %s: %s", self._device, finding.message.name, finding.reason)
        line = self._kept.keep(finding.message)
        if self._evidence is not None and finding.crops:
            words = " ".join([finding.message.name, *map(str, finding.message.fields.values())])
            self._evidence.keep(line.boot, line.sequence, words, finding.crops, time.time())
        self._act(self._session.emit(finding.message, self._now()))

    def restart(self) -> None:
        """The power was cut for a moment."""
        self._pty.unplug()
        self._kept.forget(new_boot())
        self._session = self._resumed()
        self.appear()

    def _resumed(self) -> DeviceSession:
        identity = Identity(
            kind=self._document.kind,
            serial_number=f"camera-{self._device}"[:40],
            firmware=FIRMWARE,
            protocol=self._document.protocol,
            boot=self._kept.boot,
        )
        session = DeviceSession(self._document, identity)
        waiting = {line.sequence: line.event for line in self._kept.waiting}
        session.resume(self._kept.last, waiting)
        return session

    def _get_ready(self) -> None:
        self._act(self._session.started(self._now()))

    def _hear(self, data: bytes) -> None:
        if self._session.state != "off":
            self._act(self._session.received(data, self._now()))

    def _tick(self) -> None:
        self._act(self._session.tick(self._now()))

    def _act(self, step: Step[DeviceHappening]) -> None:
        self._pty.write(step.write)
        for happening in step.happened:
            if isinstance(happening, CommandReceived):
                # Neither a shoe nor a dice cup takes orders.
                answer = self._session.answer(happening.sequence, "unknown-command", self._now())
                self._pty.write(answer.write)
            else:
                self._kept.recorded(self._kept.boot, happening.sequence)
        if step.happened:
            self._on_change(self.answer)
        if self._session.state != "off":
            self._set_timer(self._session.next_due() - self._now(), self._tick)

    def _set_timer(self, delay_s: float, action: Callable[[], None]) -> None:
        self._cancel_timer()
        if delay_s != float("inf"):
            self._timer = asyncio.get_running_loop().call_later(max(0.0, delay_s), action)

    def _cancel_timer(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    @staticmethod
    def _now() -> float:
        return asyncio.get_running_loop().time()
