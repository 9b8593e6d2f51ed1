"""The vision process of one device: camera in, wire out; a frame leaves it only for a test."""

import asyncio
import logging
import signal
from collections.abc import Callable
from pathlib import Path
from typing import Final

from config.wire_document import load_wire
from config.words.reasons import in_english
from controller.facts.failure import OperatorError
from controller.facts.phrase import Reason, phrase
from drivers.camera.device import CameraDevice, new_boot
from drivers.camera.finding import Finding, Watch
from drivers.camera.view_server import Peephole, ViewServer
from drivers.camera.watching import Watching
from drivers.runtime.kept_events import KeptEvents, KeptEventsError, kept_file, wire_line
from drivers.wire.codec import WireMessage
from vision.evidence import EvidenceRing
from vision.sources.shot import FrameSource

# A camera may hang inside a read; nobody else would notice.
SILENT_S: Final = 5.0
GLANCE_S: Final = 0.5
GRACE_S: Final = 2.0

_log = logging.getLogger(__name__)


class CameraProcess:
    """Joins the looking thread and the wire's loop."""

    def __init__(
        self,
        device: str,
        path: Path,
        kind: str,
        kept: KeptEvents[WireMessage],
        evidence: EvidenceRing | None,
        watch: Watch,
        open_source: Callable[[], FrameSource],
        peephole: Peephole,
    ) -> None:
        self._device = device
        self._watch = watch
        self._watching = Watching(open_source, watch, self)
        self._wire = CameraDevice(device, kind, path, kept, evidence, self._watching.tell)
        self._views = ViewServer(device, path, lambda: self._watching.newest, peephole)
        self._loop = asyncio.get_running_loop()
        self._heard_at = self._loop.time()
        self._problem: Reason | None = None
        self._logged: Reason = ""
        self._grace_ends = self._heard_at + GRACE_S
        self._notice = ""
        self._is_finished = False

    async def run(self, stop: asyncio.Event) -> None:
        """Watch until stopped."""
        self._watching.start()
        await self._views.start()
        while not stop.is_set():
            try:
                await asyncio.wait_for(stop.wait(), GLANCE_S)
            except TimeoutError:
                self._check_silence()
        await self._views.stop()
        self._watching.stop()
        self._wire.vanish("")

    # Called from the looking thread

    def seen(self, findings: list[Finding]) -> None:
        """A frame was looked at."""
        self._loop.call_soon_threadsafe(self._take, findings)

    def doubted(self) -> None:
        """A frame came that proves nothing."""
        self._loop.call_soon_threadsafe(lambda: self._watching.tell(self._wire.answer))

    def lost(self, reason: Reason, findings: list[Finding]) -> None:
        """The camera is away."""
        self._loop.call_soon_threadsafe(self._lose, reason, findings)

    def ended(self) -> None:
        """All frames of a file were shown; the line stays up until its events are recorded."""
        self._loop.call_soon_threadsafe(self._finish)

    def power_cut(self) -> None:
        """The emulated device lost its power."""
        self._loop.call_soon_threadsafe(self._restart)

    # Called from the loop

    def _take(self, findings: list[Finding]) -> None:
        self._heard_at = self._loop.time()
        if self._problem != "":
            self._problem = self._logged = ""
            self._grace_ends = float("-inf")
            _log.info("%s: the camera sees", self._device)
        self._wire.appear()
        for finding in findings:
            self._wire.report(finding)
        self._watching.tell(self._wire.answer)
        self._say_notice()

    def _say_notice(self) -> None:
        notice = self._watch.notice
        if notice and notice != self._notice:
            _log.warning("%s: %s", self._device, notice)
        self._notice = notice

    def _lose(self, reason: Reason, findings: list[Finding]) -> None:
        for finding in findings:
            self._wire.report(finding)
        self._problem = reason
        self._wire.vanish(reason)
        # Emulators and camera often start together; a camera may take this long without a word.
        if reason != self._logged and self._loop.time() >= self._grace_ends:
            self._logged = reason
            _log.warning("%s: %s", self._device, in_english(reason))

    def _finish(self) -> None:
        self._is_finished = True
        _log.warning("%s: all pictures were shown; start again to see them again", self._device)

    def _restart(self) -> None:
        self._wire.restart()
        self._watching.tell(self._wire.answer)

    def _check_silence(self) -> None:
        is_silent = self._loop.time() - self._heard_at > SILENT_S
        if is_silent and not self._problem and not self._is_finished:
            self._lose(phrase("lost-camera-dark", camera=self._device), [])


def run_camera(
    device: str,
    kind: str,
    run_dir: Path,
    path: Path,
    evidence: Path | None,
    watch: Watch,
    open_source: Callable[[], FrameSource],
    peephole: Peephole,
) -> None:
    """Watch for one device until SIGTERM or SIGINT; OperatorError on bad surroundings."""
    try:
        lines = wire_line(load_wire(kind))
        kept = KeptEvents(kept_file(run_dir, device), lines, new_boot(), is_continued=True)
        ring = None if evidence is None else EvidenceRing(evidence)
    except KeptEventsError as error:
        raise OperatorError(f"{device}: {error}") from None
    except OSError as error:
        text = f"{device}: {evidence}: {error.strerror}; let this user write there"
        raise OperatorError(text) from None
    try:
        asyncio.run(_run(device, path, kind, kept, ring, watch, open_source, peephole))
    finally:
        kept.close()


async def _run(
    device: str,
    path: Path,
    kind: str,
    kept: KeptEvents[WireMessage],
    ring: EvidenceRing | None,
    watch: Watch,
    open_source: Callable[[], FrameSource],
    peephole: Peephole,
) -> None:
    stop = asyncio.Event()
    for number in (signal.SIGTERM, signal.SIGINT):
        asyncio.get_running_loop().add_signal_handler(number, stop.set)
    process = CameraProcess(device, path, kind, kept, ring, watch, open_source, peephole)
    await process.run(stop)
