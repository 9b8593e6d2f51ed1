"""A camera that is a device: speaks the device's wire on a pseudo-terminal, keeps its events."""

import logging
import secrets
import time
from collections.abc import Callable
from pathlib import Path
from typing import Final

from config.wire_document import load_wire
from controller.facts.phrase import Reason
from drivers.camera.exhibits import ExhibitNotes
from drivers.camera.finding import Finding
from drivers.camera.status import write_status
from drivers.runtime.kept_events import KeptEvents
from drivers.runtime.pty_device import PtyDevice
from drivers.wire.codec import WireMessage
from drivers.wire.device_session import DeviceSession
from drivers.wire.notice import DeviceNotice, EventAcknowledged, Identity, SessionResult
from vision.evidence import EvidenceRing
from vision.sources.shot import Answer

FIRMWARE: Final = "camera 1"

_log = logging.getLogger(__name__)


def new_boot() -> int:
    """A random number for one start of a camera device."""
    return secrets.randbits(32)


class CameraDevice(PtyDevice):
    """What the ordinary driver and the conformance suite see; it takes no orders."""

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
        self._kept = kept
        self._evidence = evidence
        self._exhibits = ExhibitNotes(path)
        self._on_change = on_change
        super().__init__(load_wire(kind), path)

    @property
    def answer(self) -> Answer:
        """What became of the events so far."""
        return Answer(self._kept.last, self._session.kept, self._session.state == "linked")

    def appear(self) -> None:
        """The camera sees: plug the line in and say hello."""
        if not self._pty.is_plugged:
            write_status(self._path, "")
            self._plug()

    def vanish(self, reason: Reason) -> None:
        """The camera is away, or we end: pull the line out; events are kept."""
        write_status(self._path, reason)
        self._pull()
        self._on_change(self.answer)

    def report(self, finding: Finding) -> None:
        """Number an event, write it down, keep its crops, send it."""
        if finding.reason:
            _log.warning("%s: %s: %s", self._device, finding.message.name, finding.reason)
        line = self._kept.keep(finding.message)
        if self._evidence is not None and finding.crops:
            words = " ".join([finding.message.name, *map(str, finding.message.fields.values())])
            crops = finding.crops
            exhibit = self._evidence.keep(line.boot, line.sequence, words, crops, time.time())
            if exhibit is not None:
                self._exhibits.tell(line.boot, line.sequence, exhibit.digest)
        self._act(self._session.emit(finding.message, self._now()))

    def restart(self) -> None:
        """The power was cut for a moment."""
        self._pull()
        self._kept.forget(new_boot())
        self._session = self._new_session()
        self.appear()

    def _new_session(self) -> DeviceSession:
        identity = Identity(
            kind=self.document.kind,
            serial_number=f"camera-{self._device}"[:40],
            firmware=FIRMWARE,
            protocol=self.document.protocol,
            boot=self._kept.boot,
        )
        session = DeviceSession(self.document, identity)
        waiting = {line.sequence: line.event for line in self._kept.waiting}
        session.resume(self._kept.last, waiting)
        return session

    def _meet(self, notice: DeviceNotice) -> None:
        if isinstance(notice, EventAcknowledged):
            self._kept.recorded(self._kept.boot, notice.sequence)

    def _act(self, result: SessionResult[DeviceNotice]) -> None:
        super()._act(result)
        if result.notices:
            self._on_change(self.answer)
