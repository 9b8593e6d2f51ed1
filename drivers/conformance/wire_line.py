"""The line to a device under trial: the real port and the real framing, every frame remembered."""

import select
import time
from collections.abc import Callable, Collection
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Final

from config.wire_document import WireDocument
from drivers.conformance.hands import Hands
from drivers.conformance.trace import Trace
from drivers.requirement import NotPerformedError, ViolationError
from drivers.runtime.port import Port, PortError
from drivers.wire.codec import CodecError, WireMessage, unpack
from drivers.wire.framing import Deframer, Frame
from drivers.wire.meaning import fault_of

REOPEN_S: Final = 0.05
GLANCE_S: Final = 0.2
PATIENCE_S: Final = 3.0
PERSON_S: Final = 60.0


@dataclass(frozen=True, slots=True)
class Heard:
    """One frame from the device; `message` is None when its document has no such message."""

    frame: Frame
    message: WireMessage | None
    problem: str = ""

    @property
    def name(self) -> str:
        """The message's name, or empty."""
        return "" if self.message is None else self.message.name

    @property
    def sequence(self) -> int:
        """The frame's number."""
        return self.frame.sequence


class WireLine:
    """Opens the port when needed, writes bytes, and hears frames with a deadline."""

    def __init__(
        self,
        document: WireDocument,
        path: Path,
        hands: Hands,
        patience_s: float | None = None,
        seed: int = 1,
    ) -> None:
        self.rng = Random(seed)
        self.document = document
        # For what electronics do; mechanics have the document's times unless one is given.
        self.patience_s = PATIENCE_S if patience_s is None else patience_s
        self._given_s = patience_s
        self.deframer = Deframer()
        # What keeps the link up while nobody says anything; none before the link and where
        # silence is what is tried.
        self.pulse = b""
        self.hands = hands
        self._path = path
        self._said_at = 0.0
        self._has_heard = False
        self._problem = ""
        self.trace: Trace | None = None
        self.is_awaiting = False
        self._port: Port | None = None
        self._put_back: list[Heard] = []

    def open(self) -> None:
        """Open the port, waiting for a device that is starting; PortError when it stays away."""
        # A person at a switch takes longer than an emulator.
        deadline = time.monotonic() + (PERSON_S if self.hands.is_person else self.patience_s)
        while self._port is None:
            try:
                self._port = Port(self._path, self.document.baud)
            except PortError as error:
                if error.cause != "missing" or time.monotonic() > deadline:
                    raise
                time.sleep(REOPEN_S)
            else:
                self.deframer = Deframer()
                self._put_back = []
                self._has_heard, self._problem = False, ""

    def close(self) -> None:
        """Give the port back."""
        if self._port is not None:
            self._port.close()
            self._port = None

    def forget(self) -> None:
        """Drop frames nobody asked for; bytes on the line stay."""
        self._put_back = []

    def write(self, data: bytes) -> None:
        """Send bytes; a port that is gone is opened again at the next turn."""
        self._said_at = time.monotonic()
        if self.trace is not None:
            self.trace.said(self.document, "host", data)
        try:
            if self._port is not None:
                self._port.write(data)
        except PortError:
            self.close()

    def read(self, timeout_s: float) -> bytes:
        """What arrives within this time at most; a person's word ends the requirement's trial."""
        wait_s = self._kept_alive(timeout_s)
        if self._port is None:
            self.open()
            assert self._port is not None
        spoken = self.hands.fileno()
        waiting = [self._port.fileno(), *([] if spoken is None else [spoken])]
        ready, _, _ = select.select(waiting, [], [], wait_s)
        if spoken is not None and spoken in ready:
            self._listen()
        if self._port.fileno() not in ready:
            return b""
        try:
            return self._noted(self._port.read())
        except PortError:
            self.close()
            return b""

    def hear(self, timeout_s: float) -> list[Heard]:
        """The frames that arrive next, waiting at most so long for the first."""
        if self._put_back:
            heard, self._put_back = self._put_back, []
            return heard
        return [self._meaning(frame) for frame in self.deframer.feed(self.read(timeout_s))]

    def by_hand(self, seconds: float) -> list[Heard]:
        """What arrives until a person says that it is done; a machine needs so long at most."""
        if not self.hands.is_person:
            return self.listen(seconds)
        heard: list[Heard] = []
        self.await_word()
        while self.is_awaiting:
            heard += self.hear(GLANCE_S)
        return heard + self.listen(seconds)

    def await_word(self) -> None:
        """Wait from here on until a person says that it is done."""
        self.is_awaiting = self.hands.is_person

    def patience_of(self, names: Collection[str]) -> float:
        """How long the device may take until it tells one of these events."""
        if self._given_s is not None:
            return self._given_s
        slowest = max(self.document.by_name[name].within_ms for name in names)
        return max(self.patience_s, slowest / 1000)

    def listen(
        self, seconds: float, until: Callable[[Heard], bool] = lambda _heard: False
    ) -> list[Heard]:
        """Everything that arrives within this time, or up to a certain frame."""
        heard: list[Heard] = []
        deadline = time.monotonic() + seconds
        while (left := deadline - time.monotonic()) > 0 and not any(map(until, heard)):
            heard += self.hear(left)
        return heard

    def arrivals(self, wanted: Callable[[Heard], bool], times: int, seconds: float) -> list[float]:
        """When wanted frames arrived, so many of them, within this time at most."""
        arrived: list[float] = []
        deadline = time.monotonic() + seconds
        while (left := deadline - time.monotonic()) > 0 and len(arrived) < times:
            arrived += [time.monotonic() for heard in self.hear(left) if wanted(heard)]
        return arrived

    def until(
        self,
        wanted: Callable[[Heard], bool],
        what: str,
        asks_hand: bool = False,
        keeps_others: bool = False,
        within_s: float | None = None,
    ) -> Heard:
        """The first frame that is wanted; none in time is a violation that says what was missed."""
        passed: list[Heard] = []
        patient = asks_hand and self.hands.is_person
        within_s = self.patience_s if within_s is None else within_s
        deadline = time.monotonic() + (float("inf") if patient else within_s)
        while (left := deadline - time.monotonic()) > 0:
            batch = self.hear(min(left, 1.0))
            for number, heard in enumerate(batch):
                if wanted(heard):
                    before = batch[:number] if keeps_others else []
                    self._put_back = passed + before + batch[number + 1 :]
                    return heard
            passed += batch if keeps_others else []
        raise ViolationError(f"{what}: none came within {within_s:g} s{self._first_cause()}")

    def _first_cause(self) -> str:
        """What came in place of what was awaited, if that explains it."""
        counts = self.deframer.counts
        if self._problem:
            return f"; a frame came that its document forbids: {self._problem}"
        if counts.bad and not counts.good:
            bad = self.deframer.last_bad
            said = f"{counts.bad} frames came, none of them whole"
            return f"; {said}; the last, hex {bad.hex(' ')}: {fault_of(bad)}"
        if not self._has_heard:
            return "; not one byte came: check power, cable and baud rate"
        return ""

    def _listen(self) -> None:
        match self.hands.word():
            case "nothing":
                raise ViolationError("done by hand, and nothing came")
            case "skip":
                raise NotPerformedError("skipped by the person at the rig")
            case "done":
                self.is_awaiting = False

    def _noted(self, data: bytes) -> bytes:
        self._has_heard = self._has_heard or bool(data)
        if self.trace is not None:
            self.trace.said(self.document, "device", data)
        return data

    def _kept_alive(self, timeout_s: float) -> float:
        """Say that the host lives when that is due; how long one may wait until it is again."""
        if not self.pulse:
            return max(0.0, timeout_s)
        beat_s = self.document.timings.heartbeat_ms / 1000
        if time.monotonic() - self._said_at >= beat_s:
            self.write(self.pulse)
        return max(0.0, min(timeout_s, self._said_at + beat_s - time.monotonic()))

    def _meaning(self, frame: Frame) -> Heard:
        try:
            # Later versions may append to a hello, and nothing else.
            kind = self.document.by_id.get(frame.type)
            may_grow = kind is not None and kind.name == "hello"
            return Heard(frame, unpack(self.document, frame, may_grow))
        except CodecError as error:
            self._problem = str(error)
            return Heard(frame, None, str(error))
