"""The thread that looks: opens the camera, opens it again when it is gone, notices a frozen one."""

import threading
import time
from collections.abc import Callable
from typing import Final, Protocol

from controller.facts.phrase import Reason, phrase
from drivers.camera.finding import Finding, Watch
from vision.sources.emulated import PowerCutError
from vision.sources.freeze import FreezeWatch
from vision.sources.shot import Answer, EndOfFramesError, FrameSource, Shot, SourceError

FIRST_DELAY_S: Final = 0.1
LAST_DELAY_S: Final = 2.0


class Listener(Protocol):
    """Who is told what the thread sees; called from the thread."""

    def seen(self, findings: list[Finding]) -> None:
        """A frame was looked at."""

    def doubted(self) -> None:
        """A frame came that does not yet prove that the camera sees."""

    def lost(self, reason: Reason, findings: list[Finding]) -> None:
        """The camera gives no usable frames; `findings` is what it left undecided."""

    def ended(self) -> None:
        """A film or folder has been shown."""

    def power_cut(self) -> None:
        """The emulated device lost its power for a moment."""


class Watching:
    """Feeds a watch with frames until stopped."""

    def __init__(
        self,
        open_source: Callable[[], FrameSource],
        watch: Watch,
        listener: Listener,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._open_source = open_source
        self._watch = watch
        self._listener = listener
        self._clock = clock
        self._source: FrameSource | None = None
        # The last frame that was looked at; none while the camera is away.
        self.newest: Shot | None = None
        self._stop = threading.Event()
        self._delay_s = FIRST_DELAY_S
        # A camera that hangs inside a read must not keep the process from ending.
        self._thread = threading.Thread(target=self._run, name="watching", daemon=True)

    def start(self) -> None:
        """Begin to look."""
        self._thread.start()

    def stop(self, patience_s: float = 1.0) -> None:
        """Stop looking."""
        self._stop.set()
        self._thread.join(patience_s)

    def tell(self, answer: Answer) -> None:
        """Tell the camera what became of its frames."""
        source = self._source
        if source is not None:
            source.tell(answer)

    def _run(self) -> None:
        while not self._stop.is_set():
            try:
                self._look_through(self._open())
            except SourceError as error:
                self._listener.lost(error.reason, self._watch.lost(str(error)))
                self._stop.wait(self._delay_s)
                self._delay_s = min(2 * self._delay_s, LAST_DELAY_S)
            except EndOfFramesError:
                self._listener.ended()
                return
            finally:
                self._close()

    def _open(self) -> FrameSource:
        self._source = self._open_source()
        return self._source

    def _close(self) -> None:
        source, self._source, self.newest = self._source, None, None
        if source is not None:
            source.close()

    def _look_through(self, source: FrameSource) -> None:
        freeze = FreezeWatch()
        while not self._stop.is_set():
            try:
                shot = source.read()
            except PowerCutError:
                self._watch.forget()
                self._listener.power_cut()
                continue
            if source.is_live and freeze.is_frozen(shot.frame, self._clock()):
                raise SourceError(phrase("lost-camera-frozen"))
            # A frozen camera that is opened again must not pass for one that is back.
            if source.is_live and not freeze.is_alive:
                self._listener.doubted()
                continue
            findings = self._watch.look(shot)
            self.newest = shot
            self._delay_s = FIRST_DELAY_S
            self._listener.seen(findings)
